/** Where an uploaded document is signed: seen, chosen, remembered, and settled when its signature starts (P-6). */
import { createHash } from 'node:crypto';
import type { SignaturePlaces, SignaturePlacesChange } from '#contract/signature-places.ts';
import type { Actor } from '#domain/access.ts';
import { DOCUMENT_ACTIONS } from '#domain/documents/document-actions.ts';
import { requirePossible } from '#domain/documents/require-possible.ts';
import { type FieldIssue, type Language, REFUSALS, Refusal, type RefusalCode } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { SIGNER_ROLES, type SignerRole } from '#domain/folders/folder-types.ts';
import {
  ADDED_APPROVAL,
  type ChosenPlaces,
  type DecidedPlace,
  decidePlaces,
  fieldsLeftOut,
  isMovable,
  type KnownPlaces,
  type OpenPoint,
  offeredLines,
  takesApproval,
  unsettledFields,
} from '#domain/signing/fields/decide.ts';
import type { SignatureLine } from '#domain/signing/lines/signature-lines.ts';
import { signaturePointLabel } from '#domain/signing/paper-names.ts';
import {
  anchoredPlace,
  FIELD_DOUBT,
  type FileField,
  type FileLayout,
  type Place,
  placeIssue,
  shapeText,
} from '#domain/signing/places.ts';
import { pointLabels, SEPARATE_APPROVAL } from '#domain/signing/point-labels.ts';
import { STAFF_ROLES } from '#domain/signing/staff-signers.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { findVisible, type LoadedDocument, loadForSigning, type SigningDocument } from '../documents/index.ts';
import { documentSubject, record } from '../evidence/index.ts';
import { editDate } from '../http/edit.ts';
import type { World } from '../world.ts';
import {
  findOwnPlaces,
  findRememberedPlaces,
  forgetPlaces,
  type Kind,
  type OwnPlaces,
  type RememberedPlaces,
  rememberPlaces,
  removeOwnPlaces,
  storeOwnPlaces,
} from './place-rows.ts';
import { fileLines } from './places/file-lines.ts';
import { measurePrinted, type Printed } from './places/printed.ts';

/**
 * The signature of each who signs; what they sign besides, the file says. A role has its number whoever else signs, so
 * that a place that was chosen stays its own.
 */
const openPoints = ({ staffRoles }: SigningDocument): OpenPoint[] =>
  SIGNER_ROLES.map((role, index) => ({ point: index + 1, role })).filter(
    ({ role }) => role === 'customer' || staffRoles.includes(role),
  );

/** A file that was looked at: its layout is of no other. */
export interface FileRead {
  readonly sha256: string;
  readonly layout: FileLayout;
  readonly generated: boolean;
  /** Lines for signatures that it shows. */
  readonly lines: readonly SignatureLine[];
  /** Whether something is printed at a place that a signature may get. */
  readonly printed: Printed;
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

const kindOf = (document: LoadedDocument, layout: FileLayout): Kind => ({
  hst: document.hst,
  type: document.type,
  shapeSha256: sha256Of(shapeText(layout.pages)),
});

/** @throws Refusal document.noFile, pdf.timeout */
async function readFile(world: World, loaded: SigningDocument): Promise<FileRead> {
  const { document, anchors } = loaded;
  const { file_sha256: sha256 } = document;
  // Pages are counted by the gate: a file that has not passed it is not opened here.
  if (sha256 === null || document.pages === null) throw new Refusal('document.noFile');
  const bytes = await world.storage.get(sha256);
  const texts = anchors.map(({ text }) => text);
  const look = async () => {
    const layout = await world.pdf.layout(bytes, texts);
    const generated = await loaded.isGenerated();
    const lines = generated ? [] : await fileLines(world, { sha256, layout });
    const places = generated ? [] : [...(await likelyPlaces(world, loaded, layout)), ...lines];
    const printed = await measurePrinted(world, { sha256, layout }, places);
    const fields = layout.fields.map((field) => withPrinted(field, printed));
    return { sha256, layout: { ...layout, fields }, lines, generated, printed };
  };
  return look().catch((error: unknown) => {
    world.log.warn({ err: error, documentId: document.id }, 'places of a file cannot be read');
    throw new Refusal('pdf.timeout');
  });
}

/** Places that signatures may get without being put there on this document. */
async function likelyPlaces(
  world: World,
  { document, anchors }: SigningDocument,
  layout: FileLayout,
): Promise<Place[]> {
  const remembered = await findRememberedPlaces(world.database.read, kindOf(document, layout));
  const beside = anchors.flatMap((anchor, index) => {
    const hit = layout.hits[index];
    return (hit && anchoredPlace(anchor, hit, layout.pages)) ?? [];
  });
  return [...layout.fields.filter(({ fault }) => !fault), ...(remembered?.places ?? []), ...beside];
}

const withPrinted = (field: FileField, printed: Printed): FileField =>
  !field.fault && printed(field) === true ? { ...field, fault: FIELD_DOUBT } : field;

interface Known {
  readonly own: OwnPlaces | undefined;
  readonly remembered: RememberedPlaces | undefined;
}

async function knownPlaces(db: Db, document: LoadedDocument, { sha256, layout }: FileRead): Promise<Known> {
  const own = await findOwnPlaces(db, document.id);
  return {
    own: own?.file_sha256 === sha256 ? own : undefined,
    remembered: await findRememberedPlaces(db, kindOf(document, layout)),
  };
}

type Judged = Pick<FileRead, 'layout' | 'lines' | 'printed'>;

const knownOf = (loaded: SigningDocument, { lines, printed }: Judged, { own, remembered }: Known): KnownPlaces => ({
  chosen: own?.places ?? null,
  remembered: remembered?.places ?? null,
  anchors: loaded.anchors,
  lines,
  isPrinted: (place) => printed(place) ?? false,
});

const decide = (loaded: SigningDocument, file: Judged, known: Known): DecidedPlace[] =>
  decidePlaces(openPoints(loaded), file.layout, knownOf(loaded, file, known));

/** Whose choice a place is. */
const chooserOf = ({ origin }: DecidedPlace, { own, remembered }: Known): OwnPlaces | RememberedPlaces | undefined => {
  if (origin === 'placed' || (origin === 'page' && own)) return own;
  return origin === 'remembered' || origin === 'page' ? remembered : undefined;
};

/**
 * The file of an upload that is about to be signed. How often it is signed stands in it alone: nobody signs one that
 * cannot be read now, for its approval of clauses would be lost and nobody would know (D-15).
 * @throws Refusal places.unread, document.noFile
 */
export async function readFileToSign(world: World, loaded: SigningDocument): Promise<FileRead> {
  return readFile(world, loaded).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'document.noFile') throw error;
    world.log.warn({ err: error, documentId: loaded.document.id }, 'a file to sign cannot be read now');
    throw new Refusal('places.unread');
  });
}

/** So many fields are told by name. */
const MOST_TOLD = 30;
/** A name is told to so many characters. */
const LONGEST_NAME = 80;

/** Nobody signs there and nobody ever will: whoever made the file meant something by it. */
async function noteLeftOut(
  tx: Tx,
  documentId: number,
  fields: ReturnType<typeof fieldsLeftOut>,
  { sessionId, by, at }: { sessionId: number; by: EvidenceActor; at: Date },
): Promise<void> {
  if (fields.length === 0) return;
  const told = fields.slice(0, MOST_TOLD).map(({ name, page }) => ({ name: name.slice(0, LONGEST_NAME), page }));
  const detail = { sessionId, fields: told, others: fields.length - told.length };
  await record(tx, documentSubject(documentId), { type: 'places.leftOut', actor: by, detail }, at);
}

/**
 * A field that is meant for somebody who signs and does not serve is never passed over in silence.
 * @throws Refusal places.field…, which names the fields that have the first fault; the places of the document tell all.
 */
function refuseUnsettled(decided: readonly DecidedPlace[]): void {
  const unsettled = unsettledFields(decided);
  const [first] = unsettled;
  if (first === undefined) return;
  const alike = unsettled.filter(({ fault }) => fault === first.fault).slice(0, MOST_TOLD);
  const name = alike.map(({ field }) => field.name.slice(0, LONGEST_NAME)).join('», «');
  throw new Refusal(`places.${first.fault}`, { parameters: { name } });
}

/**
 * Before a start that no member of staff is there to be asked about.
 * @throws Refusal places.field…, places.unread, document.notFound
 */
export async function refuseUnplaced(world: World, actor: Actor, id: number): Promise<void> {
  const { read } = world.database;
  const seen = await findVisible(read, actor, id, 'document.sign');
  const loaded = await loadForSigning(read, seen);
  // What is being signed was settled, and what cannot start is refused for that.
  if (loaded === undefined || seen.status !== 'READY_TO_SIGN' || refusedPlaces(loaded) !== null || seen.pages === null)
    return;
  const file = await readFileToSign(world, loaded);
  if (!file.generated) refuseUnsettled(decide(loaded, file, await knownPlaces(read, loaded.document, file)));
}

/**
 * What the signatures of a new session are called, and where they stand; noted in the trail.
 * @throws Refusal places.field…, signing.changedMeanwhile
 */
export async function settlePlaces(
  tx: Tx,
  loaded: SigningDocument,
  read: FileRead,
  start: { sessionId: number; addedFields: string; by: EvidenceActor; at: Date },
): Promise<{ field: string; role: SignerRole; label: string; page: number | null; box: string | null }[]> {
  const { document } = loaded;
  const { sessionId, by, at } = start;
  const known = await knownPlaces(tx, document, read);
  const printed = (place: Place): boolean => {
    const found = read.printed(place);
    // Other places were remembered since the file was read.
    if (found === undefined) throw new Refusal('signing.changedMeanwhile');
    return found;
  };
  const all = decide(loaded, { ...read, printed }, known);
  refuseUnsettled(all);
  const labels = pointLabels(document.type, all);
  const settled = [];
  for (const [index, decided] of all.entries()) {
    const { origin, place, role, point } = decided;
    const label = labels[index] ?? signaturePointLabel(document.type);
    const field = decided.field ?? `${start.addedFields}${point}`;
    if (place === null) {
      settled.push({ field, role, label, page: null, box: null });
      continue;
    }
    const { page, box } = place;
    settled.push({ field, role, label, page, box: JSON.stringify(box) });
    const chosenBy = chooserOf(decided, known)?.chosen_by ?? null;
    const detail = { sessionId, field, origin, page, box, chosenBy };
    await record(tx, documentSubject(document.id), { type: 'signature.placed', actor: by, detail }, at);
  }
  await noteLeftOut(tx, document.id, fieldsLeftOut(read.layout, all), start);
  return settled;
}

/** Why it cannot be chosen now where it is signed. */
function refusedPlaces({ document, folder }: SigningDocument) {
  const { status, signable, sig_type: sigType, mime_type: mimeType } = document;
  return DOCUMENT_ACTIONS.places.refusal({ status, signable, sigType, mimeType, folderStatus: folder.status });
}

/** Why nobody can move its signatures; null when they can be moved. */
function fixedBy(loaded: SigningDocument, read: FileRead, decided: readonly DecidedPlace[]): RefusalCode | null {
  if (read.generated) return 'places.generated';
  if (!decided.some(isMovable)) return 'places.inFile';
  const reason = refusedPlaces(loaded);
  return reason && `life.${reason}`;
}

/** Also a file whose every signature stands in a field of its own may lack a place for the approval of clauses (D-15). */
function approvalOf(
  loaded: SigningDocument,
  decided: readonly DecidedPlace[],
  fixed: RefusalCode | null,
): { readonly point: number; readonly label: string } | null {
  if ((fixed !== null && fixed !== 'places.inFile') || refusedPlaces(loaded) !== null) return null;
  return takesApproval(decided) ? { point: ADDED_APPROVAL, label: SEPARATE_APPROVAL } : null;
}

const offered = (lines: readonly SignatureLine[]): SignaturePlaces['points'][number]['offers'] =>
  lines.map(({ page, box, label }) => ({ page, box: [...box], words: label }));

/** The boxes of staff on a generated paper are named after their role. */
const roleOfField = (name: string): SignerRole => STAFF_ROLES.find((role) => name === `Firma_${role}`) ?? 'customer';

const problemOf = (decided: DecidedPlace): SignaturePlaces['points'][number]['problem'] => {
  const { problem } = decided;
  return (
    problem && { field: problem.field.name, fault: problem.fault, settled: unsettledFields([decided]).length === 0 }
  );
};

/** Fields that the product drew itself are the points of its papers. */
function pointsOf(
  loaded: SigningDocument,
  read: FileRead,
  decided: readonly DecidedPlace[],
  known: Known,
): SignaturePlaces['points'] {
  const { document, customer } = loaded;
  const signer = `${customer.first_name} ${customer.last_name}`.trim();
  const label = signaturePointLabel(document.type);
  if (read.generated) {
    return read.layout.fields.map(({ name, tip, page, box }, index) => ({
      ...{ point: index + 1, role: roleOfField(name), signer: tip ? null : signer },
      ...{ label: tip ?? label, added: false, origin: 'field' as const, problem: null },
      ...{ page, box: [...box], words: null, offers: [], chosenBy: null, chosenDate: null },
    }));
  }
  const labels = pointLabels(document.type, decided);
  return decided.map((one, index) => {
    const { point, role, origin, place, words } = one;
    const lines = isMovable(one) ? offeredLines(one, decided, read.layout, knownOf(loaded, read, known)) : [];
    const chooser = chooserOf(one, known);
    return {
      // Who it is for the dealer may be known at the start alone: the role says enough.
      ...{ point, role, signer: role === 'customer' ? signer : null, origin },
      ...{ label: labels[index] ?? label, added: point === ADDED_APPROVAL, problem: problemOf(one) },
      ...{ page: place?.page ?? null, box: place ? [...place.box] : null, words, offers: offered(lines) },
      ...{ chosenBy: chooser?.chosen_by ?? null, chosenDate: chooser?.chosen_date.toISOString() ?? null },
    };
  });
}

/** Where each signature of a document would stand now. @throws Refusal document.notFound, life.…, document.noFile, pdf.timeout */
export async function presentPlaces(
  world: World,
  { actor, id, language }: { actor: Actor; id: number; language: Language },
): Promise<SignaturePlaces> {
  const { read } = world.database;
  await findVisible(read, actor, id);
  const loaded = await loadForSigning(read, id);
  if (loaded === undefined) throw new Refusal('document.notFound');
  const reason = refusedPlaces(loaded);
  // An expired one is renewed as it is, a closed folder is opened again: until then it is looked at.
  if (reason !== 'folderClosed' && loaded.document.status !== 'EXPIRED') requirePossible(reason);
  const file = await readFile(world, loaded);
  const known = await knownPlaces(read, loaded.document, file);
  const decided = decide(loaded, file, known);
  const fixed = fixedBy(loaded, file, decided);
  const { pages, fields } = file.layout;
  const leftOut = file.generated ? [] : fieldsLeftOut(file.layout, decided);
  const approval = approvalOf(loaded, decided, fixed);
  const approvalLines = offeredLines(
    { role: 'customer', purpose: 'approval' },
    ...([decided, file.layout, knownOf(loaded, file, known)] as const),
  );
  return {
    documentId: id,
    fixed: fixed && { code: fixed, text: REFUSALS[fixed][language] },
    pages: pages.map(({ crop, ...shown }) => ({ crop: [...crop], ...shown })),
    fields: fields.map((field) => {
      const { name, page, box, fault = null } = field;
      return { name, page, box: [...box], leftOut: leftOut.includes(field), fault };
    }),
    points: pointsOf(loaded, file, decided, known),
    approval: approval && { ...approval, offers: offered(approvalLines) },
    remembered: known.remembered !== undefined,
    lastModifiedDate: known.own?.chosen_date.toISOString() ?? null,
  };
}

interface Misplacing {
  readonly layout: FileLayout;
  /** Numbers of the points that can be put. */
  readonly open: readonly number[];
  /** Points that stay in their fields although text is printed there. */
  readonly inFields: readonly DecidedPlace[];
  readonly printed: Printed;
}

/** @throws Refusal document.invalid with the fields that are refused */
function refuseMisplaced(places: ChosenPlaces, { layout, open, inFields, printed }: Misplacing): void {
  const issues: FieldIssue[] = [];
  const moved = places.map(({ point }) => point);
  const staying = inFields.flatMap(({ point, place }) => (moved.includes(point) ? [] : (place ?? [])));
  const refused = (index: number, field: string, code: FieldIssue['code']) =>
    issues.push({ objectName: 'document', field: `places.${index}.${field}`, code });
  for (const [index, place] of places.entries()) {
    const before = places.slice(0, index);
    if (!open.includes(place.point)) refused(index, 'point', 'oneOf');
    else if (before.some(({ point }) => point === place.point)) refused(index, 'point', 'duplicate');
    const issue = placeIssue(place, layout, [...staying, ...before]) ?? (printed(place) ? 'placeOnText' : null);
    if (issue === 'placeOutside' && layout.pages[place.page - 1] === undefined) refused(index, 'page', 'oneOf');
    else if (issue) refused(index, 'box', issue);
  }
  if (issues.length > 0) throw new Refusal('document.invalid', { fieldErrors: issues });
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** As they are kept: nobody means further digits. */
const keptPlaces = (places: SignaturePlacesChange['places']): ChosenPlaces =>
  places.map(({ point, page, box: [left, bottom, right, top] }) => ({
    ...{ point, page },
    box: [hundredths(left), hundredths(bottom), hundredths(right), hundredths(top)],
  }));

interface Command {
  actor: Actor;
  caller: EvidenceActor;
  id: number;
}

/** The document with its folder, both held until the transaction ends. @throws Refusal as its state refuses */
async function holdPlaceable(tx: Tx, { actor, id }: Command): Promise<SigningDocument> {
  await findVisible(tx, actor, id, 'document.edit');
  const loaded = await loadForSigning(tx, id, { until: tx });
  if (loaded === undefined) throw new Refusal('document.notFound');
  requirePossible(refusedPlaces(loaded));
  return loaded;
}

/**
 * Keeps where somebody wants a document signed, and on request for the next ones of its kind.
 * @throws Refusal document.notFound, 403, life.…, places.generated, places.inFile, document.invalid, conflict.stale
 */
export async function choosePlaces(world: World, command: Command & { input: SignaturePlacesChange }): Promise<void> {
  const { actor, caller, id, input } = command;
  const { read } = world.database;
  await findVisible(read, actor, id, 'document.edit');
  const seen = await loadForSigning(read, id);
  if (seen === undefined) throw new Refusal('document.notFound');
  requirePossible(refusedPlaces(seen));
  const file = await readFile(world, seen);
  const decided = decide(seen, file, await knownPlaces(read, seen.document, file));
  const fixed = fixedBy(seen, file, decided);
  const places = keptPlaces(input.places);
  const approval = approvalOf(seen, decided, fixed);
  const added = places.length > 0 && places.every(({ point }) => point === approval?.point);
  if (fixed && !added) throw new Refusal(fixed);
  const open = [...decided.filter(isMovable).map(({ point }) => point), ...(approval ? [approval.point] : [])];
  const { layout } = file;
  const printed = await measurePrinted(world, file, places).catch((error: unknown) => {
    world.log.warn({ err: error, documentId: id }, 'pages of a file cannot be drawn');
    throw new Refusal('pdf.timeout');
  });
  const inFields = decided.filter(({ origin, problem }) => origin === 'field' && problem !== null);
  refuseMisplaced(places, { layout, open, inFields, printed });
  await world.database.transaction(async (tx) => {
    const { document } = await holdPlaceable(tx, command);
    if (document.file_sha256 !== file.sha256) throw new Refusal('conflict.stale');
    const before = await findOwnPlaces(tx, id);
    refuseChanged(input.lastModifiedDate, before);
    const at = before ? editDate(before.chosen_date, world.clock.now()) : world.clock.now();
    const choice = { places, by: actor.login, at };
    await storeOwnPlaces(tx, { documentId: id, fileSha256: file.sha256 }, choice);
    const remember = input.remember === true;
    const kind = kindOf(document, file.layout);
    if (remember && places.length > 0) await rememberPlaces(tx, kind, choice);
    if (remember && places.length === 0) await forgetPlaces(tx, kind);
    const told = places.map(({ point, page, box }) => ({ point, page, box }));
    const detail = { sha256: file.sha256, places: told, remembered: remember };
    await record(tx, documentSubject(id), { type: 'places.chosen', actor: caller, detail }, at);
  });
}

/** @param read null: none were chosen then; undefined: the caller does not compare. @throws Refusal conflict.stale */
function refuseChanged(read: Date | null | undefined, stored: OwnPlaces | undefined): void {
  if (read === undefined) return;
  if ((read?.getTime() ?? null) !== (stored?.chosen_date.getTime() ?? null)) throw new Refusal('conflict.stale');
}

/** Gives up the places of one document; what was remembered for others stays. @throws Refusal as {@link choosePlaces} */
export async function resetPlaces(world: World, command: Command): Promise<void> {
  await world.database.transaction(async (tx) => {
    await holdPlaceable(tx, command);
    if (!(await removeOwnPlaces(tx, command.id))) return;
    const event = { type: 'places.withdrawn', actor: command.caller, detail: {} } as const;
    await record(tx, documentSubject(command.id), event, world.clock.now());
  });
}
