/** Paging, sorting and criteria of every list. */
import { z } from 'zod';
import { wholeNumber } from './whole-number.ts';

/** `page` from 0, `size` up to 10000, `sort=field,order` repeated; default page 0, size 20, sort id,desc. */
export const pageQuery = z.strictObject({
  page: wholeNumber(0, 999_999_999).default(0),
  size: wholeNumber(1, 10_000).default(20),
  sort: z
    .union([z.string(), z.array(z.string())])
    .default('id,desc')
    .transform((value) => (Array.isArray(value) ? value : [value])),
});
export type PageQuery = z.output<typeof pageQuery>;

/** Id of a row in a body. */
export const rowId = z.int().positive().max(Number.MAX_SAFE_INTEGER);

export const idParams = z.strictObject({
  id: wholeNumber(1, Number.MAX_SAFE_INTEGER),
});
