/** Corrects a codice fiscale with a typo to the one that matches the person. */
import { expect, test } from 'vitest';
import { rowsOf } from '../../../../shared/rows.suite.ts';
import { correctedFiscalCode } from './corrected-fiscal-code.ts';

const PLACES: Readonly<Record<string, string>> = { F205: 'Milano', A562: 'San Giuliano Terme', H501: 'Roma' };
const placeOf = async (code: string) => {
  const name = PLACES[code.slice(11, 15)];
  return name === undefined ? null : { name, otherNames: [] };
};
const mario = { firstName: 'Mario', lastName: 'Rossi', birthDate: '1985-12-10', birthPlace: 'San Giuliano Terme (PI)' };
const RIGHT = 'RSSMRA85T10A562S';

test.each(
  rowsOf(`
    a letter mistyped in the name | RSDMRA85T10A562S
    a digit mistyped in the year | RSSMRA86T10A562S
    the month | RSSMRA85S10A562S
    a digit of the place | RSSMRA85T10A563S
    the check letter | RSSMRA85T10A562T
    two swapped | RSSMRA85T01A562S
    one left out | RSSMRA85T10A56S
    one too many | RSSSMRA85T10A562S
    O for 0 | RSSMRA85T1OA562S
    O for 0 and I for 1 | RSSMRA85TIOA562S
    in small letters with blanks | rssmra 85t10 a562t
  `),
)('%s', async (_, typed) => {
  expect(await correctedFiscalCode(typed, mario, placeOf)).toBe(RIGHT);
});

test.each([
  ['a sound code', RIGHT],
  ['an omocodic code', 'RSSMRA85T10A56NH'],
  ['a company', '12345678901'],
  ['half a code', 'RSSMRA85'],
  ['nothing', ''],
])('%s is unchanged', async (_, typed) => {
  expect(await correctedFiscalCode(typed, mario, placeOf)).toBeNull();
});

test('nothing is suggested without a name', async () => {
  expect(await correctedFiscalCode('RSSMRA85T10A562T', { birthDate: '1985-12-10' }, placeOf)).toBeNull();
});

test('nothing is suggested that belongs to another person', async () => {
  expect(await correctedFiscalCode('RSSMRA85T10A562T', { ...mario, lastName: 'Bianchi' }, placeOf)).toBeNull();
  expect(await correctedFiscalCode('RSSMRA85T10A562T', { ...mario, birthDate: '1987-12-10' }, placeOf)).toBeNull();
  expect(await correctedFiscalCode('RSSMRA85T10A562T', { ...mario, birthPlace: 'Milano' }, placeOf)).toBeNull();
});

test('without a place of birth the code must contain an existing one', async () => {
  const { birthPlace: _, ...known } = mario;
  expect(await correctedFiscalCode('RSSMRA85T10A562T', known, placeOf)).toBe(RIGHT);
});
