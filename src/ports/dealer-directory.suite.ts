/** The contract of every dealer directory; each adapter runs it. */
import { describe, expect, it } from 'vitest';
import { DEALER_FIELDS, type Dealer } from '#domain/dealers/brands.ts';
import type { DealerDirectory } from './dealer-directory.ts';

/** @param open a directory that contains exactly `dealers`. */
export function dealerDirectorySuite(
  name: string,
  dealers: readonly Dealer[],
  open: () => Promise<DealerDirectory>,
): void {
  describe(`dealer directory: ${name}`, () => {
    it('lists every dealer, including one without brands, with exactly its fields', async () => {
      const listed = await (await open()).list();
      expect(listed).toEqual(dealers);
      expect(dealers.some((dealer) => dealer.tipo_auto === '-' && dealer.tipo_moto === '-')).toBe(true);
      for (const dealer of listed) expect(Object.keys(dealer).sort()).toEqual([...DEALER_FIELDS].sort());
    });

    it('returns the same again, even if the caller modified the first result', async () => {
      const directory = await open();
      const [first] = await directory.list();
      if (first !== undefined) first.name = 'cambiato';
      expect(await directory.list()).toEqual(dealers);
    });

    it('stops when aborted', async () => {
      const directory = await open();
      const reason = new Error('basta');
      await expect(directory.list(AbortSignal.abort(reason))).rejects.toBe(reason);
    });
  });
}
