/** The refusal of a number in a URL names the violated bound. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { fieldMessage } from '#domain/field-message.ts';
import { fieldIssues } from '#domain/validation.ts';
import { SchemaPrinter } from './openapi-schemas.ts';
import { idParams, pageQuery } from './paging.ts';
import { wholeNumber } from './whole-number.ts';

const messagesOf = (schema: z.ZodType, value: object): string[] => {
  const { error } = schema.safeParse(value, { reportInput: true });
  return error ? fieldIssues('object', error).map((issue) => `${issue.field}: ${fieldMessage(issue, 'it')}`) : [];
};

it.each([
  [{ page: '-1' }, 'page: Deve essere almeno 0'],
  [{ page: '1000000000' }, 'page: Deve essere al massimo 999999999'],
  [{ size: '0' }, 'size: Deve essere almeno 1'],
  [{ size: '-5' }, 'size: Deve essere almeno 1'],
  [{ size: '10001' }, 'size: Deve essere al massimo 10000'],
  [{ size: '9'.repeat(400) }, 'size: Deve essere al massimo 10000'],
  [{ size: '1.5' }, 'size: Numero intero non valido'],
  [{ size: '1e3' }, 'size: Numero intero non valido'],
  [{ size: '' }, 'size: Numero intero non valido'],
  [{ size: ' 5' }, 'size: Numero intero non valido'],
  [{ page: '-0' }, 'page: Deve essere almeno 0'],
])('paging refuses %o', (query, message) => expect(messagesOf(pageQuery, query)).toEqual([message]));

it.each([
  ['0', 'id: Deve essere almeno 1'],
  ['-7', 'id: Deve essere almeno 1'],
  ['9007199254740992', 'id: Deve essere al massimo 9007199254740991'],
  ['abc', 'id: Numero intero non valido'],
])('an id %s is refused', (id, message) => expect(messagesOf(idParams, { id })).toEqual([message]));

it.each([{}, { page: '0' }, { size: '1' }, { size: '10000' }, { page: '999999999', size: '007' }])(
  'paging accepts %o',
  (query) => expect(messagesOf(pageQuery, query)).toEqual([]),
);

it('paging is published with its bounds', () => {
  const printed = new SchemaPrinter(new Map(), 'it').print(z.object({ days: wholeNumber(1, 3650) }), 'input');
  expect(printed.properties).toEqual({ days: { type: 'integer', minimum: 1, maximum: 3650 } });
});
