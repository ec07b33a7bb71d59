/** Typos in the domain of an address, and domains that are correct. */
import { expect, test } from 'vitest';
import { rowsOf } from '../../../../shared/rows.suite.ts';
import { correctedEmail, isOneTypo } from './corrected-email.ts';

test.each(
  rowsOf(`
    mario@gmial.com | mario@gmail.com
    mario@gmail.con | mario@gmail.com
    mario@gmail.it | mario@gmail.com
    mario@gmal.com | mario@gmail.com
    mario@gmaill.com | mario@gmail.com
    mario@gnail.com | mario@gmail.com
    mario@gmial.con | mario@gmail.com
    mario@gmail | mario@gmail.com
    mario@gmail.co | mario@gmail.com
    mario@gmail,com | mario@gmail.com
    mario@gmil.com | mario@gmail.com
    mario@hotnail.it | mario@hotmail.it
    mario@hotmial.com | mario@hotmail.com
    mario@hotmail | mario@hotmail.it
    mario@libero.ti | mario@libero.it
    mario@libero.com | mario@libero.it
    mario@lbero.it | mario@libero.it
    mario@outlok.it | mario@outlook.it
    mario@outllook.com | mario@outlook.com
    mario@virgilo.it | mario@virgilio.it
    mario@tiscli.it | mario@tiscali.it
    mario@iclud.com | mario@icloud.com
    mario@yaho.it | mario@yahoo.it
    mario@officina-rossi.con | mario@officina-rossi.com
    mario@officina-rossi.ti | mario@officina-rossi.it
    mario.rossi.gmail.com | mario.rossi@gmail.com
    mario.rossigmail.com | mario.rossi@gmail.com
    mario.rossiògmail.com | mario.rossi@gmail.com
    mario @gmail.com | mario@gmail.com
    mario@@gmail.com | mario@gmail.com
    mario@gmail.com. | mario@gmail.com
    mailto:mario@gmail.com | mario@gmail.com
  `),
)('"%s" becomes "%s"', (typed, meant) => {
  expect(correctedEmail(typed)).toBe(meant);
  expect(correctedEmail(meant)).toBeNull();
});

test.each(
  rowsOf(`
    mario@gmail.com
    Mario.Rossi@GMAIL.COM
    mario@hotmail.fr
    mario@yahoo.co.uk
    mario@outlook.com
    mario@mail.com
    mario@email.it
    mario@ymail.com
    mario@tim.it
    mario@tin.it
    mario@me.com
    mario@officina-rossi.it
    mario@bmw.de
    mario@pec.it
    mario@legalmail.it
    mario@pec.officina.ti
    mario@arubapec.it
    mario
  `),
)('"%s" is unchanged', (typed) => {
  expect(correctedEmail(typed)).toBeNull();
});

test.each(
  Object.entries({ gmial: true, gmai: true, gmaiil: true, gnail: true, gmail: false, gmlai: false, mgail: true }),
)('from %s to gmail is one typo: %s', (typed, expected) => {
  expect(isOneTypo(typed, 'gmail')).toBe(expected);
});
