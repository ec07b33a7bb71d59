/** The directory of dealers: the tools service. */
import type { Dealer } from '#domain/dealers/brands.ts';

export interface DealerDirectory {
  /**
   * All dealers of any brand.
   * @param signal aborts the call. @throws OutsideFailure when the directory does not answer, or not correctly: there
   * are no partial answers.
   */
  list(signal?: AbortSignal): Promise<readonly Dealer[]>;
}
