/** Commands on documents before signing starts, in two steps so that no file work runs inside a transaction. */
import { type Actor, type Decision, may } from '#domain/access.ts';
import { documentTypeIssues, hasFileField } from '#domain/documents/document.ts';
import { DOCUMENT_ACTIONS } from '#domain/documents/document-actions.ts';
import type { DocumentValues } from '#domain/documents/document-schemas.ts';
import { statusAfterSave } from '#domain/documents/document-states.ts';
import { requirePossible } from '#domain/documents/require-possible.ts';
import { storedVariableFields, type VariableFields } from '#domain/documents/variable-fields.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import type { Warning } from '#domain/dossiers/dossier.ts';
import { documentIssue, type FieldIssue, type Language, Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { FOLDER_ACTIONS } from '#domain/folders/folder-actions.ts';
import {
  type ConfiguredDocumentType,
  type FolderType,
  findConfiguredType,
  findField,
  isRequired,
} from '#domain/folders/folder-types.ts';
import { paperFields } from '#domain/papers/compose-paper.ts';
import { asGenerated, isGeneratedType } from '#domain/papers/configured-types.ts';
import { longTextLimits } from '#domain/papers/fields.ts';
import { referencedPhotos } from '#domain/papers/photos.ts';
import { romeDay } from '#domain/rome-time.ts';
import type { Tx } from '#ports/database/database.ts';
import { requestAdherence } from '../adherences/index.ts';
import { bookSpace } from '../entitlements/index.ts';
import { documentSubject, record } from '../evidence/index.ts';
import {
  countDocument,
  currentConfiguration,
  type FolderWithCustomer,
  findFolderWithCustomer,
} from '../folders/index.ts';
import { createdColumns } from '../http/request/edit.ts';
import { authorise } from '../http/route.ts';
import type { World } from '../world.ts';
import { coworkerIssues } from './coworker-issues.ts';
import { type StoredFile, takeFile } from './intake/files.ts';
import { replacePhotos } from './intake/photos.queries.ts';
import { photoIssues } from './intake/photos.ts';
import { refuseWithoutSpace } from './intake/space-check.ts';
import { composeFor, type GeneratedFile, generatedEvents, generateFile, paperIssues } from './papers/generate.ts';
import type { PaperCase } from './papers/paper-case.ts';
import { type DocumentRow, findDocument, insertDocument, moveDocument, reserveDocumentId } from './queries.ts';
import { findVisible } from './visible-documents.ts';

type NewDocument = Omit<DocumentValues, 'folderId' | 'content'> & { content?: string | Uint8Array | null };

/** A document that was checked and whose file is stored; only its row is not written yet. */
export interface DocumentMaterial {
  values: NewDocument;
  type: ConfiguredDocumentType;
  folderType: FolderType;
  file: StoredFile | null;
  /** How the file was generated; null for an upload. */
  generated: { made: GeneratedFile; id: number | null; warnings: Warning[] } | null;
}

const invalid = (fieldErrors: readonly FieldIssue[]) => new Refusal('document.invalid', { fieldErrors });

/** Whether a document with these values must have a file. */
export function needsFile(values: Pick<DocumentValues, 'signable' | 'draft'>, type: ConfiguredDocumentType): boolean {
  if (!hasFileField(type)) return false;
  return isRequired(findField(type.fields, 'FILE')) || (values.signable === true && values.draft !== true);
}

function fileIssues(values: NewDocument, type: ConfiguredDocumentType): FieldIssue[] {
  const hasFile = values.content !== null && values.content !== undefined;
  if (!hasFile) return needsFile(values, type) ? [documentIssue('file', 'fileRequired')] : [];
  if (!hasFileField(type)) return [documentIssue('content', 'fileNotExpected')];
  return values.fileName ? [] : [documentIssue('fileName', 'required')];
}

export function legalEntityIssues(type: ConfiguredDocumentType, legalEntity: string): FieldIssue[] {
  const allowed = type.legalEntities.length === 0 || type.legalEntities.includes(legalEntity);
  return allowed ? [] : [documentIssue('type', 'legalEntity')];
}

export interface NewDocumentCommand {
  values: NewDocument;
  folderType: FolderType;
  /** Owner of the file: the gate processes owners in turn. */
  owner: string;
  /** The user whose uploaded photos may appear on a generated paper; null for the product itself. */
  uploadedBy: number | null;
  /** Loads the data that a generated paper prints; called only when there is one to make. */
  loadCase: () => Promise<PaperCase>;
  language: Language;
  /** Date of a generated paper. */
  at: Date;
}

/**
 * Checks a new document against its type and stores or generates its file; writes nothing to the database.
 * @throws Refusal document.invalid (400), document.noTemplate (409), file.* or pdf.* (413, 422).
 */
export async function prepareDocument(world: World, command: NewDocumentCommand): Promise<DocumentMaterial> {
  const { values, folderType } = command;
  const type = findConfiguredType(await currentConfiguration(world.database.read), folderType, values.type);
  if (type === undefined) throw invalid([documentIssue('type', 'oneOf')]);
  if (isGeneratedType(type)) return prepareGenerated(world, asGenerated(type), command);
  const issues = [...documentTypeIssues(values, type), ...fileIssues(values, type)];
  if (issues.length > 0) throw invalid(issues);
  if (!hasFileField(type)) throw new Refusal('document.noTemplate');
  const { content, fileName } = values;
  const material = { values, type, folderType, generated: null };
  if (content === null || content === undefined || !fileName) return { ...material, file: null };
  const upload = { content, fileName, mimeType: values.mimeType ?? null, fileSize: values.fileSize ?? null };
  // Checked before the file is judged and stored; the estimate is at most two bytes too low.
  const bytes = Math.floor((content.length * 3) / 4) - 2;
  await refuseWithoutSpace(world.database.read, (await command.loadCase()).hst, bytes, command.at);
  const file = await takeFile(world, upload, { signable: values.signable === true, owner: command.owner });
  return { ...material, file };
}

/** Issues from the type and its template, one per field. */
export function generatedIssues(
  values: Parameters<typeof documentTypeIssues>[0],
  type: ConfiguredDocumentType,
): FieldIssue[] {
  const longTexts = longTextLimits(paperFields(type.slug));
  return documentTypeIssues(values, type, (field) => longTexts.get(field));
}

/** @throws Refusal document.invalid with every field that prevents the paper from being made. */
export function refuseIncomplete(ownIssues: readonly FieldIssue[], ofPaper: readonly FieldIssue[]): void {
  const reported = new Set(ownIssues.map(({ objectName, field }) => `${objectName}.${field}`));
  const issues = [...ownIssues, ...ofPaper.filter(({ objectName, field }) => !reported.has(`${objectName}.${field}`))];
  if (issues.length > 0) throw invalid(issues);
}

/** The same for a generated type. @param type with the fields of its template. */
export async function prepareGenerated(
  world: World,
  type: ConfiguredDocumentType,
  command: NewDocumentCommand,
): Promise<DocumentMaterial> {
  const { values, folderType, uploadedBy, language, at } = command;
  const { read } = world.database;
  const paperCase = await command.loadCase();
  const variableFields: VariableFields = storedVariableFields(values.variableFields, type);
  const fields = paperFields(type.slug);
  const photos = await photoIssues(read, { fields, values: variableFields, paperCase, uploadedBy });
  const issues = [...generatedIssues(values, type), ...fileIssues(values, type), ...photos];
  const request = { type, paperCase, values: variableFields, date: romeDay(at), language };
  const composed = await composeFor(world, read, { ...request, number: null });
  refuseIncomplete(issues, paperIssues(type.slug, composed, values.draft === true, variableFields));
  // Reserve a number only when the paper can be made.
  const id = paperCase.folder.businessId === null ? await reserveDocumentId(read) : null;
  const number = paperCase.folder.businessId ?? String(id);
  const { paper, warnings } = await composeFor(world, read, { ...request, number });
  const generatedFile = await generateFile(world, { paper, type: type.slug, signable: values.signable === true });
  return { values, type, folderType, file: generatedFile.file, generated: { made: generatedFile, id, warnings } };
}

/** The caller names a folder that it can see, so a refusal for its type or brand discloses nothing. */
export function authoriseCreation(decision: Decision): void {
  if (!decision.ok && decision.reason === 'folderType') throw new Refusal('access.folderType');
  authorise(decision, 'folder.notFound');
}

/**
 * Whether this actor may add a document to this folder. @throws Refusal 404 when the folder is out of sight, 403, 409
 * when it is closed.
 */
export function checkFolder(actor: Actor, folder: FolderWithCustomer['folder']): void {
  const target = { hst: folder.hst, brand: folder.brand, folderType: folder.type, createdBy: folder.created_by };
  authorise(may(actor, 'folder.read', target), 'folder.notFound');
  authoriseCreation(may(actor, 'document.create', target));
  if (FOLDER_ACTIONS['new-document'].refusal(folder) !== null) throw new Refusal('folder.closed');
}

interface Insertion {
  actor: Actor;
  caller: EvidenceActor;
  within: FolderWithCustomer;
  material: DocumentMaterial;
  /** The copy of the identity document that a FEA module keeps, if any. */
  identityDocumentId?: number | null;
  at: Date;
}

/** @throws Refusal document.invalid when the type is not for this legal entity, or a named colleague does not fit. */
async function refuseMisfit(
  tx: Tx,
  { type }: DocumentMaterial,
  variableFields: VariableFields,
  folder: FolderWithCustomer['folder'],
): Promise<void> {
  // Check the type again: it may have been removed since the file was judged.
  const gone = findConfiguredType(await currentConfiguration(tx, { until: tx }), folder.type, type.slug) === undefined;
  const issues = [
    ...(gone ? [documentIssue('type', 'oneOf')] : []),
    ...legalEntityIssues(type, folder.legal_entity),
    ...(await coworkerIssues(tx, variableFields, type, { ...folder, folder_type: folder.type })),
  ];
  if (issues.length > 0) throw invalid(issues);
}

/** The columns of a new document's row. */
function columnsOf(
  { actor, at, material: { values, type, file } }: Insertion,
  { folder, customer }: FolderWithCustomer,
  variableFields: VariableFields,
): Parameters<typeof insertDocument>[1] {
  return {
    folder_id: folder.id,
    dossier_id: folder.dossier_id,
    hst: folder.hst,
    legal_entity: folder.legal_entity,
    brand: folder.brand,
    folder_type: folder.type,
    customer_name: customerName({
      firstName: customer.first_name,
      lastName: customer.last_name,
      organizationName: customer.organization_name,
    }),
    type: type.slug,
    status: statusAfterSave({ draft: values.draft === true, signable: values.signable === true }),
    status_reason: null,
    status_detail: null,
    sig_type: values.sigType ?? null,
    archivable: values.archivable === true,
    signable: values.signable === true,
    file_name: file?.fileName ?? null,
    mime_type: file?.mimeType ?? null,
    file_size: file?.size ?? null,
    pages: file?.gate?.pages ?? null,
    file_sha256: file?.sha256 ?? null,
    variable_fields: JSON.stringify(variableFields),
    start_sign_date: null,
    signed_document_id: null,
    fea_module_id: null,
    ...createdColumns(actor, at),
  };
}

/** Records the creation, and how the file was generated or accepted. */
async function recordCreation(
  tx: Tx,
  row: DocumentRow,
  { file, generated }: DocumentMaterial,
  { caller, at }: Pick<Insertion, 'caller' | 'at'>,
): Promise<void> {
  const subject = documentSubject(row.id);
  const { type, file_name: fileName, file_sha256: sha256, file_size: size, status } = row;
  await record(
    tx,
    subject,
    { type: 'document.created', actor: caller, detail: { type, fileName, sha256, size, status } },
    at,
  );
  if (generated !== null) {
    for (const event of generatedEvents(generated.made, null))
      await record(tx, subject, { ...event, actor: caller }, at);
  } else if (file !== null && file.gate !== null) {
    const gateDetail = { sha256: file.sha256, pages: file.gate.pages, normalised: file.gate.normalised };
    await record(tx, subject, { type: 'content.gate.passed', actor: caller, detail: gateDetail }, at);
  }
}

/**
 * Inserts the row of a prepared document into its folder, with the folder's count and the evidence.
 * @throws Refusal when the folder was closed meanwhile, the type is not for its legal entity, a named colleague does not fit the folder, or the legal entity has no space left.
 */
export async function insertPrepared(tx: Tx, command: Insertion): Promise<DocumentRow> {
  const { actor, at, material, identityDocumentId = null } = command;
  const { folder } = command.within;
  const { values, type, generated } = material;
  checkFolder(actor, folder);
  if (folder.type !== material.folderType) throw new Error('The document was prepared for another folder type');
  const variableFields = storedVariableFields(values.variableFields, type);
  await refuseMisfit(tx, material, variableFields, folder);
  if (!(await countDocument(tx, folder.id, 1))) throw new Refusal('folder.closed');
  // The folder's row is locked from here on: a rename of the customer is either done or will rename this document too.
  const { customer } = (await findFolderWithCustomer(tx, folder.id)) ?? command.within;
  const columns = columnsOf(command, { folder, customer }, variableFields);
  const row = await insertDocument(tx, columns, generated?.id ?? null);
  await recordCreation(tx, row, material, command);
  if (generated !== null) {
    const photos = referencedPhotos(paperFields(type.slug), variableFields).map(({ sha256 }) => sha256);
    await replacePhotos(tx, row.id, photos, { uploadedBy: actor.id, at });
  }
  await requestAdherence(tx, row, customer, { must: false, identityDocumentId, at });
  await bookSpace(tx, [row], at);
  return row;
}

/**
 * Moves READY_TO_SIGN back to DRAFT, unless the document ever had a signature.
 * @throws Refusal 404, 403, or 409 with the reason.
 */
export async function takeBack(
  tx: Tx,
  command: { actor: Actor; caller: EvidenceActor; id: number; at: Date },
): Promise<DocumentRow> {
  const { actor, caller, id, at } = command;
  const { status, ever_signed: everSigned } = await findVisible(tx, actor, id, 'document.edit');
  requirePossible(DOCUMENT_ACTIONS['take-back'].refusal({ status, everSigned }));
  const changes = { statusReason: null, statusDetail: null, modified: { by: actor.login, at } };
  if (!(await moveDocument(tx, id, 'takeBack', changes))) throw new Refusal('life.notReady');
  await record(tx, documentSubject(id), { type: 'document.takenBack', actor: caller, detail: { status: 'DRAFT' } }, at);
  const row = await findDocument(tx, id);
  if (row === undefined) throw new Refusal('document.notFound');
  return row;
}
