/** Folder searches are limited to the user's own brands unless a brand is given; for users without brands no call is made. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { folderSearch } from '../queries.ts';

const asked = vi.fn<(body: unknown) => void>();
const wanted = { page: 0, size: 5, sort: 'id,desc', criteria: { dossierId: { equals: 7 } } };
const brandsOf = (...brands: ('mini' | 'bmw')[]) => ({ brands: brands.map((brand) => ({ brand, permissions: [] })) });

beforeEach(() => {
  asked.mockReset();
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    asked(JSON.parse(String(body)));
    return Response.json([{ id: 1 }], { headers: { 'x-total-count': '12' } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('searches all brands of the user', async () => {
  const found = await new QueryClient().fetchQuery(folderSearch(brandsOf('mini', 'bmw'), wanted));
  expect(asked).toHaveBeenCalledExactlyOnceWith({ dossierId: { equals: 7 }, brand: { in: ['mini', 'bmw'] } });
  expect(found).toMatchObject({ rows: [{ id: 1 }], total: 12 });
});

it('keeps a given brand', async () => {
  const criteria = { brand: { equals: 'mini' } };
  await new QueryClient().fetchQuery(folderSearch(brandsOf('mini', 'bmw'), { ...wanted, criteria }));
  expect(asked).toHaveBeenCalledExactlyOnceWith(criteria);
});

it('returns nothing to a user without brands, without a request', async () => {
  const found = await new QueryClient().fetchQuery(folderSearch(brandsOf(), wanted));
  expect(found).toEqual({ rows: [], total: 0 });
  expect(asked).not.toHaveBeenCalled();
});
