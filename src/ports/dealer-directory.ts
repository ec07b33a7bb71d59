/** The directory of dealers: the tools service. */
import type { Dealer } from '#domain/dealers/brands.ts';

export interface DealerDirectory {
  /**
   * Every dealer there is, whatever its brands.
   * @param signal ends the call early. @throws OutsideFailure when the directory does not answer, or not rightly: there
   * is no half of an answer.
   */
  list(signal?: AbortSignal): Promise<readonly Dealer[]>;
}
