/** The demo's built-in tools service: a fixed list of invented dealers. */
import type { Dealer } from '#domain/dealers/brands.ts';
import type { DealerDirectory } from '#ports/dealer-directory.ts';

export function openBuiltInDealers(dealers: readonly Dealer[]): DealerDirectory {
  return {
    async list(signal) {
      signal?.throwIfAborted();
      return dealers.map((dealer) => ({ ...dealer }));
    },
  };
}
