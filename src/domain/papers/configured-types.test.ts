/** The configuration for generated papers: which types lose their upload, and how their fields are derived. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withUploads } from '../../../test/stages/uploading.ts';
import { fieldMessage } from '../field-message.ts';
import { folderTypeConfigurationSchema } from '../folders/folder-type-schemas.ts';
import { EXTRA_FIELD_TYPES, extraFields, findConfiguredType, findField } from '../folders/folder-types.ts';
import { paperFields } from './compose-paper.ts';
import {
  asGenerated,
  type FieldWithValues,
  isGeneratedType,
  withGeneratedPapers,
  withValues,
} from './configured-types.ts';
import { valueIssues } from './loan-rules.ts';

const shipped = folderTypeConfigurationSchema.parse(JSON.parse(readFileSync('db/folder-types.json', 'utf8')));
/** The variant in which every type is uploaded. */
const uploading = withUploads(shipped);
const derived = withGeneratedPapers(uploading);
const typeOf = (configuration: typeof shipped, folder: string, slug: string) => {
  const type = findConfiguredType(configuration, folder, slug);
  if (type === undefined) throw new Error(`${folder} has no ${slug}`);
  return type;
};

describe('the derived configuration', () => {
  it('is the shipped one: `papers --configuration db/folder-types.json` rewrites it for new templates', () => {
    expect(derived).toEqual(shipped);
    expect(withGeneratedPapers(shipped)).toEqual(shipped);
  });

  it('matches its schema and changes only fields', () => {
    expect(folderTypeConfigurationSchema.parse(derived)).toEqual(derived);
    const bare = (configuration: typeof shipped) =>
      configuration.map((folder) => ({
        ...folder,
        documentTypes: folder.documentTypes.map((type) => ({ ...type, fields: [] })),
      }));
    expect(bare(derived)).toEqual(bare(uploading));
  });

  it('generates loans, also with several borrowers, and leaves sales and workshop papers and copies as uploads', () => {
    const courtesy = typeOf(derived, 'SERVICE', 'LOAN_COURTESY_VEHICLE');
    expect([isGeneratedType(courtesy), findField(courtesy.fields, 'FILE')]).toEqual([true, undefined]);
    expect(isGeneratedType(typeOf(derived, 'SALE_NEW', 'FEA_MODULE'))).toBe(true);
    expect(isGeneratedType(typeOf(derived, 'SALE_NEW', 'LOAN_TEST_PRODUCT_MULTI'))).toBe(true);
    for (const [folder, slug] of [
      ['SERVICE', 'SERVICE_ODL'],
      ['SALE_NEW', 'SALE_NEW_PROPOSAL'],
      ['SALE_NEW', 'OTHER_IDENTITY'],
    ] as const) {
      expect(typeOf(derived, folder, slug), slug).toEqual(typeOf(uploading, folder, slug));
    }
  });

  it('has every field of the template, with a type that browsers support, required where the template requires it', () => {
    const type = typeOf(derived, 'SERVICE', 'LOAN_RENTAL');
    const drawn = extraFields(type);
    expect(drawn.map(({ name }) => name)).toEqual(paperFields('LOAN_RENTAL').map(({ name }) => name));
    expect(drawn.every((field) => (EXTRA_FIELD_TYPES as readonly string[]).includes(field.type))).toBe(true);
    const said = (name: string) => {
      const { type: drawnAs, required, default: first } = findField(type.fields, name) ?? {};
      return [drawnAs, required, first];
    };
    expect(said('KM_OUT')).toEqual(['string', 'true', null]);
    expect(said('DRIVER_LICENCE_EXPIRY')).toEqual(['date', 'true', null]);
    expect(said('CARGOS_SENT')).toEqual(['checkbox', 'false', 'false']);
  });

  it('keeps the configured properties of a field', () => {
    const type = typeOf(uploading, 'SERVICE', 'LOAN_COURTESY_VEHICLE');
    const own = { name: 'EQUIPMENT', type: 'string', required: 'true', default: 'Due chiavi' };
    const fields = asGenerated({ ...type, fields: [...type.fields, own] }).fields;
    expect(fields.filter(({ name }) => name === 'EQUIPMENT')).toEqual([own]);
  });
});

describe('closed lists for API clients', () => {
  const valuesOf = (slug: string, name: string) =>
    withValues(shipped)
      .flatMap(({ documentTypes }) => documentTypes)
      .find((type) => type.slug === slug)
      ?.fields.find((field) => field.name === name)?.values;

  it.each([
    ['LOAN_TEST_PRODUCT_FOREIGN', 'PAPER_LANGUAGE', ['en', 'de']],
    ['FEA_MODULE', 'ID_TYPE', ['identityCard', 'passport', 'drivingLicence', 'residencePermit']],
  ])('of %s %s have their values', (slug, name, values) => expect(valuesOf(slug, name)).toEqual(values));

  it.each(['DAMAGE_1_PLACE', 'DAMAGE_4_PLACE', 'DRIVER_LICENCE_CATEGORY'])('of a loan %s have their values', (name) => {
    expect(valuesOf('LOAN_COURTESY_VEHICLE', name)?.length).toBeGreaterThan(3);
  });

  it('contain exactly the accepted values of every list field', () => {
    for (const { documentTypes } of withValues(shipped)) {
      for (const type of documentTypes.filter(isGeneratedType)) {
        const lists = paperFields(type.slug).filter(({ kind }) => kind === 'choice');
        const named = (type.fields as FieldWithValues[]).filter(({ values }) => values !== undefined);
        expect(named.map(({ name }) => name).sort(), type.slug).toEqual(lists.map(({ name }) => name).sort());
        for (const list of lists) {
          const { values = [] } = named.find(({ name }) => name === list.name) ?? {};
          expect(values.length).toBeGreaterThan(1);
          expect(valueIssues([list], { [list.name]: 'altro' }).map((issue) => fieldMessage(issue, 'it'))).toEqual([
            `Valore non ammesso. Valori ammessi: ${values.join(', ')}`,
          ]);
          for (const value of values) expect(valueIssues([list], { [list.name]: value })).toEqual([]);
        }
      }
    }
  });

  it('leave uploads, free texts and the specified members unchanged', () => {
    const strip = withValues(shipped).map((folder) => ({
      ...folder,
      documentTypes: folder.documentTypes.map((type) => ({
        ...type,
        fields: (type.fields as FieldWithValues[]).map(({ values: _values, ...field }) => field),
      })),
    }));
    expect(strip).toEqual(shipped);
    expect(valuesOf('SALE_NEW_PROPOSAL', 'SALES_MANAGER')).toBeUndefined();
    expect(valuesOf('LOAN_COURTESY_VEHICLE', 'VEHICLE_MODEL')).toBeUndefined();
  });
});
