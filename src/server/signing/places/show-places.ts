/** Presents the places of a file: its pages, its fields, and the place of each signature. */
import type { SignaturePlaces } from '#contract/signing/signature-places.ts';
import { type Language, REFUSALS, type RefusalCode } from '#domain/errors.ts';
import type { SignerRole } from '#domain/folders/folder-types.ts';
import {
  ADDED_APPROVAL,
  canAddApproval,
  type DecidedPlace,
  isMovable,
  offeredLines,
  unsettledFields,
  unusedFields,
} from '#domain/signing/fields/decide.ts';
import type { SignatureLine } from '#domain/signing/lines/signature-lines.ts';
import { signaturePointLabel } from '#domain/signing/messages/paper-names.ts';
import { pointLabels, SEPARATE_APPROVAL } from '#domain/signing/point-labels.ts';
import { STAFF_ROLES } from '#domain/signing/staff-signers.ts';
import type { OwnPlaces, RememberedPlaces } from './places.queries.ts';
import { type FileRead, type StoredPlaces, toKnownPlaces, type Uploaded } from './read-layout.ts';

/** A file that was read, with its document. */
export interface PlacesToShow {
  readonly of: Uploaded;
  /** The customer's name; null where unknown. */
  readonly signer: string | null;
  readonly file: FileRead;
  readonly known: StoredPlaces;
  /** Why no place can be moved; null when movable ones can. */
  readonly fixed: RefusalCode | null;
  /** Whether the document's state allows choosing places now. */
  readonly isOpen: boolean;
}

/** The stored choice that a place comes from. */
export const choiceOf = (
  { origin }: DecidedPlace,
  { own, remembered }: StoredPlaces,
): OwnPlaces | RememberedPlaces | undefined => {
  if (origin === 'placed' || (origin === 'page' && own)) return own;
  return origin === 'remembered' || origin === 'page' ? remembered : undefined;
};

/** Even a file with a field for each signature may lack a place for the approval of clauses. */
export function approvalOf(
  { fixed, isOpen }: Pick<PlacesToShow, 'fixed' | 'isOpen'>,
  decided: readonly DecidedPlace[],
): { readonly point: number; readonly label: string } | null {
  if ((fixed !== null && fixed !== 'places.inFile') || !isOpen) return null;
  return canAddApproval(decided) ? { point: ADDED_APPROVAL, label: SEPARATE_APPROVAL } : null;
}

const presentLines = (lines: readonly SignatureLine[]): SignaturePlaces['points'][number]['offers'] =>
  lines.map(({ page, box, label }) => ({ page, box: [...box], words: label }));

/** Signature fields of staff on a generated paper are named after their role. */
const roleOfField = (name: string): SignerRole => STAFF_ROLES.find((role) => name === `Firma_${role}`) ?? 'customer';

const problemOf = (decided: DecidedPlace): SignaturePlaces['points'][number]['problem'] => {
  const { problem } = decided;
  return (
    problem && { field: problem.field.name, fault: problem.fault, settled: unsettledFields([decided]).length === 0 }
  );
};

/** On generated papers, the fields that the product drew are the points. */
function pointsOf(
  { of, signer, file: read, known }: PlacesToShow,
  decided: readonly DecidedPlace[],
): SignaturePlaces['points'] {
  const { document } = of;
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
    const lines = isMovable(one) ? offeredLines(one, decided, read.layout, toKnownPlaces(of, read, known)) : [];
    const choice = choiceOf(one, known);
    return {
      // The dealer's signer may be unknown before the start: the role suffices.
      ...{ point, role, signer: role === 'customer' ? signer : null, origin },
      ...{ label: labels[index] ?? label, added: point === ADDED_APPROVAL, problem: problemOf(one) },
      ...{ page: place?.page ?? null, box: place ? [...place.box] : null, words, offers: presentLines(lines) },
      ...{ chosenBy: choice?.chosen_by ?? null, chosenDate: choice?.chosen_date.toISOString() ?? null },
    };
  });
}

/** @param decided the result of `decideFilePlaces` for the same file. */
export function showPlaces(
  shown: PlacesToShow,
  decided: readonly DecidedPlace[],
  language: Language,
): Omit<SignaturePlaces, 'documentId'> {
  const { of, file, known, fixed } = shown;
  const { pages, fields } = file.layout;
  const leftOut = file.generated ? [] : unusedFields(file.layout, decided);
  const approval = approvalOf(shown, decided);
  const approvalLines = offeredLines(
    { role: 'customer', purpose: 'approval' },
    ...([decided, file.layout, toKnownPlaces(of, file, known)] as const),
  );
  return {
    fixed: fixed && { code: fixed, text: REFUSALS[fixed][language] },
    pages: pages.map(({ crop, ...rest }) => ({ crop: [...crop], ...rest })),
    fields: fields.map((field) => {
      const { name, page, box, fault = null } = field;
      return { name, page, box: [...box], leftOut: leftOut.includes(field), fault };
    }),
    points: pointsOf(shown, decided),
    approval: approval && { ...approval, offers: presentLines(approvalLines) },
    remembered: known.remembered !== undefined,
    lastModifiedDate: known.own?.chosen_date.toISOString() ?? null,
  };
}
