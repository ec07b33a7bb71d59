/** Company names may end with a full stop; a sentence that ends with such a name has no second one. */
import { expect, it } from 'vitest';
import { fieldMessage, fill } from './field-message.ts';
import { singleFullStop } from './single-full-stop.ts';

it('removes the second of two full stops, and keeps dots with another meaning', () => {
  const text = 'Confermato da Bianchi S.n.c.. Scritta da Rossi S.p.A.. Un momento... Fatto. Altro…';
  expect(singleFullStop(text)).toBe('Confermato da Bianchi S.n.c. Scritta da Rossi S.p.A. Un momento... Fatto. Altro…');
});

it('applies to every refusal that contains a name', () => {
  expect(fill('Numero di {name}. Correggilo.', { name: 'Bianchi S.n.c.' })).toBe(
    'Numero di Bianchi S.n.c. Correggilo.',
  );
  expect(fieldMessage({ objectName: 'x', field: 'y', code: 'oneOf', parameters: { values: 'A.' } }, 'it')).toContain(
    'A.',
  );
});
