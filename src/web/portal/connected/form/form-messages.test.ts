/** The context of a validation message is the second segment of the page's address. */
import { expect, it } from 'vitest';
import { rowsOf } from '../../../shared/rows.suite.ts';
import { messageContext } from './form-messages.tsx';

it.each(
  rowsOf(`
    /app/licenses                              | LICENSES
    /app/papers/SALE_NEW_RFO                   | PAPERS
    /app/wizard/bmw/sale_new/sale_new_proposal | WIZARD
    /dashboard                                 |
    /                                          |
  `),
)('the context at %s is %j', (path, context) => {
  expect(messageContext(path)).toBe(context);
});
