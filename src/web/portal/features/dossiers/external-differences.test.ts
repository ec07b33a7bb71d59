/** How RSP and DMS data differ from the customer's own data. */
import { describe, expect, test } from 'vitest';
import type { DossierRow } from '../../api/answer-types.ts';
import { differences, hasData, withExternalValues } from './external-differences.ts';

const nothing = Object.fromEntries(
  ['rsp', 'dms'].flatMap((system) =>
    ['FirstName', 'LastName', 'CompanyName', 'Phone', 'Address', 'City', 'PostalCode'].map((end) => [
      `${system}${end}`,
      null,
    ]),
  ),
);
const customer = (part: Partial<DossierRow> = {}) =>
  ({
    ...nothing,
    ...{ id: 1, organizationName: null, firstName: 'Ginevra', lastName: 'Provetti', mobilePhone: '+39 3330000001' },
    ...{ street: 'Via 1', city: 'Bologna', postalCode: '40121', email: 'g@example.com' },
    ...part,
  }) as DossierRow;

describe('a customer compared with RSP', () => {
  test('does not differ if RSP has no values', () => {
    expect(hasData(customer(), 'RSP')).toBe(false);
    expect(differences(customer(), 'RSP')).toEqual([]);
  });
  test('differs where RSP has another value', () => {
    expect(differences(customer({ rspCity: 'Imola', rspPostalCode: '40026', rspStreet: 'x' } as never), 'RSP')).toEqual(
      [
        { field: 'city', mine: 'Bologna', theirs: 'Imola' },
        { field: 'postalCode', mine: '40121', theirs: '40026' },
      ],
    );
  });
  test('does not differ by the spaces of a number', () => {
    expect(differences(customer({ rspPhone: '+393330000001', rspFirstName: ' Ginevra ' }), 'RSP')).toEqual([]);
  });
  test('keeps RSP and DMS separate', () => {
    const differing = customer({ dmsCity: 'Modena', rspFirstName: 'Ginevra' });
    expect(differences(differing, 'RSP')).toEqual([]);
    expect(differences(differing, 'DMS')).toEqual([{ field: 'city', mine: 'Bologna', theirs: 'Modena' }]);
  });
  test('copies only the selected values', () => {
    const differing = customer({ rspCity: 'Imola', rspPostalCode: '40026' });
    const [city] = differences(differing, 'RSP');
    expect(withExternalValues(differing, city ? [city] : [])).toEqual({ ...differing, city: 'Imola' });
  });
});
