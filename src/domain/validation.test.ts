/** Each validation rule has a code and a message in both languages, and every zod issue maps to one of ours. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldMessage } from './field-message.ts';
import { FIELD_MESSAGES, type FieldMessageCode } from './field-messages.ts';
import { isoDate } from './text-schemas.ts';
import { fieldIssues } from './validation.ts';

const AT = new Date('2026-11-20T12:00:00Z');

/** The rule's name, a schema with it, a value that violates it, and the Italian message. */
const RULES: readonly (readonly [rule: string, schema: z.ZodType, broken: unknown, it: string])[] = [
  ['required', z.string(), undefined, 'Campo obbligatorio'],
  ['required', z.string(), null, 'Campo obbligatorio'],
  ['required', z.string().min(1), '', 'Campo obbligatorio'],
  ['required', z.array(z.string()).min(1), [], 'Campo obbligatorio'],
  ['string min', z.string().min(3), 'ab', 'Almeno 3 caratteri'],
  ['string max', z.string().max(3), 'abcd', 'Al massimo 3 caratteri'],
  ['string exact length', z.string().length(3), 'ab', 'Esattamente 3 caratteri'],
  ['string exact length', z.string().length(3), 'abcd', 'Esattamente 3 caratteri'],
  ['email', z.email(), 'nessuna', 'Indirizzo e-mail non valido'],
  ['email', z.string().email(), 'nessuna', 'Indirizzo e-mail non valido'],
  ['URL', z.url(), 'nessuno', 'Indirizzo web non valido'],
  ['regex', z.string().regex(/^x$/), 'y', 'Formato non valido'],
  ['regex', z.uuid(), 'y', 'Formato non valido'],
  ['trim', z.string().refine((text) => text === text.trim(), 'trim'), ' x', 'Togli gli spazi all’inizio e alla fine'],
  ['case', z.string().lowercase(), 'A', 'Scrivi solo lettere minuscole'],
  ['case', z.string().uppercase(), 'a', 'Scrivi solo lettere maiuscole'],
  ['number min', z.number().min(5), 4, 'Deve essere almeno 5'],
  ['number min', z.number().min(1), 0, 'Deve essere almeno 1'],
  ['number max', z.number().max(5), 6, 'Deve essere al massimo 5'],
  ['less than', z.number().lt(5), 5, 'Deve essere minore di 5'],
  ['more than', z.number().gt(5), 5, 'Deve essere maggiore di 5'],
  ['positive', z.number().positive(), 0, 'Deve essere maggiore di zero'],
  ['negative', z.number().negative(), 0, 'Deve essere minore di zero'],
  ['integer', z.number().int(), 1.5, 'Numero intero non valido'],
  ['integer', z.int(), 1.5, 'Numero intero non valido'],
  ['integer', z.number().multipleOf(1), 1.5, 'Numero intero non valido'],
  ['date min', z.date().min(AT), new Date(0), 'La prima data ammessa è 20/11/2026'],
  ['date max', z.date().max(AT), new Date('2027-01-01'), 'L’ultima data ammessa è 20/11/2026'],
  ['not a date', isoDate, '20/11/2026', 'Data non valida'],
  ['a day that does not exist', isoDate, '2026-02-31', 'Data non valida: il 31/02/2026 non esiste'],
  ['a day before every date allowed', isoDate, '1799-12-31', 'La prima data ammessa è 01/01/1800'],
  ['array min', z.array(z.number()).min(2), [1], 'Elementi richiesti: almeno 2'],
  ['array max', z.array(z.number()).max(2), [1, 2, 3], 'Elementi ammessi: al massimo 2'],
  ['array min', z.array(z.number()).length(2), [1], 'Elementi richiesti: almeno 2'],
  ['array max', z.array(z.number()).length(2), [1, 2, 3], 'Elementi ammessi: al massimo 2'],
  ['one of', z.enum(['a', 'b']), 'c', 'Valore non ammesso'],
  ['one of', z.literal(1), 2, 'Valore non ammesso'],
  ['not one of', z.string().refine((text) => text !== 'a', 'notOneOf'), 'a', 'Questo valore non si può usare'],
  ['another type', z.string(), 7, 'Valore non valido'],
  ['another type', z.union([z.string(), z.number()]), true, 'Valore non valido'],
];

const issueOf = (schema: z.ZodType, broken: unknown) => {
  const { error } = z.object({ field: schema }).safeParse({ field: broken }, { reportInput: true });
  const issues = error ? fieldIssues('object', error) : [];
  expect(issues).toHaveLength(1);
  return issues[0] ?? { objectName: '', field: '', code: 'type' as const };
};

describe('a validation message', () => {
  it.each(RULES)('of the rule “%s” (%#)', (_rule, schema, broken, words) => {
    const issue = issueOf(schema, broken);
    expect(issue.field).toBe('field');
    expect(fieldMessage(issue, 'it')).toBe(words);
    // The English message takes the same parameters and differs.
    const english = fieldMessage(issue, 'en');
    expect(english).not.toBe(words);
    expect(english).not.toMatch(/[{}]/);
  });

  it('names a required field by its label', () => {
    const issue = issueOf(z.string(), undefined);
    expect(fieldMessage(issue, 'it', 'Telaio')).toBe('Telaio è un campo obbligatorio');
    expect(fieldMessage(issue, 'en', 'VIN')).toBe('VIN is a required field');
  });

  it('exists in both languages with the same parameters, for every code', () => {
    const parametersIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const code of Object.keys(FIELD_MESSAGES) as FieldMessageCode[]) {
      const { it: italian, en } = FIELD_MESSAGES[code];
      expect(italian.trim(), code).not.toBe('');
      expect(parametersIn(en), code).toEqual(parametersIn(italian));
    }
  });
});
