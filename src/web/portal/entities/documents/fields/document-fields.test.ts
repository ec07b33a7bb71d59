/** A document's fields: initial values, what is refused before sending, what is sent. */
import { describe, expect, it } from 'vitest';
import type { ConfiguredDocumentType, ConfiguredField } from '#domain/folders/folder-types.ts';
import type { DocumentRow } from '../../../api/answer-types.ts';
import {
  type DocumentValues,
  documentBody,
  fieldsBody,
  mergedValues,
  mimeTypeOf,
  startingValues,
  valuesOf,
} from './document-values.ts';
import { documentErrors, fileProblem, pathOf, type RuleTexts, refusedFields } from './rules.ts';

const field = (name: string, type: string, required = false, standard: string | null = null): ConfiguredField => ({
  ...{ name, type, required: String(required), default: standard },
});
const typeWith = (...fields: ConfiguredField[]): ConfiguredDocumentType => ({
  ...{ slug: 'SALE_NEW_PROPOSAL', displayOrder: 1, visibleInWizard: true, legalEntities: [], signers: ['customer'] },
  fields,
});
const type = typeWith(
  field('FILE', 'file', true),
  field('SIGNABLE', 'checkbox', true, 'true'),
  field('ARCHIVABLE', 'checkbox', false, 'true'),
  field('SIG_TYPE', 'string', true, 'OTP'),
  field('DELIVERY_DATE', 'date', true, '2027-01-15'),
  field('NOTE', 'string', false, 'Da leggere'),
  field('CONSENT', 'checkbox', false, 'true'),
  field('SALES_MANAGER', 'ROLE_SALE_MANAGER'),
  field('SHAPE', 'polygon', true),
);
const pdf = new File(['%PDF-1.7'], 'proposta.pdf', { type: 'application/pdf' });
const values: DocumentValues = {
  ...{ file: pdf, sigType: 'OTP', signable: true, archivable: true },
  fields: { DELIVERY_DATE: '15/01/2027', NOTE: '', CONSENT: false, SALES_MANAGER: '', SHAPE: '' },
};
const words: RuleTexts = {
  language: 'it',
  wording: (_field, message) => message,
  file: (problem) => problem,
  signableNotPdf: 'not a pdf',
};
const refused = (change: Partial<DocumentValues>, given: Parameters<typeof documentErrors>[2] = { draft: false }) =>
  documentErrors({ ...values, ...change }, type, given, words);

describe('the selection of a type', () => {
  it('fills in its defaults, with dates in Italian notation', () => {
    expect(startingValues(type)).toEqual({
      ...{ file: null, sigType: 'OTP', signable: true, archivable: true },
      fields: { DELIVERY_DATE: '15/01/2027', NOTE: 'Da leggere', CONSENT: true, SALES_MANAGER: '', SHAPE: '' },
    });
  });
});

describe('a document is refused before sending', () => {
  it('never when it is complete', () => {
    expect(refused({})).toEqual({});
  });

  it('for a missing signature type, mandatory flag, date or file', () => {
    expect(refused({ sigType: null })).toHaveProperty('sigType');
    expect(refused({ signable: false })).toHaveProperty('signable');
    expect(refused({ fields: { ...values.fields, DELIVERY_DATE: '' } })).toHaveProperty(['fields.DELIVERY_DATE']);
    expect(refused({ file: null })).toEqual({ file: 'required' });
  });

  it('for a nonexistent date and a text of more than 255 characters', () => {
    const changed = { ...values.fields, DELIVERY_DATE: '31/02/2027', NOTE: 'x'.repeat(256) };
    expect(Object.keys(refused({ fields: changed })).sort()).toEqual(['fields.DELIVERY_DATE', 'fields.NOTE']);
  });

  it('as a draft only for a missing file, not for signature type or extra fields', () => {
    const lacking = { sigType: null, fields: { ...values.fields, DELIVERY_DATE: '' } };
    expect(refused(lacking, { draft: true })).toEqual({});
    expect(refused({ ...lacking, file: null }, { draft: true })).toEqual({ file: 'required' });
  });

  it('in an edit never for the existing file, but for a signature on a file that is not a PDF', () => {
    const stored = (mimeType: string) => refused({ file: null }, { draft: false, stored: { mimeType } });
    expect(stored('application/pdf')).toEqual({});
    expect(stored('image/png')).toEqual({ signable: 'not a pdf' });
  });

  it('for anything but a PDF when signable, with images and text documents accepted otherwise', () => {
    const picture = { name: 'a.png', type: 'image/png', size: 10 };
    expect(fileProblem(picture, true, true)).toBe('type');
    expect(fileProblem(picture, false, true)).toBeNull();
    expect(fileProblem({ name: 'a.exe', type: '', size: 10 }, false, true)).toBe('type');
    expect(fileProblem({ name: 'a.docx', type: '', size: 10 }, false, true)).toBeNull();
  });

  it('for an empty file and one over 25 MiB', () => {
    const sized = (size: number) => fileProblem({ name: 'a.pdf', type: 'application/pdf', size }, true, true);
    expect([0, 1, 26_214_400, 26_214_401].map(sized)).toEqual(['small', null, null, 'large']);
  });
});

describe('the request body', () => {
  it('has dates as ISO, people as ids, flags as booleans, and no empty or unsupported values', () => {
    const typed = { DELIVERY_DATE: '15/01/2027', NOTE: ' Testo ', CONSENT: true, SALES_MANAGER: '12', SHAPE: 'x' };
    expect(fieldsBody({ ...values, fields: typed }, type).variableFields).toEqual({
      ...{ DELIVERY_DATE: '2027-01-15', NOTE: 'Testo', CONSENT: true, SALES_MANAGER: 12 },
    });
    expect(fieldsBody(values, type).variableFields).toEqual({
      ...{ DELIVERY_DATE: '2027-01-15', NOTE: null, CONSENT: false, SALES_MANAGER: null },
    });
  });

  it('of an edit has only the signature, the flags and the extra fields', () => {
    expect(Object.keys(fieldsBody(values, type)).sort()).toEqual([
      ...['archivable', 'sigType', 'signable', 'variableFields'],
    ]);
  });

  it('of a new document has its file', () => {
    expect(documentBody(values, type, 'JVBERg==')).toMatchObject({
      ...{ type: 'SALE_NEW_PROPOSAL', fileName: 'proposta.pdf', mimeType: 'application/pdf', fileSize: 8 },
      content: 'JVBERg==',
    });
    expect(documentBody({ ...values, file: null }, type, null)).not.toHaveProperty('content');
    // A file chosen for another type is kept, in case that type is chosen again.
    const withoutFile = { ...type, fields: type.fields.filter(({ name }) => name !== 'FILE') };
    expect(documentBody(values, withoutFile, 'JVBERg==')).not.toHaveProperty('content');
    expect(documentBody(values, withoutFile, 'JVBERg==')).not.toHaveProperty('fileName');
  });

  it('has a file type by extension if the system provides none', () => {
    expect(mimeTypeOf({ name: 'A.PDF', type: '' })).toBe('application/pdf');
    expect(mimeTypeOf({ name: 'a.docx', type: 'application/octet-stream' })).toMatch(/wordprocessingml/);
    expect(mimeTypeOf({ name: 'x.exe', type: 'application/octet-stream' })).toBe('');
    expect(mimeTypeOf({ name: 'a.pdf', type: 'image/png' })).toBe('image/png');
  });
});

describe('an edited document', () => {
  const row = {
    ...{ sigType: 'FEA', signable: true, archivable: false, variableFields: { NOTE: 'A', SALES_MANAGER: 12 } },
  } as unknown as DocumentRow;

  it('is shown as stored, with missing values empty', () => {
    expect(valuesOf(row, type)).toEqual({
      ...{ file: null, sigType: 'FEA', signable: true, archivable: false },
      fields: { DELIVERY_DATE: '', NOTE: 'A', CONSENT: false, SALES_MANAGER: '12', SHAPE: '' },
    });
  });

  it('changed by others keeps typed values and takes the rest from them', () => {
    const before = valuesOf(row, type);
    const mine = { ...before, archivable: true, fields: { ...before.fields, NOTE: 'mio' } };
    const now = { ...before, sigType: 'OTP' as const, fields: { ...before.fields, NOTE: 'loro', SALES_MANAGER: '9' } };
    expect(mergedValues(before, mine, now)).toEqual({
      ...{ file: null, sigType: 'OTP', signable: true, archivable: true },
      fields: { ...before.fields, NOTE: 'mio', SALES_MANAGER: '9' },
    });
  });
});

describe('a server error', () => {
  it('is shown at the file if it is about its content, name or size', () => {
    expect(['content', 'fileName', 'fileSize', 'mimeType', 'file'].map(pathOf)).toEqual(Array(5).fill('file'));
  });

  it('is shown at the extra field it names', () => {
    const errors = refusedFields(
      [
        { field: 'DELIVERY_DATE', message: 'no', code: 'date' },
        { field: 'sigType', message: 'manca', code: 'required' },
      ],
      words.wording,
    );
    expect(errors).toEqual({ 'fields.DELIVERY_DATE': 'no', sigType: 'manca' });
  });
});
