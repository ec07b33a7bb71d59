/** Requirements of a document type, accepted and refused: the same result for form and server. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConfiguredDocumentType, ConfiguredField } from '../folders/folder-types.ts';
import { documentTypeIssues } from './document.ts';
import { namedUsers, storedVariableFields } from './variable-fields.ts';

const field = (name: string, type: string, required = 'false', standard: string | null = null): ConfiguredField => ({
  name,
  type,
  required,
  default: standard,
});

const typeWith = (...fields: ConfiguredField[]): ConfiguredDocumentType => ({
  slug: 'PROVA',
  displayOrder: 1,
  visibleInWizard: true,
  legalEntities: [],
  signers: ['customer'],
  fields: [field('SIGNABLE', 'checkbox'), field('SIG_TYPE', 'string'), ...fields],
});

type Values = Parameters<typeof documentTypeIssues>[0];
const issues = (type: ConfiguredDocumentType, values: Partial<Values> = {}): string[] =>
  documentTypeIssues({ ...values }, type).map(({ field: name, code }) => `${name} ${code}`);
const extra = (type: ConfiguredField, value: unknown, draft = false): string[] =>
  issues(typeWith(type), { draft, variableFields: { [type.name]: value } as Values['variableFields'] });

describe('the fixed fields', () => {
  it('must be ticked when the type requires it, even in drafts', () => {
    const type = typeWith(field('ARCHIVABLE', 'checkbox', 'true'));
    for (const draft of [false, true]) {
      expect(issues(type, { draft })).toEqual(['archivable mustBeTrue']);
      expect(issues(type, { draft, archivable: false })).toEqual(['archivable mustBeTrue']);
      expect(issues(type, { draft, archivable: true })).toEqual([]);
    }
  });

  it('require a signature type when the type or the document does, except in a draft', () => {
    const asking = typeWith();
    asking.fields = [field('SIG_TYPE', 'string', 'true')];
    expect(issues(asking)).toEqual(['sigType required']);
    expect(issues(asking, { sigType: 'FEA' })).toEqual([]);
    expect(issues(asking, { draft: true })).toEqual([]);
    expect(issues(typeWith(), { signable: true })).toEqual(['sigType required']);
    expect(issues(typeWith(), { signable: true, sigType: 'GRAPHOMETRIC' })).toEqual([]);
    expect(issues(typeWith(), { signable: true, draft: true })).toEqual([]);
  });

  it('accept `required` only as the text "true"', () => {
    for (const required of ['TRUE', 'yes', '1', '', 'false', ' true']) {
      expect(issues(typeWith(field('NOTE', 'string', required)))).toEqual([]);
    }
    expect(issues(typeWith(field('NOTE', 'string', 'true')))).toEqual(['NOTE required']);
  });

  it('prevent a signature of a type without such a field', () => {
    const type = { ...typeWith(), fields: [field('FILE', 'file', 'true')] };
    expect(issues(type, { signable: true, sigType: 'OTP' })).toEqual(['signable oneOf']);
    expect(issues(type, { signable: false })).toEqual([]);
  });
});

describe('an extra field', () => {
  it.each([
    ['string', 'Testo', []],
    ['string', 'è 日本 ✓', []],
    ['string', 'x'.repeat(255), []],
    ['string', ` ${'x'.repeat(255)} `, []],
    ['string', 'x'.repeat(256), ['X max']],
    ['string', 'a\u0000b', ['X characters']],
    ['string', '\ud800', ['X characters']],
    ['string', 7, ['X type']],
    ['string', true, ['X type']],
    ['date', '2026-11-20', []],
    ['date', '2026-02-30', ['X date']],
    ['date', '20/11/2026', ['X date']],
    ['date', '2026-11-20T10:00:00Z', ['X date']],
    ['date', 20261120, ['X date']],
    ['checkbox', true, []],
    ['checkbox', false, []],
    ['checkbox', 'true', ['X type']],
    ['checkbox', 1, ['X type']],
    ['ROLE_SALE_MANAGER', 12, []],
    ['ROLE_SALE_MANAGER', '12', []],
    ['ROLE_OPERATOR_DEALER', 0, ['X type']],
    ['ROLE_OPERATOR_DEALER', -1, ['X type']],
    ['ROLE_OPERATOR_DEALER', 1.5, ['X type']],
    ['ROLE_OPERATOR_DEALER', 1e21, ['X type']],
    ['ROLE_OPERATOR_DEALER', '1e3', ['X type']],
    ['ROLE_OPERATOR_DEALER', '0x10', ['X type']],
    ['ROLE_OPERATOR_DEALER', 'Mario', ['X type']],
    ['ROLE_OPERATOR_DEALER', true, ['X type']],
    ['number', 7, ['X notHandled']],
    ['ROLE_ADMIN', 7, ['X notHandled']],
    ['toString', 'x', ['X notHandled']],
  ])('of type %s: %j gives %j', (type, value, told) => {
    expect(extra(field('X', type), value)).toEqual(told);
  });

  it.each(['string', 'date', 'ROLE_SALE_MANAGER', 'ROLE_OPERATOR_DEALER'])(
    'of type %s may be empty unless it is required, and always in a draft',
    (type) => {
      for (const value of [null, '', '   ', undefined]) {
        expect(extra(field('X', type), value)).toEqual([]);
        expect(extra(field('X', type, 'true'), value)).toEqual(['X required']);
        expect(extra(field('X', type, 'true'), value, true)).toEqual([]);
      }
    },
  );

  it('that is a checkbox defaults to false, and must be ticked when required', () => {
    for (const value of [null, undefined, false, '']) {
      expect(extra(field('X', 'checkbox'), value)).toEqual([]);
      expect(extra(field('X', 'checkbox', 'true'), value)).toEqual(['X mustBeTrue']);
      expect(extra(field('X', 'checkbox', 'true'), value, true)).toEqual([]);
    }
  });

  it('of an unsupported type is never required', () => {
    expect(extra(field('X', 'colour', 'true'), null)).toEqual([]);
    expect(documentTypeIssues({ variableFields: { X: 'rosso' } }, typeWith(field('X', 'colour')))[0]?.field).toBe('X');
  });

  it('exists only when it is configured, regardless of its name', () => {
    const type = typeWith(field('X', 'string'));
    for (const name of ['Y', 'x', 'FILE', 'SIGNABLE', 'constructor', 'toString', '__proto__']) {
      expect(documentTypeIssues({ variableFields: Object.fromEntries([[name, 'v']]) }, type), name).toEqual([
        { objectName: 'document', field: name, code: 'unknown' },
      ]);
      expect(documentTypeIssues({ variableFields: Object.fromEntries([[name, null]]) }, type), name).toEqual([]);
    }
    expect(issues(typeWith(field('toString', 'string', 'true')))).toEqual(['toString required']);
  });
});

describe('the stored value', () => {
  const type = typeWith(
    field('NOTE', 'string'),
    field('DAY', 'date'),
    field('AGREED', 'checkbox'),
    field('WHO', 'ROLE_SALE_MANAGER'),
    field('COLOUR', 'colour'),
  );

  it('is trimmed, has its checkboxes and names users by number', () => {
    expect(storedVariableFields({ NOTE: ' ciao ', DAY: '2026-11-20', WHO: '12', COLOUR: 'rosso' }, type)).toEqual({
      NOTE: 'ciao',
      DAY: '2026-11-20',
      AGREED: false,
      WHO: 12,
    });
    expect(storedVariableFields({ NOTE: '  ', DAY: null, AGREED: true }, type)).toEqual({ AGREED: true });
    expect(storedVariableFields(null, type)).toEqual({ AGREED: false });
  });

  it('is unchanged when it is submitted again', () => {
    const given = fc.record(
      {
        NOTE: fc.oneof(fc.string(), fc.constant(null)),
        AGREED: fc.boolean(),
        WHO: fc.oneof(fc.integer({ min: 1 }), fc.constant(null)),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(given, (values) => {
        const stored = storedVariableFields(values, type);
        expect(storedVariableFields(stored, type)).toEqual(stored);
      }),
    );
  });

  it('names users with their roles', () => {
    expect(namedUsers({ WHO: 12, NOTE: 'x' }, type)).toEqual([{ field: 'WHO', role: 'ROLE_SALE_MANAGER', userId: 12 }]);
    expect(namedUsers({}, type)).toEqual([]);
  });
});
