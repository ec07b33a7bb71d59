/** Which words name the signer of the line next to them, and which only look as if they did. */
import { describe, expect, it } from 'vitest';
import { purposeOfText, readLabel } from './signer-labels.ts';

const SAID: Readonly<Record<string, string>> = {
  customer: 'Firma del cliente | L’Acquirente | Firma del Cliente per accettazione | Firma del cliente o suo delegato',
  dealer: 'Timbro e firma del concessionario | Il Venditore',
  operatorDealer: 'Firma accettatore',
  salesManager: 'Il Responsabile vendite',
  nobody: 'Il Garante | Firma del 2° intestatario | Secondo cliente | Il venditore e il cliente',
  null: 'Firma | Per accettazione | Letto, confermato e sottoscritto',
  none: 'La firma del presente contratto comporta | Data | Luogo e data | Gentile Cliente, grazie | Il sottoscritto',
};

describe('text beside a line', () => {
  it.each(Object.keys(SAID))('identifies the signer: %s', (role) => {
    for (const text of SAID[role]?.split(' | ') ?? []) {
      const words = readLabel(text);
      expect(words === null ? 'none' : String(words.role), text).toBe(role);
    }
  });

  it('states the purpose of a signature', () => {
    expect(purposeOfText('Ai sensi degli artt. 1341 e 1342 c.c. approva specificamente')).toBe('approval');
    expect(purposeOfText('presto il consenso al trattamento')).toBe('consent');
    expect(purposeOfText('Il prezzo è comprensivo di IVA')).toBe('signature');
  });
});
