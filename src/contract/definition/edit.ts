/** The body of a PUT: may be the whole entity as it was read. */
import { z } from 'zod';

const nullableString = z.string().nullable();

/** Author and last editor in a response. */
export const authorFields = {
  createdBy: nullableString,
  createdDate: z.string(),
  lastModifiedBy: nullableString,
  lastModifiedDate: z.string(),
};

/** An example of `authorFields`: the row as it was created. */
export const authorExample = <const By extends string, const At extends string>(by: By, at: At) => ({
  createdBy: by,
  createdDate: at,
  lastModifiedBy: by,
  lastModifiedDate: at,
});

/** Doubts about the values of a row in a response; they do not stop it from being saved. */
export const warnings = z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })).optional();

/** Author, last editor and warnings: part of every response, never written. */
const READ_ONLY_MEMBERS = ['createdBy', 'createdDate', 'lastModifiedBy', 'warnings'] as const;

/** `carried` is shown in the documentation. */
const derivedValue = z.unknown().optional().meta({ carried: 'derived' });
const fixedValue = z.unknown().optional().meta({ carried: 'fixed' });
type Anything = typeof derivedValue;

/** As in responses; another time zone is equivalent. */
export const lastModifiedDate = z
  .string()
  .refine((text) => z.iso.datetime({ offset: true }).safeParse(text).success && !Number.isNaN(Date.parse(text)), {
    message: 'date',
  })
  .transform((text) => new Date(text))
  .nullish();

const idSchema = z.number().int().positive();

/**
 * A strict schema of `id`, `lastModifiedDate` (of the row as it was read; not compared when omitted) and `fields`.
 * @param carried `fixed`: may be sent back, but only with their stored values (`changedFixedFields` on the server);
 * `derived`: may be sent back with any value and are ignored.
 */
export function editSchema<F extends z.ZodRawShape, X extends string = never>(
  fields: F,
  carried: { fixed?: readonly X[]; derived?: readonly string[] },
) {
  const ignored = [...READ_ONLY_MEMBERS, ...(carried.derived ?? [])].map((name) => [name, derivedValue]);
  const compared = (carried.fixed ?? []).map((name) => [name, fixedValue]);
  const passed = Object.fromEntries([...ignored, ...compared]) as Record<X, Anything>;
  return z.strictObject({ ...passed, ...fields, id: idSchema, lastModifiedDate });
}
