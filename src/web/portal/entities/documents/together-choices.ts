/** Decides which documents of a folder may be signed with one link and one code, and why others may not now. Pure. */
import { isPrivacyType } from '#domain/consents/notices.ts';
import { type LifeReason, UNSIGNED_ACTIONS } from '#domain/documents/unsigned-actions.ts';
import { decideTogether, MAX_TOGETHER, type TogetherReason } from '#domain/signing/signed-together.ts';
import type { DocumentRow } from '../../api/answer-types.ts';

export interface TogetherChoice {
  readonly row: DocumentRow;
  /** Null when it may be chosen. */
  readonly reason: LifeReason | TogetherReason | null;
}

function togetherReason(rows: readonly DocumentRow[]): TogetherReason | null {
  const decision = decideTogether(rows);
  return decision.ok ? null : decision.reason;
}

/** Why a document may not be signed together with those already selected, or null. */
function reasonOf(row: DocumentRow, selected: readonly DocumentRow[], folderStatus: string): TogetherChoice['reason'] {
  // Report first what excludes it from every set, before problems whose fix would not help.
  return (
    togetherReason([row, row]) ??
    UNSIGNED_ACTIONS.sign.refusal({ ...row, folderStatus }) ??
    togetherReason([...selected, row])
  );
}

/** The ready documents in the customer's reading order: privacy first, then by creation. */
const readyOf = (rows: readonly DocumentRow[]): DocumentRow[] =>
  rows
    .filter(({ status }) => status === 'READY_TO_SIGN')
    .toSorted((a, b) => Number(isPrivacyType(b.type)) - Number(isPrivacyType(a.type)) || a.id - b.id);

/** The documents that are ready. @param chosen ids; the first of them in the list determines the kind of signature. */
export function togetherChoices(
  rows: readonly DocumentRow[],
  folderStatus: string,
  chosen: readonly number[],
): TogetherChoice[] {
  const ready = readyOf(rows);
  const [first, ...alsoChosen] = ready.filter((row) => chosen.includes(row.id));
  return ready.map((row, index) => {
    const selected = [first ?? row, ...alsoChosen.filter((other) => ready.indexOf(other) < index)];
    return { row, reason: reasonOf(row, selected, folderStatus) };
  });
}

/**
 * What is ticked when the dialog opens: everything that can be signed with the first possible document, up to a limit,
 * as a folder may hold thousands.
 * @param with the document with which the others are to be signed.
 */
export function proposedTogether(
  rows: readonly DocumentRow[],
  folderStatus: string,
  { most = MAX_TOGETHER, with: first = null }: { most?: number; with?: number | null } = {},
): number[] {
  const proposed: DocumentRow[] = [];
  const ready = readyOf(rows);
  for (const row of [...ready.filter(({ id }) => id === first), ...ready.filter(({ id }) => id !== first)]) {
    if (proposed.length >= most) break;
    if (reasonOf(row, proposed.length === 0 ? [row] : proposed, folderStatus) === null) proposed.push(row);
  }
  return proposed.map(({ id }) => id);
}
