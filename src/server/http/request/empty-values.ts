/** Removes values that count as absent from a body: empty texts, and empty read-only fields. */
import { z } from 'zod';

type Body = Readonly<Record<string, unknown>>;

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): boolean => value === null || value === '';

const accepts = (schema: z.core.$ZodType, value: unknown): boolean => z.safeParse(schema, value).success;

/** Unwraps the schema: optional, nullable, transformed. */
function unwrap(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrap(schema.unwrap());
  return schema instanceof z.ZodPipe ? unwrap(schema.in) : schema;
}

/** The object schema for a body: of a union, the one that the discriminator selects. */
function objectOf(schema: z.core.$ZodType | undefined, body: Body): z.ZodObject | undefined {
  const unwrapped = unwrap(schema);
  if (unwrapped instanceof z.ZodObject) return unwrapped;
  if (!(unwrapped instanceof z.ZodDiscriminatedUnion)) return undefined;
  const { discriminator } = unwrapped.def;
  const options = unwrapped.options.filter((option) => option instanceof z.ZodObject);
  return options.find(({ shape }) => {
    const tagSchema = shape[discriminator];
    return tagSchema !== undefined && accepts(tagSchema, body[discriminator]);
  });
}

/** An empty file is an empty text in base64: it counts as given and is refused as an empty file. */
const CONTENT = 'content';

/** Null if the field may be null, else absent if it may be; an empty text in a required field stays. */
function emptied(field: z.core.$ZodType): null | undefined | '' {
  if (accepts(field, null)) return null;
  return accepts(field, undefined) ? undefined : '';
}

/**
 * Removes empty values from a body as if they had not been sent: forms send an empty text for a missing value, and a
 * row that never existed is sent with the fields of one that does.
 * @param schema of the body. @param answer the answer's schema, which shows the read-only fields.
 */
export function withoutEmptyValues(
  body: unknown,
  schema: z.core.$ZodType | undefined,
  answer: z.core.$ZodType | undefined,
): unknown {
  if (Array.isArray(body)) {
    const unwrapped = unwrap(schema);
    if (!(unwrapped instanceof z.ZodArray)) return body;
    return body.map((item) => withoutEmptyValues(item, unwrapped.element, undefined));
  }
  if (!isBody(body)) return body;
  const inputShape = objectOf(schema, body)?.shape;
  if (inputShape === undefined) return body;
  const answerShape = objectOf(answer, body)?.shape ?? {};
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
      const field = Object.hasOwn(inputShape, name) ? inputShape[name] : undefined;
      const answerField = Object.hasOwn(answerShape, name) ? answerShape[name] : undefined;
      if (field === undefined) return answerField !== undefined && isEmpty(value) ? [] : [[name, value]];
      const cleaned = value === '' && name !== CONTENT ? emptied(field) : withoutEmptyValues(value, field, answerField);
      return cleaned === undefined ? [] : [[name, cleaned]];
    }),
  );
}
