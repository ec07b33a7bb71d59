/**
 * A start that was refused because two programs render a page differently: shown in a dialog with both pictures, which
 * do not fit in a toast.
 */
import { ApiFailure } from '../../api/failure.ts';
import { makeSharedState } from '../act/shared-state.ts';

export interface RefusedPage {
  /** What was not done. */
  readonly title: string;
  readonly message: string;
  /** Data URL: both pictures side by side. */
  readonly picture: string;
}

export const refusedPage = makeSharedState<RefusedPage>();

/** Shows the page of a refusal that includes its picture. @returns false for every other failure. */
export function showRefusedPage(title: string, failure: unknown): boolean {
  if (!(failure instanceof ApiFailure)) return false;
  const { comparison, detail, message } = failure.body;
  if (comparison === undefined) return false;
  refusedPage.set({ title, message: detail ?? message ?? '', picture: comparison });
  return true;
}
