/** What an operator reads about a setting, stated where its value is parsed; name, default and range follow from the code. */
import { z } from 'zod';

export interface Description {
  /** One sentence. */
  readonly what: string;
  /** A value as written in the settings file; for a secret, the path of its file. */
  readonly example: string;
  /** What a number counts. */
  readonly unit?: string;
  /** The behaviour without the setting, where the schema has no default. */
  readonly unset?: string;
  /** A new installation starts with this line: it must be filled in. */
  readonly initial?: true;
}

const DESCRIPTIONS = z.registry<Description>();

/** A setting with its description. */
export const setting = <S extends z.ZodType>(
  schema: S,
  what: string,
  example: string,
  more: Pick<Description, 'unit' | 'unset' | 'initial'> = {},
): S => {
  DESCRIPTIONS.add(schema, { what, example, ...more });
  return schema;
};

export const descriptionOf = (schema: z.ZodType): Description | undefined => DESCRIPTIONS.get(schema);
