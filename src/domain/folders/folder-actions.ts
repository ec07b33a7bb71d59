/** What can be done with a folder: rights, statuses and reasons, for the portal and for the server's guard. */
import type { ActionEntry } from '../action-table.ts';
import type { FOLDER_STATUSES } from './folder.ts';

export interface FolderFacts {
  status: (typeof FOLDER_STATUSES)[number];
  numberOfDocuments: number;
  /** How many of its documents are ready to sign, and how many of these go with one code; where they are known. */
  ready?: number;
  together?: number;
}

export type FolderReason = 'folderClosed' | 'noDocuments' | 'noneTogether' | 'hasDocuments' | 'hasJobId';

const possible = (): null => null;
const whileOpen = ({ status }: Pick<FolderFacts, 'status'>): FolderReason | null =>
  status === 'OPEN' ? null : 'folderClosed';

/** A menu shows them from the last to the first. */
export const FOLDER_ACTIONS = {
  // What it contains is judged with the right.
  delete: { rights: ['folder.delete'], shownAgainst: ['hasDocuments', 'hasJobId'], refusal: possible },
  reopen: { rights: ['folder.edit'], statuses: ['CLOSED'], refusal: possible },
  close: { rights: ['folder.edit'], statuses: ['OPEN'], refusal: whileOpen },
  edit: { rights: ['folder.edit'], refusal: possible },
  zip: {
    rights: ['folder.read'],
    refusal: ({ numberOfDocuments }: FolderFacts) => (numberOfDocuments === 0 ? 'noDocuments' : null),
  },
  'new-document': { rights: ['document.create'], statuses: ['OPEN'], refusal: whileOpen },
  /** With two that are ready it is offered to sign them with one link. */
  together: {
    rights: ['document.sign'],
    applies: ({ ready = 0 }: FolderFacts) => ready >= 2,
    refusal: (folder: FolderFacts) => whileOpen(folder) ?? ((folder.together ?? 0) < 2 ? 'noneTogether' : null),
  },
} as const satisfies Record<string, ActionEntry<FolderFacts, FolderReason>>;
export type FolderActionKey = keyof typeof FOLDER_ACTIONS;
