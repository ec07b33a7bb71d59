/** Which words name who signs beside them, and which only look like it. */
import { describe, expect, it } from 'vitest';
import { labelWords, purposeOfText } from './labels.ts';

describe('words beside a line', () => {
  it.each([
    ['Firma del cliente', 'customer'],
    ['Timbro e firma del concessionario', 'dealer'],
    ['L’Acquirente', 'customer'],
    ['Firma accettatore', 'operatorDealer'],
    ['Il Responsabile vendite', 'salesManager'],
    ['Firma del Cliente per accettazione', 'customer'],
    ['Firma del cliente o suo delegato', 'customer'],
    ['Firma', null],
    ['Per accettazione', null],
    ['Letto, confermato e sottoscritto', null],
    ['Il Garante', 'nobody'],
    ['Firma del 2° intestatario', 'nobody'],
    ['Secondo cliente', 'nobody'],
    ['Il venditore e il cliente', 'nobody'],
  ])('%s', (text, role) => {
    expect(labelWords(text)).toMatchObject({ role });
  });

  it.each([
    'La firma del presente contratto comporta l’accettazione',
    'Data',
    'Luogo e data',
    'Gentile Cliente, la ringraziamo',
    'Il sottoscritto',
    'Nome e cognome',
    '',
  ])('none: %s', (text) => {
    expect(labelWords(text)).toBeNull();
  });

  it('say what a signature is for', () => {
    expect(purposeOfText('Ai sensi degli artt. 1341 e 1342 c.c. approva specificamente')).toBe('approval');
    expect(purposeOfText('presto il consenso al trattamento')).toBe('consent');
    expect(purposeOfText('Il prezzo è comprensivo di IVA')).toBe('signature');
  });
});
