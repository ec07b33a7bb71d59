/** Names and addresses in their usual capitalization, regardless of the shift key. */
import { expect, test } from 'vitest';
import { rowsOf } from '../../../../shared/rows.suite.ts';
import { nameInCase, placeInCase } from './letter-case.ts';

test.each(
  rowsOf(`
    GIUSEPPE | Giuseppe
    giuseppe | Giuseppe
    gIUSEPPE | Giuseppe
    D'ANGELO | D'Angelo
    d’angelo | D’Angelo
    DE LUCA | De Luca
    della valle | Della Valle
    O'NEILL | O'Neill
    MÜLLER | Müller
    ANNA-MARIA | Anna-Maria
    anna maria | Anna Maria
    Giuseppe bianchi | Giuseppe Bianchi
    LUDWIG VAN BEETHOVEN | Ludwig van Beethoven
    van beethoven | Van Beethoven
    MCDONALD | McDonald
    NICOLO' | Nicolò
    Nicolo' | Nicolò
    g.b. | G.B.
    GIOVANNI PAOLO II | Giovanni Paolo II
    LI | Li
  `),
)('the name "%s" becomes "%s"', (typed, meant) => {
  expect(nameInCase(typed)).toBe(meant);
  expect(nameInCase(meant)).toBeNull();
});

test.each(
  rowsOf(`
    Giuseppe
    D'Angelo
    De Luca
    McDonald
    Van der Meer
    Ó Súilleabháin
    A
    J.P.
    王
    أحمد
  `),
)('the name "%s" is unchanged', (typed) => {
  expect(nameInCase(typed)).toBeNull();
  expect(nameInCase('')).toBeNull();
});

test.each(
  rowsOf(`
    TORINO | Torino
    REGGIO NELL'EMILIA | Reggio nell'Emilia
    san giovanni in persiceto | San Giovanni in Persiceto
    L'AQUILA | L'Aquila
    FORLI' | Forlì
    VIA DELLA REPUBBLICA 12/B | Via della Repubblica 12/B
    via xx settembre 3 | Via XX Settembre 3
    piazza iv novembre | Piazza IV Novembre
    VIA XX SETTEMBRE 3 | Via XX Settembre 3
    PIAZZA G. VERDI, SNC | Piazza G. Verdi, snc
    CORSO VITTORIO EMANUELE II | Corso Vittorio Emanuele II
  `),
)('the address "%s" becomes "%s"', (typed, meant) => {
  expect(placeInCase(typed)).toBe(meant);
});

test.each(['Via Roma 1', 'Via della Repubblica 12/B', 'Torino', 'Via XX Settembre', 'Strada Statale 16 km 12'])(
  'the address "%s" is unchanged',
  (typed) => {
    expect(placeInCase(typed)).toBeNull();
  },
);
