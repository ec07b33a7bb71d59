/** Recently opened records, stored only as kind and id: no name, plate or code. */

export const RECENT_KINDS = ['dossiers', 'folders', 'documents'] as const;
export type RecentKind = (typeof RECENT_KINDS)[number];

export interface Recent {
  kind: RecentKind;
  id: number;
}

const MAX_RECENT = 6;

/** The customer, folder or document of the page. */
export function subjectOf(pathname: string): Recent | null {
  const [, kind, id] = /^\/app\/(dossiers|folders|documents)\/([1-9]\d{0,14})$/.exec(pathname) ?? [];
  const knownKind = RECENT_KINDS.find((candidate) => candidate === kind);
  return knownKind === undefined ? null : { kind: knownKind, id: Number(id) };
}

/** Newest first, without duplicates. */
export function withRecent(list: readonly Recent[], opened: Recent): Recent[] {
  return [opened, ...list.filter(({ kind, id }) => kind !== opened.kind || id !== opened.id)].slice(0, MAX_RECENT);
}

/** Validates the stored value, which an older version may have written. */
export function readRecent(stored: unknown): Recent[] {
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((one): one is Recent => RECENT_KINDS.includes(one?.kind) && Number.isSafeInteger(one?.id) && one.id > 0)
    .map(({ kind, id }) => ({ kind, id }))
    .slice(0, MAX_RECENT);
}
