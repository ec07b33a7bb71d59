/** What can be started from a PDF. */
import { describe, expect, it } from 'vitest';
import type { Actor } from '#domain/access.ts';
import type { Dealer } from '#domain/dealers/brands.ts';
import type { ConfiguredDocumentType, FolderTypeConfiguration } from '#domain/folders/folder-types.ts';
import { documentTypesOf, offeredBrands, offeredFolderTypes } from './start-options.ts';

const type = (slug: string, change: Partial<ConfiguredDocumentType> = {}): ConfiguredDocumentType => ({
  slug,
  displayOrder: 1,
  visibleInWizard: true,
  legalEntities: [],
  signers: ['customer'],
  fields: [{ name: 'FILE', type: 'file', required: 'true', default: null }],
  ...change,
});
const configuration: FolderTypeConfiguration = [
  {
    ...{ slug: 'SALE_NEW', displayOrder: 20, visibleInWizard: true, fields: [] },
    documentTypes: [type('B', { displayOrder: 2 }), type('A'), type('ELSEWHERE', { legalEntities: ['LE002'] })],
  },
  { slug: 'PRIVACY', displayOrder: 10, visibleInWizard: true, fields: [], documentTypes: [type('P', { fields: [] })] },
  { slug: 'SERVICE', displayOrder: 5, visibleInWizard: true, fields: [], documentTypes: [type('S')] },
];
const seller: Actor = {
  id: 1,
  login: 'sales',
  authorities: ['ROLE_SALE_DEALER'],
  hstList: ['10001'],
  brands: [
    { brand: 'mini', permissions: ['SALE_NEW', 'PRIVACY'] },
    { brand: 'bmw', permissions: ['SALE_NEW', 'READONLY'] },
  ],
};
const dealers = [{ hst2011: '10001', legal_entity: 'LE001' }] as Dealer[];

describe('the options for a PDF', () => {
  it('are the writable types with a file', () => {
    expect(offeredFolderTypes(seller, configuration, dealers, 'mini').map(({ slug }) => slug)).toEqual(['SALE_NEW']);
  });

  it('are none for a read-only user', () => {
    expect(offeredFolderTypes(seller, configuration, dealers, 'bmw')).toEqual([]);
    expect(offeredBrands(seller, configuration, dealers)).toEqual(['mini']);
    const reader = { ...seller, brands: [{ brand: 'mini' as const, permissions: ['READONLY'] }] };
    expect(offeredBrands(reader, configuration, dealers)).toEqual([]);
  });

  it('exclude types of other legal entities and keep the configured order', () => {
    const [first] = configuration;
    expect(first && documentTypesOf(first, dealers).map(({ slug }) => slug)).toEqual(['A', 'B']);
  });
});
