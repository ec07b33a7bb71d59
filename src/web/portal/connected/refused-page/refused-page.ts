/** A start that was refused because a page is drawn differently: shown with both drawings, since a toast has no room for them. */
import { ApiFailure } from '../../api/failure.ts';
import { makeAsked } from '../act/question.ts';

export interface RefusedPage {
  /** What was not done. */
  readonly title: string;
  readonly message: string;
  /** Data URL: both drawings side by side. */
  readonly picture: string;
}

export const refusedPage = makeAsked<RefusedPage>();

/** Shows the page of a refusal that has its picture. @returns false for every other failure. */
export function showRefusedPage(title: string, failure: unknown): boolean {
  if (!(failure instanceof ApiFailure)) return false;
  const { comparison, detail, message } = failure.body;
  if (comparison === undefined) return false;
  refusedPage.ask({ title, message: detail ?? message ?? '', picture: comparison });
  return true;
}
