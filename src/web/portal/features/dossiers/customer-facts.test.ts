/** The facts of a customer read as an Italian would write them. */
import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { rowsOf } from '../../../shared/rows.suite.ts';
import { initTexts, loadTexts } from '../../text/language.ts';
import { folderCountText } from './customer-facts.tsx';

beforeAll(async () => {
  await initTexts('it');
  await loadTexts('registry');
});

it.each(
  rowsOf(`
    0 | 0 | 0
    1 | 1 | 1 aperta
    1 | 0 | 1 chiusa
    3 | 3 | 3, tutte aperte
    3 | 2 | 3, di cui 2 aperte
    3 | 1 | 3, di cui 1 aperta
    3 | 0 | 3, nessuna aperta
  `),
)('of %s folders %s are open', (all, open, text) => {
  expect(folderCountText(i18next.t, Number(all), Number(open))).toBe(text);
});
