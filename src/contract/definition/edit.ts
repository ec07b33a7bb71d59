/** The body of a PUT: the entity may come back whole, as it was read (P-15). */
import { z } from 'zod';

/** Who made and changed a row, and doubts about it: in every answer, never written. */
const NEVER_WRITTEN = ['createdBy', 'createdDate', 'lastModifiedBy', 'warnings'] as const;

/** `carried` is told by the documentation. */
const derivedValue = z.unknown().optional().meta({ carried: 'derived' });
const fixedValue = z.unknown().optional().meta({ carried: 'fixed' });
type Anything = typeof derivedValue;

/** As answers write it; with another zone it means the same. */
export const lastModifiedDate = z
  .string()
  .refine((text) => z.iso.datetime({ offset: true }).safeParse(text).success && !Number.isNaN(Date.parse(text)), {
    message: 'date',
  })
  .transform((text) => new Date(text))
  .nullish();

const idSchema = z.number().int().positive();

/**
 * A strict schema of `id`, `lastModifiedDate` (of the row as it was read; left out: not compared) and `fields`.
 * @param carried `fixed`: may come back, but only as they are stored (`changedFields` on the server);
 * `derived`: may come back with any value and are ignored.
 */
export function editSchema<F extends z.ZodRawShape, X extends string = never>(
  fields: F,
  carried: { fixed?: readonly X[]; derived?: readonly string[] },
) {
  const ignored = [...NEVER_WRITTEN, ...(carried.derived ?? [])].map((name) => [name, derivedValue]);
  const compared = (carried.fixed ?? []).map((name) => [name, fixedValue]);
  const passed = Object.fromEntries([...ignored, ...compared]) as Record<X, Anything>;
  return z.strictObject({ ...passed, ...fields, id: idSchema, lastModifiedDate });
}
