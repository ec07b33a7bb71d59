/** Edits a document, with the same checks as on creation, applied to its stored file. */
import type { DocumentEdit } from '#contract/documents.ts';
import type { Actor } from '#domain/access.ts';
import { documentTypeIssues } from '#domain/documents/document.ts';
import { DOCUMENT_ACTIONS } from '#domain/documents/document-actions.ts';
import { statusAfterSave } from '#domain/documents/document-states.ts';
import { requirePossible } from '#domain/documents/require-possible.ts';
import { storedVariableFields, type VariableFields } from '#domain/documents/variable-fields.ts';
import type { Warning } from '#domain/dossiers/dossier.ts';
import { type FieldIssue, type Language, Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { findConfiguredType } from '#domain/folders/folder-types.ts';
import { paperFields } from '#domain/papers/compose-paper.ts';
import { asGenerated, asUploadedBefore } from '#domain/papers/configured-types.ts';
import { referencedPhotos } from '#domain/papers/photos.ts';
import type { Tx } from '#ports/database/database.ts';
import { bookSpace } from '../entitlements/index.ts';
import { documentSubject, record } from '../evidence/index.ts';
import {
  countDocument,
  currentConfiguration,
  type FolderWithCustomer,
  findFolderWithCustomer,
} from '../folders/index.ts';
import { changedFixedFields, editDate, refuseStale } from '../http/request/edit.ts';
import type { World } from '../world.ts';
import { generatedIssues, legalEntityIssues, needsFile, refuseIncomplete } from './commands.ts';
import { coworkerIssues } from './coworker-issues.ts';
import { admitForSigning } from './intake/files.ts';
import { replacePhotos } from './intake/photos.queries.ts';
import { composeEditedPaper, type EditedPaper, isGeneratedFile } from './papers/edited-paper.ts';
import { type GeneratedFile, generatedEvents } from './papers/generate.ts';
import { originOf } from './papers/paper-to-sign.ts';
import { type DocumentRow, findDocument, moveDocument } from './queries.ts';
import { findVisible } from './visible-documents.ts';

const MOVES = { DRAFT: 'editToDraft', READY_TO_SIGN: 'editToReady', FINISH: 'editToFinish' } as const;

/** A document after the edit. */
interface Edited {
  readonly status: keyof typeof MOVES;
  readonly values: Pick<DocumentRow, 'sig_type' | 'archivable' | 'signable'>;
  readonly variableFields: VariableFields;
  /** Names of the changed fields. */
  readonly changed: readonly string[];
}

interface ValidatedEdit {
  readonly variableFields: VariableFields;
  /** Set for a document whose file the product generates. */
  readonly paper: EditedPaper | null;
}

/** @throws Refusal document.invalid with every refused field. */
async function validateEdit(
  world: World,
  command: EditRequest & { actor: Actor; within: FolderWithCustomer; at: Date },
): Promise<ValidatedEdit> {
  const { row, input } = command;
  const db = world.database.read;
  const issues = changedFixedFields('document', input, {
    folderId: row.folder_id,
    dossierId: row.dossier_id,
    hst: row.hst,
    legalEntity: row.legal_entity,
    type: row.type,
    fileName: row.file_name,
    fileSize: row.file_size,
    mimeType: row.mime_type,
    content: null,
    file: null,
  });
  const configured = findConfiguredType(await currentConfiguration(db), row.folder_type, row.type);
  if (configured === undefined) throw invalid([...issues, { objectName: 'document', field: 'type', code: 'oneOf' }]);
  const origin = await originOf(db, row);
  const isGenerated = isGeneratedFile(row, origin, configured);
  const type = isGenerated ? asGenerated(configured) : asUploadedBefore(configured);
  issues.push(...(isGenerated ? generatedIssues(input, type) : documentTypeIssues(input, type)));
  issues.push(...legalEntityIssues(type, row.legal_entity));
  if (!isGenerated && row.file_sha256 === null && needsFile(input, type)) {
    issues.push({ objectName: 'document', field: 'file', code: 'fileRequired' });
  }
  const values = storedVariableFields(input.variableFields, type);
  const draft = input.draft === true;
  const paper = isGenerated
    ? await composeEditedPaper(world, { ...command, uploadedBy: command.actor.id, origin, type, values, draft })
    : null;
  refuseIncomplete(issues, paper?.issues ?? []);
  const coworkerErrors = await coworkerIssues(db, values, type, row);
  if (coworkerErrors.length > 0) throw invalid(coworkerErrors);
  return { variableFields: values, paper };
}

const invalid = (fieldErrors: readonly FieldIssue[]) => new Refusal('document.invalid', { fieldErrors });

function changesOf(row: DocumentRow, input: DocumentEdit, variableFields: VariableFields): Edited {
  const values = {
    sig_type: input.sigType ?? null,
    archivable: input.archivable === true,
    signable: input.signable === true,
  };
  const previous = row.variable_fields;
  const names = new Set([...Object.keys(previous), ...Object.keys(variableFields)]);
  const changed = [
    ...(values.sig_type === row.sig_type ? [] : ['sigType']),
    ...(values.archivable === row.archivable ? [] : ['archivable']),
    ...(values.signable === row.signable ? [] : ['signable']),
    ...[...names].filter((name) => previous[name] !== variableFields[name]),
  ];
  const status = statusAfterSave({ draft: input.draft === true, signable: values.signable });
  return { status, values, variableFields, changed };
}

interface EditRequest {
  readonly input: DocumentEdit;
  readonly row: DocumentRow;
  /** Language of the warnings. */
  readonly language: Language;
}

/**
 * Edits a document in two steps: when it becomes signable for the first time, its file is judged before anything is
 * written, and a paper with changed content is rendered. An edit that changes nothing leaves no trace.
 * @returns hints about a generated paper; undefined for an upload.
 * @throws Refusal document.notFound, 403, life.notEditable, life.folderClosed, conflict.stale, document.invalid
 * with fieldErrors, file.type and pdf.* on `signable`.
 */
export async function editDocument(
  world: World,
  command: { actor: Actor; caller: EvidenceActor; input: DocumentEdit; language: Language },
): Promise<Warning[] | undefined> {
  const { actor, input, language } = command;
  const { read } = world.database;
  const row = await findVisible(read, actor, input.id, 'document.edit');
  const within = await findFolderWithCustomer(read, row.folder_id);
  if (within === undefined) throw new Refusal('document.notFound');
  requirePossible(DOCUMENT_ACTIONS.edit.refusal({ status: row.status, folderStatus: within.folder.status }));
  refuseStale(input.lastModifiedDate, row.last_modified_date);
  const at = world.clock.now();
  const { variableFields, paper } = await validateEdit(world, { actor, row, input, within, language, at });
  const edited = changesOf(row, input, variableFields);
  const made = paper === null ? null : await paper.make(edited.values.signable);
  if (edited.changed.length === 0 && edited.status === row.status && made === null) return paper?.warnings;
  // The gate counts pages: a file without a count has not passed it.
  const gated =
    made === null && edited.values.signable && row.file_sha256 !== null && row.pages === null
      ? await admitForSigning(world, { sha256: row.file_sha256, mimeType: row.mime_type }, String(actor.id))
      : null;
  await world.database.transaction((tx) => write(tx, { ...command, row, edited, gated, made, at }));
  return paper?.warnings;
}

interface Writing {
  readonly actor: Actor;
  readonly caller: EvidenceActor;
  /** The row that was read and judged. */
  readonly row: DocumentRow;
  readonly edited: Edited;
  readonly gated: Awaited<ReturnType<typeof admitForSigning>> | null;
  /** The file that replaces the stored one. */
  readonly made: GeneratedFile | null;
  readonly at: Date;
}

/** Columns of a replaced file. */
function fileColumns({ gated, made }: Writing) {
  if (made === null) return gated && { file_sha256: gated.sha256, file_size: gated.size, pages: gated.gate.pages };
  const { sha256, size, fileName, mimeType, gate } = made.file;
  return { file_sha256: sha256, file_size: size, file_name: fileName, mime_type: mimeType, pages: gate?.pages ?? null };
}

async function write(tx: Tx, writing: Writing): Promise<void> {
  const { actor, caller, row, edited, gated, made, at } = writing;
  const { status, values, variableFields, changed } = edited;
  if (!(await countDocument(tx, row.folder_id, 0))) throw new Refusal('life.folderClosed');
  const file = fileColumns(writing);
  const isMoved = await moveDocument(tx, row.id, MOVES[status], {
    statusReason: null,
    statusDetail: null,
    modified: { by: actor.login, at: editDate(row.last_modified_date, at) },
    edit: {
      since: row.last_modified_date,
      values: { ...values, ...file, variable_fields: JSON.stringify(variableFields) },
    },
  });
  const current = await findDocument(tx, row.id);
  if (current === undefined || current.deleted_date !== null) throw new Refusal('document.notFound');
  if (!isMoved) throw new Refusal('conflict.stale');
  const { sig_type: sigType, signable, archivable } = values;
  const detail = { changed, status, sigType, signable, archivable };
  const subject = documentSubject(row.id);
  await record(tx, subject, { type: 'document.edited', actor: caller, detail }, at);
  if (made !== null) {
    const photos = referencedPhotos(paperFields(row.type), variableFields).map(({ sha256 }) => sha256);
    await replacePhotos(tx, row.id, photos, { uploadedBy: actor.id, at });
    for (const event of generatedEvents(made, row.file_sha256))
      await record(tx, subject, { ...event, actor: caller }, at);
  } else if (gated !== null) {
    const gateDetail = { sha256: gated.sha256, ...gated.gate };
    await record(tx, subject, { type: 'content.gate.passed', actor: caller, detail: gateDetail }, at);
  }
  await bookSpace(tx, [current], at);
}
