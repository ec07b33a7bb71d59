/** Actions on a folder: rights, statuses and reasons, for the portal and the server's guard. */
import type { ActionEntry } from '../action-table.ts';
import type { FOLDER_STATUSES } from './folder.ts';

export interface FolderFacts {
  status: (typeof FOLDER_STATUSES)[number];
  numberOfDocuments: number;
  /** Number of its documents ready to sign, and of those that can be signed with one code; absent if unknown. */
  ready?: number;
  together?: number;
}

export type FolderReason = 'folderClosed' | 'noDocuments' | 'noneTogether' | 'hasDocuments' | 'hasJobId';

const noObstacle = (): null => null;
const closedObstacle = ({ status }: Pick<FolderFacts, 'status'>): FolderReason | null =>
  status === 'OPEN' ? null : 'folderClosed';

/** A menu shows them from last to first. */
export const FOLDER_ACTIONS = {
  // The folder's content is part of the right's decision.
  delete: { rights: ['folder.delete'], shownAgainst: ['hasDocuments', 'hasJobId'], refusal: noObstacle },
  reopen: { rights: ['folder.edit'], statuses: ['CLOSED'], refusal: noObstacle },
  close: { rights: ['folder.edit'], statuses: ['OPEN'], refusal: closedObstacle },
  edit: { rights: ['folder.edit'], refusal: noObstacle },
  zip: {
    rights: ['folder.read'],
    refusal: ({ numberOfDocuments }: FolderFacts) => (numberOfDocuments === 0 ? 'noDocuments' : null),
  },
  'new-document': { rights: ['document.create'], statuses: ['OPEN'], refusal: closedObstacle },
  /** With at least two ready documents, offers to sign them with one link. */
  together: {
    rights: ['document.sign'],
    applies: ({ ready = 0 }: FolderFacts) => ready >= 2,
    refusal: (folder: FolderFacts) => closedObstacle(folder) ?? ((folder.together ?? 0) < 2 ? 'noneTogether' : null),
  },
} as const satisfies Record<string, ActionEntry<FolderFacts, FolderReason>>;
export type FolderActionKey = keyof typeof FOLDER_ACTIONS;
