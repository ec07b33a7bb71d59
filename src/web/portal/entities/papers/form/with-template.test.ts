/** A paper's form against its template: what is refused, what is only a warning, what the folder already provides. */
import { describe, expect, it } from 'vitest';
import type { ConfiguredDocumentType } from '#domain/folders/folder-types.ts';
import { SAMPLE_DATA, sampleValues } from '#domain/papers/sample-data.ts';
import type { DocumentRow } from '../../../api/answer-types.ts';
import { type DocumentValues, fieldsBody, startingValues, valuesOf } from '../../documents/fields/document-values.ts';
import { documentErrors, type RuleTexts } from '../../documents/fields/rules.ts';
import { asUploadedBefore, type GeneratedType, hasPaper, type PaperCase } from './paper.ts';
import { withTemplate } from './with-template.ts';

const bare = (slug: string): ConfiguredDocumentType => ({
  ...{ slug, displayOrder: 10, visibleInWizard: true, legalEntities: [], signers: ['customer'] },
  fields: [
    { name: 'SIGNABLE', type: 'checkbox', required: 'true', default: 'true' },
    { name: 'SIG_TYPE', type: 'string', required: 'true', default: 'OTP' },
  ],
});
function made(slug: string): GeneratedType {
  const type = withTemplate(bare(slug));
  if (!hasPaper(type)) throw new Error(`${slug} has no template`);
  return type;
}
const type = made('LOAN_COURTESY_VEHICLE');
const paperCase: PaperCase = {
  ...{ brand: 'bmw', folderType: 'SERVICE', customer: SAMPLE_DATA.customer, folder: SAMPLE_DATA.folder, named: {} },
};
const words: RuleTexts = {
  language: 'it',
  wording: (_field, _message, code) => code,
  file: (problem) => problem,
  signableNotPdf: 'not a pdf',
};
const row = { sigType: 'OTP', signable: true, archivable: false, variableFields: sampleValues(type.paper.fields) };
const filled = valuesOf(row as unknown as DocumentRow, type);
const refused = (fields: Record<string, string>, draft = false) =>
  documentErrors({ ...filled, fields: { ...filled.fields, ...fields } }, type, { draft, paperCase }, words);

describe('the form of a paper', () => {
  it('has every field of its template even if not configured, and no file', () => {
    expect(Object.keys(startingValues(type).fields)).toEqual(type.paper.fields.map(({ name }) => name));
    expect(refused({})).toEqual({});
  });

  it('shows stored values in Italian notation, and sends them unchanged', () => {
    expect(filled.fields).toMatchObject({ KM_OUT: '12.480', DEDUCTIBLE: '500,00', LOAN_END: '23/11/2026 18:00' });
    expect(fieldsBody(filled, type).variableFields).toMatchObject({
      ...{ KM_OUT: '12480', DEDUCTIBLE: '500,00', LOAN_END: '2026-11-23T18:00', DRIVER_LICENCE_ISSUED: '2019-03-04' },
    });
  });

  it('refuses missing, unreadable and contradictory values, each at its field', () => {
    expect(refused({ KM_OUT: '', VEHICLE_PLATE: ' ' })).toEqual({
      ...{ 'fields.KM_OUT': 'required', 'fields.VEHICLE_PLATE': 'required' },
    });
    expect(refused({ LOAN_START: '31/02/2026 9', FUEL_OUT: '140', KM_OUT: 'molti' })).toEqual({
      ...{ 'fields.LOAN_START': 'date', 'fields.FUEL_OUT': 'numberMax', 'fields.KM_OUT': 'integer' },
    });
    expect(refused({ LOAN_END: '19/11/2026 9' })).toHaveProperty(['fields.LOAN_END'], 'beforeStart');
    expect(refused({ DRIVER_LICENCE_EXPIRY: '22/11/2026' })).toEqual({
      'fields.DRIVER_LICENCE_EXPIRY': 'licenceExpires',
    });
    expect(refused({ DRIVER_LICENCE_CATEGORY: 'AM' })).toEqual({ 'fields.DRIVER_LICENCE_CATEGORY': 'licenceCategory' });
    expect(refused({ DAMAGES_OUT: 'x'.repeat(1001) })).toEqual({ 'fields.DAMAGES_OUT': 'max' });
    expect(refused({ DAMAGES_OUT: 'x\n'.repeat(400) })).toEqual({});
  });

  it('allows gaps and contradictions in a draft, but no unreadable values', () => {
    expect(refused({ KM_OUT: '', DRIVER_LICENCE_CATEGORY: 'AM', LOAN_START: '' }, true)).toEqual({});
    expect(refused({ LOAN_START: 'domani' }, true)).toEqual({ 'fields.LOAN_START': 'date' });
  });

  it('warns without refusing', () => {
    const long: DocumentValues = { ...filled, fields: { ...filled.fields, LOAN_END: '10/01/2027 9:00' } };
    const { missing, warnings } = type.paper.judge(
      { ...fieldsBody(long, type).variableFields, VEHICLE_PLATE: 'QQ1' },
      paperCase,
      false,
    );
    expect(missing).toEqual([]);
    expect(warnings.map(({ code }) => code).sort()).toEqual(['loan.article94', 'plate.format']);
  });
});

describe('the values proposed by the folder', () => {
  const folder = { businessId: 'ODL-9', plate: 'EE000EE', vin: 'WBA00000000000001', jobId: null };
  const proposals = (slug: string, folderType: PaperCase['folderType']) =>
    made(slug).paper.proposals({ ...paperCase, folderType, folder });

  it('are the workshop order, without a vehicle, which is the customer’s own', () => {
    expect(proposals('LOAN_COURTESY_VEHICLE', 'SERVICE')).toEqual({ WORK_ORDER: 'ODL-9' });
    expect(proposals('LOAN_RENTAL', 'SERVICE')).toEqual({});
    expect(proposals('LOAN_COURTESY_VEHICLE', 'VEHICLE_EXIT_REQUEST')).toEqual({});
  });

  it('are the vehicle that is handed over or taken out', () => {
    const vehicle = { VEHICLE_PLATE: 'EE000EE', VEHICLE_VIN: 'WBA00000000000001' };
    expect(proposals('LOAN_HANDOVER_FORM', 'SALE_NEW')).toEqual(vehicle);
    expect(proposals('LOAN_TEMPORARY_WORK_USE', 'VEHICLE_EXIT_REQUEST')).toEqual(vehicle);
  });

  it('copy the newest signed proposal into an acceptance', () => {
    const proposal = (at: string | null, status: DocumentRow['status'], model: string) => ({
      ...{ type: 'SALE_NEW_PROPOSAL', status, startSignDate: at },
      variableFields: { ...sampleValues(made('SALE_NEW_PROPOSAL').paper.fields), VEHICLE_MODEL: model },
    });
    const documents = [
      proposal('2026-11-16T23:30:00.000Z', 'SIGNED', 'Nuova'),
      proposal('2026-11-10T09:00:00.000Z', 'SIGNED', 'Vecchia'),
      proposal('2026-11-18T09:00:00.000Z', 'START_SIGN', 'Non firmata'),
    ];
    const proposed = made('SALE_NEW_ACCEPTANCE').paper.proposals({ ...paperCase, folderType: 'SALE_NEW', documents });
    expect(proposed).toMatchObject({
      ...{ VEHICLE_MODEL: 'Nuova', ACCEPTED_PRICE: '39.482,90', PROPOSAL_DATE: '17/11/2026' },
      PROPOSAL_UNTIL: '27/11/2026',
    });
    expect(made('SALE_NEW_ACCEPTANCE').paper.proposals(paperCase)).not.toHaveProperty('PROPOSAL_DATE');
  });
});

describe('a type', () => {
  it('without a template is unchanged', () => {
    expect(withTemplate(bare('SENZA_MODELLO'))).toEqual(bare('SENZA_MODELLO'));
  });

  it('requires no template fields for a previously uploaded file', () => {
    expect(asUploadedBefore(type)).toEqual(bare('LOAN_COURTESY_VEHICLE'));
  });
});
