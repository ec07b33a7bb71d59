/** The folder form: which fields are shown, required and sent. */
import { describe, expect, test } from 'vitest';
import type { ConfiguredFolderType } from '#domain/folders/folder-types.ts';
import type { FolderRow } from '../../api/answer-types.ts';
import {
  type FolderValues,
  folderBody,
  folderDoubts,
  folderFields,
  folderIssues,
  folderValues,
  restartedFields,
  startingFields,
  withoutHidden,
} from './folder-values.ts';

const row = {
  ...{ id: 1, dossierId: 9, businessId: 'PV-1', brand: 'bmw', type: 'SALE_NEW', status: 'OPEN', accountSource: 'RSP' },
  ...{ processDate: '2026-11-20T08:30:00.000Z', plate: null, vin: 'WBA1234567A901234', jobId: null, notes: null },
  ...{ numberOfDocuments: 0, createdBy: null, createdDate: '', lastModifiedBy: null, lastModifiedDate: '' },
} as FolderRow;
const type: ConfiguredFolderType = {
  ...{ slug: 'SALE_NEW', displayOrder: 1, visibleInWizard: true, documentTypes: [] },
  fields: [
    { name: 'PROCESS_DATE', type: 'date', required: 'true', default: null },
    { name: 'BUSINESS_ID', type: 'string', required: 'true', default: null },
    { name: 'VIN', type: 'string', required: 'false', default: null },
  ],
};
const values = (part: Partial<FolderValues> = {}): FolderValues => ({ ...folderValues(row), ...part });
const wrong = (part: Partial<FolderValues>) =>
  folderIssues(values(part), row, type).map(({ field, code }) => `${field} ${code}`);

describe('the folder form', () => {
  const withDefaults = (...fields: [name: string, begins: string | null][]): ConfiguredFolderType => ({
    ...type,
    fields: fields.map(([name, begins]) => ({ name, type: 'string', required: 'false', default: begins })),
  });

  test('starts with its type’s defaults, and with today for required dates', () => {
    const begun = startingFields(withDefaults(['NOTES', 'Da consegnare'], ['PROCESS_DATE', null], ['PLATE', null]));
    expect(begun).toMatchObject({ notes: 'Da consegnare', plate: '', businessId: '' });
    expect(begun.processDate).toMatch(/^\d\d\/\d\d\/\d{4}$/);
    expect(startingFields(withDefaults(['PROCESS_DATE', '2026-01-31'])).processDate).toBe('31/01/2026');
    expect(startingFields(withDefaults(['PROCESS_DATE', 'mai'])).processDate).toBe(begun.processDate);
    expect(startingFields(undefined)).toMatchObject({ processDate: '', notes: '' });
  });

  test('applies the defaults of another type, and keeps typed values', () => {
    const [before, after] = [
      withDefaults(['NOTES', 'Uno'], ['JOB_ID', '']),
      withDefaults(['NOTES', 'Due'], ['JOB_ID', 'J1']),
    ];
    const begun = { ...values(), ...startingFields(before) };
    expect(Object.fromEntries(restartedFields(begun, before, after))).toMatchObject({ notes: 'Due', jobId: 'J1' });
    const typed = Object.fromEntries(restartedFields({ ...begun, notes: 'Mia' }, before, after));
    expect(typed).not.toHaveProperty('notes');
    expect(typed.jobId).toBe('J1');
  });

  test('keeps stored notes over the limit, and no other text of their length', () => {
    const notes = 'x'.repeat(300);
    const told = (typed: string, stored: FolderRow | null) =>
      folderIssues(values({ notes: typed }), stored, type).map(({ field, code }) => `${field} ${code}`);
    expect(told(notes, { ...row, notes })).toEqual([]);
    expect(told(`${notes}!`, { ...row, notes })).toEqual(['notes max']);
    expect(told(notes, null)).toEqual(['notes max']);
  });

  test('shows the fields of its type in order, plus further values of the folder', () => {
    expect(folderFields(type, { ...row, jobId: 'L-1' }).map(({ key, required }) => `${key} ${required}`)).toEqual([
      'processDate true',
      'businessId true',
      'vin false',
      'jobId false',
    ]);
  });
  test('sends only fields that are shown', () => {
    const typed = values({ jobId: 'L-1', plate: 'AB123CD' });
    expect(withoutHidden(typed, folderFields(type, null))).toEqual({ ...typed, jobId: '', plate: '' });
  });
  test('shows an instant as the day in Rome', () => {
    expect(values().processDate).toBe('20/11/2026');
    expect(folderValues({ ...row, processDate: '2026-11-19T23:30:00.000Z' }).processDate).toBe('20/11/2026');
  });
  test('accepts a folder as it is stored', () => {
    expect(wrong({})).toEqual([]);
  });
  test.each([
    [{ processDate: '' }, ['processDate required']],
    [{ processDate: '31/02/2026' }, ['processDate date']],
    [{ businessId: '  ' }, ['businessId required']],
    [{ vin: 'CORTO' }, ['vin vin']],
    [{ jobId: 'x'.repeat(65) }, ['jobId max']],
  ] as [Partial<FolderValues>, string[]][])('refuses %j', (part, expected) => {
    expect(wrong(part)).toEqual(expected);
  });
  test('requires confirmation of unusual plates and VINs only', () => {
    expect(folderDoubts(values({ plate: 'BOLOGNA1', vin: 'WBAO234567A901234' }), 'it').map(({ code }) => code)).toEqual(
      ['plate.format', 'vin.letters'],
    );
    expect(folderDoubts(values({ plate: 'ab 123 cd' }), 'it')).toEqual([]);
  });
});

describe('the body of a folder', () => {
  test('contains the whole row', () => {
    expect(folderBody(values({ notes: 'Permuta' }), row)).toEqual({ ...row, notes: 'Permuta' });
  });
  test('keeps the time of an unchanged date, and sends a new day as a day', () => {
    expect(folderBody(values(), row).processDate).toBe('2026-11-20T08:30:00.000Z');
    expect(folderBody(values({ processDate: '1/12/2026' }), row).processDate).toBe('2026-12-01');
  });
  test('omits an empty VIN', () => {
    expect('vin' in folderBody(values({ vin: ' ' }), row)).toBe(false);
    expect('vin' in folderBody(values({ vin: '' }), null)).toBe(false);
  });
  test('of a new folder has brand and type', () => {
    expect(folderBody(values({ vin: '', plate: 'ab123cd' }), null)).toEqual({
      ...{ brand: 'bmw', type: 'SALE_NEW', processDate: '2026-11-20', businessId: 'PV-1', plate: 'AB123CD' },
      ...{ jobId: null, notes: null },
    });
  });
});
