/** Texts of the API page, and JSON Schema types in words. */
import type { JsonSchema } from '#contract/definition/openapi-schemas.ts';
import type { Language } from '#domain/errors.ts';

export const PAGE_WORDS = {
  it: {
    title: 'Le chiamate',
    lead: 'Tutte le chiamate del server, con campi, esempi e rifiuti.',
    machine: 'OpenAPI 3.1 in JSON',
    contents: 'Argomenti',
    general: 'Regole comuni',
    path: 'Parametri del percorso',
    query: 'Parametri',
    criteria: 'Criteri',
    body: 'Corpo della richiesta',
    answer: 'Risposta',
    refusals: 'Rifiuti',
    fields: 'Campi',
    example: 'Esempio',
    field: 'Campo',
    type: 'Tipo',
    operators: 'Operatori',
    required: 'obbligatorio',
    meaning: 'Significato',
    code: 'Codice',
    file: 'Un file',
    nothing: 'Senza contenuto',
    idempotent: 'Accetta Idempotency-Key',
    calls: 'chiamate',
    skip: 'Vai al contenuto',
  },
  en: {
    title: 'The calls',
    lead: 'Every call of the server, with fields, examples and refusals.',
    machine: 'OpenAPI 3.1 as JSON',
    contents: 'Subjects',
    general: 'What holds for all',
    path: 'Parameters of the path',
    query: 'Parameters',
    criteria: 'Criteria',
    body: 'Request body',
    answer: 'Answer',
    refusals: 'Refusals',
    fields: 'Fields',
    example: 'Example',
    field: 'Field',
    type: 'Type',
    operators: 'Operators',
    required: 'required',
    meaning: 'Meaning',
    code: 'Code',
    file: 'A file',
    nothing: 'No content',
    idempotent: 'Takes an Idempotency-Key',
    calls: 'calls',
    skip: 'Skip to content',
  },
} as const satisfies Record<Language, Record<string, string>>;

const TYPE_WORDS = {
  it: {
    string: 'testo',
    integer: 'numero intero',
    number: 'numero',
    boolean: 'vero o falso',
    object: 'oggetto',
    array: 'elenco',
    null: 'nullo',
    date: 'data',
    'date-time': 'istante',
    any: 'qualsiasi valore',
    map: 'oggetto con chiavi libere',
    or: ' oppure ',
    of: 'elenco di: ',
    oneOf: 'uno tra ',
    nullable: ', anche nullo',
  },
  en: {
    string: 'text',
    integer: 'whole number',
    number: 'number',
    boolean: 'true or false',
    object: 'object',
    array: 'list',
    null: 'null',
    date: 'date',
    'date-time': 'instant',
    any: 'any value',
    map: 'object with free keys',
    or: ' or ',
    of: 'list of: ',
    oneOf: 'one of ',
    nullable: ', or null',
  },
} as const satisfies Record<Language, Record<string, string>>;

type TypeName = keyof (typeof TYPE_WORDS)['it'];

function bounds(schema: JsonSchema): string {
  const ends = ([least, most]: [unknown, unknown]): string => {
    if (least === undefined && most === undefined) return '';
    if (least === undefined) return ` ≤ ${most}`;
    return most === undefined ? ` ≥ ${least}` : ` ${least}–${most}`;
  };
  const length = schema.type === 'array' ? [schema.minItems, schema.maxItems] : [schema.minLength, schema.maxLength];
  return ends(length as [unknown, unknown]) || ends([schema.minimum, schema.maximum]);
}

/** A schema in a few words: `testo ≤ 255, anche nullo`. */
export function typeWords(schema: JsonSchema, language: Language): string {
  const words = TYPE_WORDS[language];
  const word = (name: unknown): string => words[name as TypeName] ?? String(name);
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? '';
  const branches = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (branches !== undefined) return branches.map((branch) => typeWords(branch, language)).join(words.or);
  const all = [schema.type].flat().filter((name) => name !== undefined);
  const types = all.filter((name) => name !== 'null');
  const nullable = all.length > types.length && types.length > 0 ? words.nullable : '';
  const values = (schema.enum as unknown[] | undefined)?.filter((value) => value !== null);
  if (values !== undefined) return `${words.oneOf}${values.join(', ')}${nullable}`;
  if (types.length === 0) return all.length > 0 ? words.null : words.any;
  const [type] = types;
  if (type === 'array' && types.length === 1) {
    return `${words.of}${typeWords((schema.items ?? {}) as JsonSchema, language)}${bounds(schema)}${nullable}`;
  }
  if (type === 'object' && schema.properties === undefined) return `${words.map}${nullable}`;
  const names = types.map((name) => word(name === 'string' && schema.format ? schema.format : name));
  return `${names.join(words.or)}${bounds(schema)}${nullable}`;
}
