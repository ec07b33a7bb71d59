/** Derives what a user created and changed from the authors and dates of the rows. */
import type { DocumentRow, DossierRow, FolderRow } from '../../api/answer-types.ts';

export type OwnRow =
  | { kind: 'document'; row: DocumentRow }
  | { kind: 'folder'; row: FolderRow }
  | { kind: 'customer'; row: DossierRow };

export type OwnEvent = OwnRow & { did: 'created' | 'changed'; at: string };

/**
 * Creations and last changes by `login`, newest first; a row changed later by another user counts only as created, and
 * duplicates count once.
 */
export function ownEvents(login: string, rows: readonly OwnRow[], most: number): OwnEvent[] {
  const once = new Map(rows.map((own) => [`${own.kind} ${own.row.id}`, own]));
  return [...once.values()]
    .flatMap((ownRow): OwnEvent[] => {
      const { createdBy, createdDate, lastModifiedBy, lastModifiedDate } = ownRow.row;
      const events: OwnEvent[] = [];
      if (createdBy === login) events.push({ ...ownRow, did: 'created', at: createdDate });
      if (lastModifiedBy === login && lastModifiedDate > createdDate) {
        events.push({ ...ownRow, did: 'changed', at: lastModifiedDate });
      }
      return events;
    })
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
    .slice(0, most);
}
