/** Whether handwriting is how this page signs, so that its first page announces that and no code. */
import { isOnTablet } from '../../shared/on-tablet.ts';
import type { SignView } from '../api/types.ts';

/** On a phone a document that may be written by hand is still signed by code, unless none can be sent. */
export const signsByHand = (view: Pick<SignView, 'byHand' | 'noCodes'>): boolean =>
  view.noCodes === true || (view.byHand === true && isOnTablet());
