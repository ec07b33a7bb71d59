/** Draws the paper while its form is being filled: nothing is stored, gaps stay empty. */
import type { DocumentPreview } from '#contract/papers.ts';
import { type Actor, isPrivileged, may } from '#domain/access.ts';
import { storedVariableFields } from '#domain/documents/variable-fields.ts';
import { type FieldIssue, type Language, Refusal } from '#domain/errors.ts';
import { findConfiguredType } from '#domain/folders/folder-types.ts';
import { paperFields } from '#domain/papers/compose-paper.ts';
import { asGenerated, isGeneratedType } from '#domain/papers/configured-types.ts';
import { NO_CUSTOMER } from '#domain/papers/paper-data.ts';
import { romeDay } from '#domain/rome-time.ts';
import { paperFileName } from '#domain/signing/messages/paper-names.ts';
import { isoDate } from '#domain/text-schemas.ts';
import { findDealer } from '../../dealers/index.ts';
import { currentConfiguration, findFolderWithCustomer } from '../../folders/index.ts';
import { authorise } from '../../http/route.ts';
import type { World } from '../../world.ts';
import { authoriseCreation, checkFolder, legalEntityIssues } from '../commands.ts';
import { drawPaper, withoutUnusablePhotos } from '../intake/photos.ts';
import { customerOf } from '../wizard.ts';
import { composeFor } from './generate.ts';
import { caseOf, type PaperCase, paperCase } from './paper-case.ts';

interface Command {
  actor: Actor;
  body: DocumentPreview;
  language: Language;
  /** Called before anything is drawn. @throws Refusal request.tooMany */
  count: () => Promise<void>;
}

const invalid = (objectName: 'document' | 'dossier', field: string, code: FieldIssue['code']) =>
  new Refusal(`${objectName}.invalid`, { fieldErrors: [{ objectName, field, code }] });

/** Requires exactly one of two alternatives. */
function requireExactlyOne(body: DocumentPreview, known: 'folderId' | 'dossierId', typed: 'folder' | 'dossier'): void {
  const count = [body[known], body[typed]].filter((value) => value !== null && value !== undefined).length;
  if (count === 2) throw invalid('document', typed, 'unknown');
  if (count === 0) throw invalid('document', typed, 'required');
}

/** @throws Refusal as on creation: 404 for what the actor may not see, 403, folder.closed. */
async function previewCase(world: World, { actor, body }: Command): Promise<PaperCase & { folderType: string }> {
  const { read } = world.database;
  requireExactlyOne(body, 'folderId', 'folder');
  if (body.folderId) {
    if (body.dossier) throw invalid('document', 'dossier', 'unknown');
    const seen = await findFolderWithCustomer(read, body.folderId);
    if (seen === undefined) throw new Refusal('folder.notFound');
    checkFolder(actor, seen.folder);
    if (body.dossierId && body.dossierId !== seen.folder.dossier_id) throw invalid('document', 'dossierId', 'readOnly');
    return { ...caseOf(seen, actor), folderType: seen.folder.type };
  }
  requireExactlyOne(body, 'dossierId', 'dossier');
  const { folder, dossier, dossierId } = body;
  if (!folder) throw invalid('document', 'folder', 'required');
  const target = { brand: folder.brand, folderType: folder.type };
  authoriseCreation(may(actor, 'folder.create', target));
  authoriseCreation(may(actor, 'document.create', target));
  const typed = { businessId: null, plate: null, vin: null, jobId: null, ...withoutEmpty(folder), brand: folder.brand };
  if (dossierId) {
    const customer = await customerOf(read, actor, dossierId);
    authorise(may(actor, 'document.create', { ...target, hst: customer.hst }), 'dossier.notFound');
    return { ...paperCase(customer, typed, customer.hst), folderType: folder.type };
  }
  if (!dossier) throw invalid('document', 'dossier', 'required');
  const { hst } = dossier;
  if (!isPrivileged(actor) && !actor.hstList.includes(hst)) throw invalid('dossier', 'hst', 'otherDealer');
  // Ignore a partially typed date.
  const birthDate = isoDate.safeParse(dossier.birthDate).success ? (dossier.birthDate ?? null) : null;
  return { ...paperCase({ ...NO_CUSTOMER, ...withoutEmpty(dossier), birthDate }, typed, hst), folderType: folder.type };
}

type WithoutEmpty<T> = { [K in keyof T]?: Exclude<T[K], null | undefined> };

/** Forms send an empty text for a missing value. */
function withoutEmpty<T extends object>(values: T): WithoutEmpty<T> {
  const entries = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return Object.fromEntries(entries) as WithoutEmpty<T>;
}

/**
 * Draws the paper of a partially filled form.
 * @throws Refusal as on creation, except for missing or wrong values; document.notGenerated for uploads.
 */
export async function previewDocument(
  world: World,
  command: Command,
): Promise<{ bytes: Uint8Array; fileName: string }> {
  const { body, language } = command;
  const { read } = world.database;
  const { folderType, ...paperCase } = await previewCase(world, command);
  const configured = findConfiguredType(await currentConfiguration(read), folderType, body.type);
  if (configured === undefined) throw invalid('document', 'type', 'oneOf');
  const dealer = await findDealer(read, paperCase.hst);
  const [entityIssue] = legalEntityIssues(configured, dealer?.legal_entity ?? '');
  if (entityIssue) throw new Refusal('document.invalid', { fieldErrors: [entityIssue] });
  if (!isGeneratedType(configured)) throw new Refusal('document.notGenerated');
  const type = asGenerated(configured);
  const values = await withoutUnusablePhotos(read, {
    fields: paperFields(type.slug),
    values: storedVariableFields(body.variableFields, type),
    paperCase,
    uploadedBy: command.actor.id,
  });
  const { paper } = await composeFor(world, read, {
    type,
    paperCase,
    values,
    number: paperCase.folder.businessId,
    date: romeDay(world.clock.now()),
    language,
  });
  await command.count();
  const { bytes } = await drawPaper(world, paper);
  return { bytes, fileName: paperFileName(type.slug) };
}
