/** The built-in tools service of the demo: a fixed list of invented dealers (P-1, P-2). */
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
