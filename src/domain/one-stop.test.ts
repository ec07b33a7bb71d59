/** Names of companies end with a stop; a sentence that ends with one has no second. */
import { expect, it } from 'vitest';
import { fieldMessage, fill } from './field-message.ts';
import { oneStop } from './one-stop.ts';

it.each([
  ['Confermato da Bianchi S.n.c..', 'Confermato da Bianchi S.n.c.'],
  ['Scritta da Rossi S.p.A.. Vale da oggi.', 'Scritta da Rossi S.p.A. Vale da oggi.'],
  ['Un momento...', 'Un momento...'],
  ['Un momento…', 'Un momento…'],
  ['Fatto.', 'Fatto.'],
])('%j becomes %j', (text, words) => expect(oneStop(text)).toBe(words));

it('holds of every refusal that names somebody', () => {
  expect(fill('Numero di {name}. Correggilo.', { name: 'Bianchi S.n.c.' })).toBe(
    'Numero di Bianchi S.n.c. Correggilo.',
  );
  expect(fieldMessage({ objectName: 'x', field: 'y', code: 'oneOf', parameters: { values: 'A.' } }, 'it')).toContain(
    'A.',
  );
});
