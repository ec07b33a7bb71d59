/** Places of the signatures on an uploaded document: shown, chosen, remembered, and settled when its signature starts. */
import type { SignaturePlaces, SignaturePlacesChange } from '#contract/signing/signature-places.ts';
import type { Actor } from '#domain/access.ts';
import { DOCUMENT_ACTIONS } from '#domain/documents/document-actions.ts';
import { requirePossible } from '#domain/documents/require-possible.ts';
import { type FieldIssue, type Language, Refusal, type RefusalCode } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import type { SignerRole } from '#domain/folders/folder-types.ts';
import {
  type ChosenPlaces,
  type DecidedPlace,
  isMovable,
  unsettledFields,
  unusedFields,
} from '#domain/signing/fields/decide.ts';
import { signaturePointLabel } from '#domain/signing/messages/paper-names.ts';
import { type FileLayout, type PageRectangle, placeIssue } from '#domain/signing/places.ts';
import { pointLabels } from '#domain/signing/point-labels.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { findVisible, type LoadedDocument, loadForSigning, type SigningDocument } from '../../documents/index.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import { editDate } from '../../http/request/edit.ts';
import type { World } from '../../world.ts';
import {
  deleteRememberedPlaces,
  findOwnPlaces,
  findRememberedPlaces,
  type OwnPlaces,
  rememberPlaces,
  removeOwnPlaces,
  storeOwnPlaces,
} from './places.queries.ts';
import { measurePrinted, type Printed } from './printed-places.ts';
import { decideFilePlaces, type FileRead, kindOf, readFileLayout, type StoredPlaces } from './read-layout.ts';
import { approvalOf, choiceOf, showPlaces } from './show-places.ts';

/** The content of a stored file. */
const contentOf = ({ storage }: Pick<World, 'storage'>, sha256: string) => ({
  sha256,
  bytes: () => storage.get(sha256),
});

/** @throws Refusal document.noFile, pdf.timeout */
async function readFile(world: World, loaded: SigningDocument): Promise<FileRead> {
  const { document } = loaded;
  const { file_sha256: sha256 } = document;
  // The gate counts pages: a file without a count has not passed it and is not opened here.
  if (sha256 === null || document.pages === null) throw new Refusal('document.noFile');
  const readLayout = async () => readFileLayout(world, loaded, contentOf(world, sha256), await loaded.isGenerated());
  return readLayout().catch((error: unknown) => {
    world.log.warn({ err: error, documentId: document.id }, 'places of a file cannot be read');
    throw new Refusal('pdf.timeout');
  });
}

async function knownPlaces(db: Db, document: LoadedDocument, { sha256, layout }: FileRead): Promise<StoredPlaces> {
  const own = await findOwnPlaces(db, document.id);
  return {
    own: own?.file_sha256 === sha256 ? own : undefined,
    remembered: await findRememberedPlaces(db, kindOf(document, layout)),
  };
}

/**
 * The file of an upload that is about to be signed. Only the file defines how often it is signed: an unreadable file is
 * refused, since its approval of clauses would be lost unnoticed.
 * @throws Refusal places.unread, document.noFile
 */
export async function readFileToSign(world: World, loaded: SigningDocument): Promise<FileRead> {
  return readFile(world, loaded).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'document.noFile') throw error;
    world.log.warn({ err: error, documentId: loaded.document.id }, 'a file to sign cannot be read now');
    throw new Refusal('places.unread');
  });
}

/** Fields recorded by name. */
const MOST_TOLD = 30;
/** Recorded characters of a name. */
const MAX_NAME_LENGTH = 80;

/** Records fields that will stay unsigned, because the file's author intended them for some purpose. */
async function noteLeftOut(
  tx: Tx,
  documentId: number,
  fields: ReturnType<typeof unusedFields>,
  { sessionId, by, at }: { sessionId: number; by: EvidenceActor; at: Date },
): Promise<void> {
  if (fields.length === 0) return;
  const recorded = fields.slice(0, MOST_TOLD).map(({ name, page }) => ({ name: name.slice(0, MAX_NAME_LENGTH), page }));
  const detail = { sessionId, fields: recorded, others: fields.length - recorded.length };
  await record(tx, documentSubject(documentId), { type: 'places.leftOut', actor: by, detail }, at);
}

/**
 * A field intended for a signer that cannot be used is never skipped silently.
 * @throws Refusal places.field…, which names the fields with the first fault; the places of the document list all.
 */
function refuseUnsettled(decided: readonly DecidedPlace[]): void {
  const unsettled = unsettledFields(decided);
  const [first] = unsettled;
  if (first === undefined) return;
  const sameFault = unsettled.filter(({ fault }) => fault === first.fault).slice(0, MOST_TOLD);
  const name = sameFault.map(({ field }) => field.name.slice(0, MAX_NAME_LENGTH)).join('», «');
  throw new Refusal(`places.${first.fault}`, { parameters: { name } });
}

/**
 * Checked before a start at which no staff member is present to decide.
 * @throws Refusal places.field…, places.unread, document.notFound
 */
export async function refuseUnplaced(world: World, actor: Actor, id: number): Promise<void> {
  const { read } = world.database;
  const seen = await findVisible(read, actor, id, 'document.sign');
  const loaded = await loadForSigning(read, seen);
  // A running signature was settled already, and a document that cannot start is refused for that reason.
  if (loaded === undefined || seen.status !== 'READY_TO_SIGN' || refusedPlaces(loaded) !== null || seen.pages === null)
    return;
  const file = await readFileToSign(world, loaded);
  if (!file.generated) refuseUnsettled(decideFilePlaces(loaded, file, await knownPlaces(read, loaded.document, file)));
}

/**
 * Settles names and places of a new session's signatures and records them in the trail.
 * @throws Refusal places.field…, signing.changedMeanwhile
 */
export async function settlePlaces(
  tx: Tx,
  loaded: SigningDocument,
  file: FileRead,
  start: { sessionId: number; addedFields: string; by: EvidenceActor; at: Date },
): Promise<{ field: string; role: SignerRole; label: string; page: number | null; box: string | null }[]> {
  const { document } = loaded;
  const { sessionId, by, at } = start;
  const storedPlaces = await knownPlaces(tx, document, file);
  const printed = (place: PageRectangle): boolean => {
    const isPrinted = file.printed(place);
    // Other places were remembered after the file was read.
    if (isPrinted === undefined) throw new Refusal('signing.changedMeanwhile');
    return isPrinted;
  };
  const decidedPlaces = decideFilePlaces(loaded, { ...file, printed }, storedPlaces);
  refuseUnsettled(decidedPlaces);
  const labels = pointLabels(document.type, decidedPlaces);
  const settled = [];
  for (const [index, decided] of decidedPlaces.entries()) {
    const { origin, place, role, point } = decided;
    const label = labels[index] ?? signaturePointLabel(document.type);
    const field = decided.field ?? `${start.addedFields}${point}`;
    if (place === null) {
      settled.push({ field, role, label, page: null, box: null });
      continue;
    }
    const { page, box } = place;
    settled.push({ field, role, label, page, box: JSON.stringify(box) });
    const chosenBy = choiceOf(decided, storedPlaces)?.chosen_by ?? null;
    const detail = { sessionId, field, origin, page, box, chosenBy };
    await record(tx, documentSubject(document.id), { type: 'signature.placed', actor: by, detail }, at);
  }
  await noteLeftOut(tx, document.id, unusedFields(file.layout, decidedPlaces), start);
  return settled;
}

/** Why places cannot be chosen now. */
function refusedPlaces({ document, folder }: SigningDocument) {
  const { status, signable, sig_type: sigType, mime_type: mimeType } = document;
  return DOCUMENT_ACTIONS.places.refusal({ status, signable, sigType, mimeType, folderStatus: folder.status });
}

/** Why this file's signatures cannot be moved; null when they can. */
function fixedBy(loaded: SigningDocument, file: FileRead, decided: readonly DecidedPlace[]): RefusalCode | null {
  if (file.generated) return 'places.generated';
  if (!decided.some(isMovable)) return 'places.inFile';
  const reason = refusedPlaces(loaded);
  return reason && `life.${reason}`;
}

/** Where each signature of a document would be placed now. @throws Refusal document.notFound, life.…, document.noFile, pdf.timeout */
export async function presentPlaces(
  world: World,
  { actor, id, language }: { actor: Actor; id: number; language: Language },
): Promise<SignaturePlaces> {
  const { read } = world.database;
  await findVisible(read, actor, id);
  const loaded = await loadForSigning(read, id);
  if (loaded === undefined) throw new Refusal('document.notFound');
  const reason = refusedPlaces(loaded);
  // Expired documents are renewed unchanged and closed folders reopened: until then the places can be viewed.
  if (reason !== 'folderClosed' && loaded.document.status !== 'EXPIRED') requirePossible(reason);
  const file = await readFile(world, loaded);
  const known = await knownPlaces(read, loaded.document, file);
  const decided = decideFilePlaces(loaded, file, known);
  const fixed = fixedBy(loaded, file, decided);
  const signer = `${loaded.customer.first_name} ${loaded.customer.last_name}`.trim();
  const shown = { of: loaded, signer, file, known, fixed, isOpen: reason === null };
  return { documentId: id, ...showPlaces(shown, decided, language) };
}

interface PlacementLimits {
  readonly layout: FileLayout;
  /** Numbers of the points that can be placed. */
  readonly open: readonly number[];
  /** Points that stay in their fields although text is printed there. */
  readonly inFields: readonly DecidedPlace[];
  readonly printed: Printed;
}

/** @throws Refusal document.invalid with the fields that are refused */
function refuseMisplaced(places: ChosenPlaces, { layout, open, inFields, printed }: PlacementLimits): void {
  const issues: FieldIssue[] = [];
  const movedPoints = places.map(({ point }) => point);
  const fixedPlaces = inFields.flatMap(({ point, place }) => (movedPoints.includes(point) ? [] : (place ?? [])));
  const addIssue = (index: number, field: string, code: FieldIssue['code']) =>
    issues.push({ objectName: 'document', field: `places.${index}.${field}`, code });
  for (const [index, place] of places.entries()) {
    const previous = places.slice(0, index);
    if (!open.includes(place.point)) addIssue(index, 'point', 'oneOf');
    else if (previous.some(({ point }) => point === place.point)) addIssue(index, 'point', 'duplicate');
    const issue = placeIssue(place, layout, [...fixedPlaces, ...previous]) ?? (printed(place) ? 'placeOnText' : null);
    if (issue === 'placeOutside' && layout.pages[place.page - 1] === undefined) addIssue(index, 'page', 'oneOf');
    else if (issue) addIssue(index, 'box', issue);
  }
  if (issues.length > 0) throw new Refusal('document.invalid', { fieldErrors: issues });
}

const roundToHundredths = (value: number): number => Math.round(value * 100) / 100;

/** Rounded for storage: more digits have no meaning. */
const roundPlaces = (places: SignaturePlacesChange['places']): ChosenPlaces =>
  places.map(({ point, page, box: [left, bottom, right, top] }) => ({
    ...{ point, page },
    box: [roundToHundredths(left), roundToHundredths(bottom), roundToHundredths(right), roundToHundredths(top)],
  }));

interface Command {
  actor: Actor;
  caller: EvidenceActor;
  id: number;
}

/** The document with its folder, both locked until the transaction ends. @throws Refusal according to its state */
async function lockPlaceable(tx: Tx, { actor, id }: Command): Promise<SigningDocument> {
  await findVisible(tx, actor, id, 'document.edit');
  const loaded = await loadForSigning(tx, id, { until: tx });
  if (loaded === undefined) throw new Refusal('document.notFound');
  requirePossible(refusedPlaces(loaded));
  return loaded;
}

/**
 * Stores the chosen places of a document and, on request, for later ones of its kind.
 * @throws Refusal document.notFound, 403, life.…, places.generated, places.inFile, document.invalid, conflict.stale
 */
export async function choosePlaces(world: World, command: Command & { input: SignaturePlacesChange }): Promise<void> {
  const { actor, caller, id, input } = command;
  const { read } = world.database;
  await findVisible(read, actor, id, 'document.edit');
  const loaded = await loadForSigning(read, id);
  if (loaded === undefined) throw new Refusal('document.notFound');
  requirePossible(refusedPlaces(loaded));
  const file = await readFile(world, loaded);
  const decided = decideFilePlaces(loaded, file, await knownPlaces(read, loaded.document, file));
  const fixed = fixedBy(loaded, file, decided);
  const places = roundPlaces(input.places);
  const approval = approvalOf({ fixed, isOpen: true }, decided);
  const isApprovalOnly = places.length > 0 && places.every(({ point }) => point === approval?.point);
  if (fixed && !isApprovalOnly) throw new Refusal(fixed);
  const open = [...decided.filter(isMovable).map(({ point }) => point), ...(approval ? [approval.point] : [])];
  const { layout } = file;
  const printed = await measurePrinted(world, { ...contentOf(world, file.sha256), layout }, places).catch(
    (error: unknown) => {
      world.log.warn({ err: error, documentId: id }, 'pages of a file cannot be drawn');
      throw new Refusal('pdf.timeout');
    },
  );
  const inFields = decided.filter(({ origin, problem }) => origin === 'field' && problem !== null);
  refuseMisplaced(places, { layout, open, inFields, printed });
  await world.database.transaction(async (tx) => {
    const { document } = await lockPlaceable(tx, command);
    if (document.file_sha256 !== file.sha256) throw new Refusal('conflict.stale');
    const previous = await findOwnPlaces(tx, id);
    refuseChanged(input.lastModifiedDate, previous);
    const at = previous ? editDate(previous.chosen_date, world.clock.now()) : world.clock.now();
    const choice = { places, by: actor.login, at };
    await storeOwnPlaces(tx, { documentId: id, fileSha256: file.sha256 }, choice);
    const remember = input.remember === true;
    const kind = kindOf(document, file.layout);
    if (remember && places.length > 0) await rememberPlaces(tx, kind, choice);
    if (remember && places.length === 0) await deleteRememberedPlaces(tx, kind);
    const placesDetail = places.map(({ point, page, box }) => ({ point, page, box }));
    const detail = { sha256: file.sha256, places: placesDetail, remembered: remember };
    await record(tx, documentSubject(id), { type: 'places.chosen', actor: caller, detail }, at);
  });
}

/** @param lastRead null: the caller read that none were chosen; undefined: the caller does not compare. @throws Refusal conflict.stale */
function refuseChanged(lastRead: Date | null | undefined, stored: OwnPlaces | undefined): void {
  if (lastRead === undefined) return;
  if ((lastRead?.getTime() ?? null) !== (stored?.chosen_date.getTime() ?? null)) throw new Refusal('conflict.stale');
}

/** Resets the places of one document; those remembered for its kind stay. @throws Refusal as {@link choosePlaces} */
export async function resetPlaces(world: World, command: Command): Promise<void> {
  await world.database.transaction(async (tx) => {
    await lockPlaceable(tx, command);
    if (!(await removeOwnPlaces(tx, command.id))) return;
    const event = { type: 'places.withdrawn', actor: command.caller, detail: {} } as const;
    await record(tx, documentSubject(command.id), event, world.clock.now());
  });
}
