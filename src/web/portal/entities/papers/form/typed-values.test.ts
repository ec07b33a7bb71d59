/** Values in Italian notation, and as stored. */
import { describe, expect, it } from 'vitest';
import type { PaperField, PaperFieldKind } from '#domain/papers/fields.ts';
import { rowsOf } from '../../../../shared/rows.suite.ts';
import { withProposals } from './paper.ts';
import { storedOf, typedOf } from './typed-values.ts';

const field = (kind = 'text'): PaperField => ({
  ...{ name: 'X', kind: kind as PaperFieldKind },
  ...{ group: 'loan', required: true },
});

describe('a typed value', () => {
  it.each([
    ...rowsOf(`
      date          | 3/4/2019         | 2019-04-03
      date          | 31/02/2019       | 2019-02-31
      dateTime      | 20/11/2026 09:30 | 2026-11-20T09:30
      dateTime      | 20/11/2026 ore 9 | 2026-11-20T09:00
      dateTime      | 20/11/2026       | 20/11/2026
      dateTime      | 20/11/2026 24:00 | 20/11/2026 24:00
      dateTime      | 30/02/2026 10:00 | 2026-02-30T10:00
      dateTime      | 281126 1430      | 2026-11-28T14:30
      date          | 281126           | 2026-11-28
      km            | 12.480           | 12480
      km            | 12480 km         | 12480
      km            | 12,5             | 12,5
      integer       | 2                | 2
      percent       | 75 %             | 75
      money         | 1.234,50         | 1234,50
      money         | € 1.234          | 1234
      money         | 0,25 €           | 0,25
      money         | 12.50            | 12,50
      money         | cento            | cento
      money         | 1234.56          | 1234,56
      money         | 1234,5           | 1234,5
      money         | 1.234            | 1234
      money         | 1,234            | 1,234
      money         | 1,234.56         | 1234,56
      money         | 1.234.567,80     | 1234567,80
      money         | 1’234,50 euro    | 1234,50
      money         | EUR 500,-        | 500
      money         | -12,50           | -12,50
      km            | 1.234            | 1234
      km            | 1,234            | 1,234
      km            | 12 480 Km.       | 12480
      rate          | 5,95 %           | 5,95
      rate          | 1.234            | 1.234
      hours         | 1,5 h            | 1,5
      licenceNumber | u1a              | U1A
      phone         | 335 1234567      | +39 3351234567
      phone         | 02 123456        | 02 123456
      choice        | B                | B
    `),
    ['dateTime', ' 20/11/2026, 9.30 ', '2026-11-20T09:30'],
    ['plate', ' ee111ee ', 'EE111EE'],
    ['longText', ' Graffio\nsul paraurti ', 'Graffio\nsul paraurti'],
  ])('as %s, "%s", is stored as "%s"', (kind, typed = '', stored) => {
    expect(storedOf(field(kind), typed)).toBe(stored);
  });
});

describe('a stored value', () => {
  it.each(
    rowsOf(`
      date     | 2019-04-03       | 03/04/2019
      dateTime | 2026-11-20T09:30 | 20/11/2026 09:30
      km       | 12480            | 12.480
      money    | 1234,5           | 1.234,50
      percent  | 75               | 75
      km       | molti            | molti
      date     | 2026-02-31       | 31/02/2026
      dateTime | 2026-02-31T10:00 | 31/02/2026 10:00
      text     |                  |
    `),
  )('as %s, "%s", is shown as "%s", and round-trips', (kind, stored = '', typed = '') => {
    expect(typedOf(field(kind), stored)).toBe(typed);
    expect(typedOf(field(kind), storedOf(field(kind), typed))).toBe(typed);
  });
});

describe('a value from the folder', () => {
  const plate = (value: string) => ({ VEHICLE_PLATE: value });

  it('fills untouched fields, and follows the folder', () => {
    const first = withProposals({ fields: { NOTE: 'mia' } }, plate('EE000EE'));
    expect(first.fields).toEqual({ NOTE: 'mia', VEHICLE_PLATE: 'EE000EE' });
    expect(withProposals(first, plate('EE111EE')).fields).toMatchObject(plate('EE111EE'));
    expect(withProposals(first, {}).fields).toMatchObject(plate(''));
  });

  it('never replaces a typed or cleared value', () => {
    const first = withProposals({ fields: {} }, plate('EE000EE'));
    for (const own of ['EE999EE', '']) {
      const changed = { ...first, fields: plate(own) };
      expect(withProposals(changed, plate('EE111EE')).fields, own).toEqual(plate(own));
    }
  });
});
