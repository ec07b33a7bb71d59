/** The configuration in which papers are generated: what loses its upload, what its fields become (P-16). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withUploads } from '../../../test/uploading.ts';
import { folderTypeConfigurationSchema } from '../folders/folder-type-schemas.ts';
import { EXTRA_FIELD_TYPES, extraFields, findConfiguredType, findField } from '../folders/folder-types.ts';
import { paperFields } from './compose.ts';
import { asGenerated, isGeneratedType, withGeneratedPapers } from './configured.ts';

const shipped = folderTypeConfigurationSchema.parse(JSON.parse(readFileSync('db/folder-types.json', 'utf8')));
/** The same where every type takes an upload. */
const uploading = withUploads(shipped);
const derived = withGeneratedPapers(uploading);
const typeOf = (configuration: typeof shipped, folder: string, slug: string) => {
  const type = findConfiguredType(configuration, folder, slug);
  if (type === undefined) throw new Error(`${folder} has no ${slug}`);
  return type;
};

describe('the derived configuration', () => {
  it('is the shipped one: `papers --configuration db/folder-types.json` writes it anew when there is another template', () => {
    expect(derived).toEqual(shipped);
    expect(withGeneratedPapers(shipped)).toEqual(shipped);
  });

  it('fits its schema and changes nothing but fields', () => {
    expect(folderTypeConfigurationSchema.parse(derived)).toEqual(derived);
    const bare = (configuration: typeof shipped) =>
      configuration.map((folder) => ({
        ...folder,
        documentTypes: folder.documentTypes.map((type) => ({ ...type, fields: [] })),
      }));
    expect(bare(derived)).toEqual(bare(uploading));
  });

  it('generates loans, also those of several borrowers, and leaves sales and workshop papers and copies to be uploaded', () => {
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

  it('has every field of the template, of a type that any browser draws, required where the template says so', () => {
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

  it('keeps what the configuration already says of a field', () => {
    const type = typeOf(uploading, 'SERVICE', 'LOAN_COURTESY_VEHICLE');
    const own = { name: 'EQUIPMENT', type: 'string', required: 'true', default: 'Due chiavi' };
    const fields = asGenerated({ ...type, fields: [...type.fields, own] }).fields;
    expect(fields.filter(({ name }) => name === 'EQUIPMENT')).toEqual([own]);
  });
});
