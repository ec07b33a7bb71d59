/** Decides whether this page signs by handwriting, so that its first page announces that and no code. */
import { isOnTablet } from '../../shared/on-tablet.ts';
import type { SignView } from '../api/types.ts';

/** On a phone, a document that allows handwriting is still signed by code, unless no code can be sent. */
export const signsByHand = (view: Pick<SignView, 'byHand' | 'noCodes'>): boolean =>
  view.noCodes === true || (view.byHand === true && isOnTablet());
