/** Decides who may open the files of a document. */
import type { Action } from '../access.ts';

/** A copy of an identity document: only for users who identify signers; each view is recorded. */
export const IDENTITY_PAPER = 'OTHER_IDENTITY';

/** The right required to open the files of a document of that type. */
export const fileAction = (type: string): Action => (type === IDENTITY_PAPER ? 'document.sign' : 'document.read');
