/** Document types that a folder offers for adding a document. */
import { describe, expect, it } from 'vitest';
import {
  addableDocumentTypes,
  type ConfiguredDocumentType,
  type ConfiguredFolderType,
  extraFields,
  offeredDocumentTypes,
} from './folder-types.ts';

const type = (slug: string, part: Partial<ConfiguredDocumentType> = {}): ConfiguredDocumentType => ({
  slug,
  displayOrder: 10,
  visibleInWizard: true,
  legalEntities: [],
  signers: ['customer'],
  fields: [],
  ...part,
});
const folder = (documentTypes: ConfiguredDocumentType[]): ConfiguredFolderType => ({
  ...{ slug: 'SALE_NEW', displayOrder: 10, visibleInWizard: true, fields: [] },
  documentTypes,
});
const addable = (...types: ConfiguredDocumentType[]) =>
  addableDocumentTypes(folder(types), ['LE001']).map(({ slug }) => slug);
const onCard = (...types: ConfiguredDocumentType[]) =>
  offeredDocumentTypes(folder(types), ['LE001']).map(({ slug }) => slug);

describe('a folder accepts', () => {
  it('the document types of its own type, in the configured order', () => {
    expect(addable(type('SALE_NEW_PROPOSAL', { displayOrder: 20 }), type('SALE_NEW_RFO'))).toEqual([
      ...['SALE_NEW_RFO', 'SALE_NEW_PROPOSAL'],
    ]);
  });

  it('copies of identity papers, which no card offers', () => {
    const papers = [type('OTHER_IDENTITY', { visibleInWizard: false }), type('OTHER_DRIVING_LICENSE')];
    expect(addable(...papers)).toEqual(['OTHER_IDENTITY', 'OTHER_DRIVING_LICENSE']);
    expect(onCard(...papers)).toEqual([]);
  });

  it('no other type hidden from the wizard', () => {
    expect(
      addable(...['SALE_RFO', 'FEA_MODULE', 'AUDIT'].map((slug) => type(slug, { visibleInWizard: false }))),
    ).toEqual([]);
  });

  it('no type of other legal entities', () => {
    const types = [type('A', { legalEntities: ['LE002'] }), type('B', { legalEntities: ['LE002', 'LE001'] })];
    expect(addable(...types)).toEqual(['B']);
    expect(onCard(...types)).toEqual(['B']);
  });
});

describe('the extra fields', () => {
  it('are all fields of a type except ARCHIVABLE, SIGNABLE, SIG_TYPE and FILE', () => {
    const names = ['FILE', 'NOTA', 'SIGNABLE', 'ARCHIVABLE', 'SALES_MANAGER', 'SIG_TYPE', 'file'];
    const fields = names.map((name) => ({ name, type: 'string', required: 'false', default: null }));
    expect(extraFields(type('SALE_NEW_RFO', { fields })).map(({ name }) => name)).toEqual([
      ...['NOTA', 'SALES_MANAGER', 'file'],
    ]);
  });
});
