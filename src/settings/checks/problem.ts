/** What is wrong with a setting, in both languages: the terminal that reads it chooses one when it is printed. */
import type { z } from 'zod';
import type { Message } from '#domain/errors.ts';

export interface Problem {
  /** The setting, or the argument of the command line. */
  readonly name: string;
  /** Follows the name; English that begins with "is" is the verb of a sentence whose subject is the name. */
  readonly message: Message;
}

export const MISSING: Message = { it: 'manca', en: 'is missing' };
export const requiredWith = (other: string): Message => ({
  it: `serve insieme a ${other}`,
  en: `is needed with ${other}`,
});
export const incompatibleWith = (other: string): Message => ({
  it: `non insieme a ${other}`,
  en: `not beside ${other}`,
});

/** A message with its reason appended. */
export const withReason = (message: Message, reason: Message): Message => ({
  it: `${message.it}: ${reason.it}`,
  en: `${message.en}: ${reason.en}`,
});

export const isVerb = ({ en }: Message): boolean => en.startsWith('is ');

export function sentenceOf({ name, message }: Problem): Message {
  const between = isVerb(message) ? ' ' : ': ';
  return { it: `${name}${between}${message.it}`, en: `${name}${between}${message.en}` };
}

/** Each name once, with its first problem. */
export const firstOfEach = (problems: readonly Problem[]): Problem[] =>
  problems.filter(({ name }, index) => problems.findIndex((problem) => problem.name === name) === index);

const BY_ENGLISH = new Map<string, Message>();

/** Options of a Zod check. An issue has one text, the English one, by which {@link problemsIn} finds both. */
export function bilingual(message: Message): { message: string } {
  BY_ENGLISH.set(message.en, message);
  return { message: message.en };
}

/** Problems found by the schemas; an absent value is reported as missing, regardless of the schema. */
export const problemsIn = (error: z.ZodError, values: Readonly<Record<string, unknown>>): Problem[] =>
  error.issues.map((issue) => {
    // An element of a list has an index after the name.
    const name = String(issue.path[0]);
    return { name, message: values[name] === undefined ? MISSING : (BY_ENGLISH.get(issue.message) ?? standard(issue)) };
  });

/** Messages for Zod's built-in checks. */
function standard(issue: z.core.$ZodIssue): Message {
  switch (issue.code) {
    case 'invalid_type':
      return { it: 'atteso un numero intero', en: 'expected a whole number' };
    case 'too_small':
      return { it: `atteso almeno ${issue.minimum}`, en: `expected at least ${issue.minimum}` };
    case 'too_big':
      return { it: `atteso al massimo ${issue.maximum}`, en: `expected at most ${issue.maximum}` };
    case 'invalid_value': {
      const values = orList(issue.values.map(String));
      return { it: `atteso ${values.it}`, en: `expected ${values.en}` };
    }
    case 'invalid_format':
      return { it: 'attesa una data come 2031-01-01', en: 'expected a date such as 2031-01-01' };
    default:
      return { it: 'valore non ammesso', en: 'not an allowed value' };
  }
}

const LISTS = {
  it: new Intl.ListFormat('it', { type: 'disjunction' }),
  en: new Intl.ListFormat('en-GB', { type: 'disjunction' }),
};

/** The items with "or" before the last one. */
export const orList = (items: readonly string[]): Message => ({
  it: LISTS.it.format(items),
  en: LISTS.en.format(items),
});
