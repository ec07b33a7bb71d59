/** Which document types a folder offers (specification §2, P-15, P-16). */
import { describe, expect, test } from 'vitest';
import type { ConfiguredDocumentType, FolderTypeConfiguration } from '#domain/folders/folder-types.ts';
import { offeredTypes } from './new-document.tsx';

const type = (slug: string, part: Partial<ConfiguredDocumentType> = {}): ConfiguredDocumentType => ({
  slug,
  displayOrder: 10,
  visibleInWizard: true,
  legalEntities: [],
  signers: ['customer'],
  fields: [],
  ...part,
});
const offered = (...documentTypes: ConfiguredDocumentType[]) => {
  const configuration: FolderTypeConfiguration = [
    { slug: 'SALE_NEW', displayOrder: 10, visibleInWizard: true, fields: [], documentTypes },
    { slug: 'SERVICE', displayOrder: 20, visibleInWizard: true, fields: [], documentTypes: [type('SERVICE_VAB')] },
  ];
  return offeredTypes(configuration, { type: 'SALE_NEW' }, { legalEntity: 'LE001' }).map((entry) => entry.slug);
};

describe('a folder offers', () => {
  test('the document types of its own type, in the configured order', () => {
    const types = [type('SALE_NEW_PROPOSAL', { displayOrder: 20 }), type('SALE_NEW_RFO')];
    expect(offered(...types)).toEqual(['SALE_NEW_RFO', 'SALE_NEW_PROPOSAL']);
  });
  test('no type hidden from the wizard', () => {
    expect(offered(type('SALE_RFO', { visibleInWizard: false }))).toEqual([]);
  });
  test('no identity document and no driving licence', () => {
    expect(offered(type('OTHER_IDENTITY'), type('OTHER_DRIVING_LICENSE'))).toEqual([]);
  });
  test('no type that belongs to other legal entities', () => {
    const types = [type('A', { legalEntities: ['LE002'] }), type('B', { legalEntities: ['LE002', 'LE001'] })];
    expect(offered(...types)).toEqual(['B']);
  });
  test('nothing when its type is not configured', () => {
    expect(offeredTypes([], { type: 'SALE_NEW' }, { legalEntity: 'LE001' })).toEqual([]);
  });
});
