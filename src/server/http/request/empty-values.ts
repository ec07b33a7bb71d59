/** What a body leaves out though it names it: empty texts, and read-only fields that hold nothing (P-15, P-20 "an empty value is null or absent"). */
import { z } from 'zod';

type Body = Readonly<Record<string, unknown>>;

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): boolean => value === null || value === '';

const accepts = (schema: z.core.$ZodType, value: unknown): boolean => z.safeParse(schema, value).success;

/** Without what stands around an object: absent or null allowed, transformed afterwards. */
function core(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return core(schema.unwrap());
  return schema instanceof z.ZodPipe ? core(schema.in) : schema;
}

/** The object that a body is held against: of several the one that its discriminator names. */
function objectOf(schema: z.core.$ZodType | undefined, body: Body): z.ZodObject | undefined {
  const found = core(schema);
  if (found instanceof z.ZodObject) return found;
  if (!(found instanceof z.ZodDiscriminatedUnion)) return undefined;
  const { discriminator } = found.def;
  const options = found.options.filter((option) => option instanceof z.ZodObject);
  return options.find(({ shape }) => {
    const named = shape[discriminator];
    return named !== undefined && accepts(named, body[discriminator]);
  });
}

/** A file of no bytes is in base64 an empty text: given, and refused as an empty file (specification §5 "File drop"). */
const CONTENT = 'content';

/** Null where the field may be null, else left out where it may be; an empty text that is asked for stays what it is. */
function emptied(field: z.core.$ZodType): null | undefined | '' {
  if (accepts(field, null)) return null;
  return accepts(field, undefined) ? undefined : '';
}

/**
 * The body as if its sender had left out what is empty: forms send an empty text for a value that is not there, and a row
 * that never was comes with the fields of one that is.
 * @param schema of the body. @param answer of the call: the fields that are read and not written are known by it.
 */
export function withoutEmptyValues(
  body: unknown,
  schema: z.core.$ZodType | undefined,
  answer: z.core.$ZodType | undefined,
): unknown {
  if (Array.isArray(body)) {
    const found = core(schema);
    if (!(found instanceof z.ZodArray)) return body;
    return body.map((one) => withoutEmptyValues(one, found.element, undefined));
  }
  if (!isBody(body)) return body;
  const written = objectOf(schema, body)?.shape;
  if (written === undefined) return body;
  const read = objectOf(answer, body)?.shape ?? {};
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
      const field = Object.hasOwn(written, name) ? written[name] : undefined;
      const known = Object.hasOwn(read, name) ? read[name] : undefined;
      if (field === undefined) return known !== undefined && isEmpty(value) ? [] : [[name, value]];
      const given = value === '' && name !== CONTENT ? emptied(field) : withoutEmptyValues(value, field, known);
      return given === undefined ? [] : [[name, given]];
    }),
  );
}
