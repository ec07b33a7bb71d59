/** Who may open the files of a document (P-4, D-4). */
import type { Action } from '../access.ts';

/** A copy of an identity document: for whoever identifies people, each look at it is written down (D-4). */
export const IDENTITY_PAPER = 'OTHER_IDENTITY';

/** What one has to be allowed to open the files of a document of that type. */
export const fileAction = (type: string): Action => (type === IDENTITY_PAPER ? 'document.sign' : 'document.read');
