/** What was opened last, as kind and id alone: no name, plate or code is kept (P-19). */

export const RECENT_KINDS = ['dossiers', 'folders', 'documents'] as const;
export type RecentKind = (typeof RECENT_KINDS)[number];

export interface Recent {
  kind: RecentKind;
  id: number;
}

const MOST = 6;

/** The customer, folder or document a page is about. */
export function subjectOf(pathname: string): Recent | null {
  const [, kind, id] = /^\/app\/(dossiers|folders|documents)\/([1-9]\d{0,14})$/.exec(pathname) ?? [];
  const known = RECENT_KINDS.find((one) => one === kind);
  return known === undefined ? null : { kind: known, id: Number(id) };
}

/** The newest first, each once. */
export function withRecent(list: readonly Recent[], opened: Recent): Recent[] {
  return [opened, ...list.filter(({ kind, id }) => kind !== opened.kind || id !== opened.id)].slice(0, MOST);
}

/** What an earlier page kept, without trusting its shape. */
export function readRecent(kept: unknown): Recent[] {
  if (!Array.isArray(kept)) return [];
  return kept
    .filter((one): one is Recent => RECENT_KINDS.includes(one?.kind) && Number.isSafeInteger(one?.id) && one.id > 0)
    .map(({ kind, id }) => ({ kind, id }))
    .slice(0, MOST);
}
