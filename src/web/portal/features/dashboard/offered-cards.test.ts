/** Which brands, folder types and document types the dashboard offers to each user. */
import { describe, expect, it } from 'vitest';
import type { Actor, BrandPermissions } from '#domain/access.ts';
import type { Dealer } from '#domain/dealers/brands.ts';
import type { ConfiguredDocumentType, FolderTypeConfiguration } from '#domain/folders/folder-types.ts';
import type { Role } from '#domain/identity/roles.ts';
import { brandCards } from './offered-cards.ts';

const type = (
  slug: string,
  displayOrder: number,
  more: Partial<ConfiguredDocumentType> = {},
): ConfiguredDocumentType => ({
  slug,
  displayOrder,
  visibleInWizard: true,
  legalEntities: [],
  signers: ['customer'],
  fields: [],
  ...more,
});
const configuration: FolderTypeConfiguration = [
  {
    slug: 'SALE_NEW',
    displayOrder: 20,
    visibleInWizard: true,
    fields: [],
    documentTypes: [
      type('SALE_NEW_PROPOSAL', 20),
      type('SALE_NEW_RFO', 10),
      type('OTHER_IDENTITY', 1),
      type('OTHER_DRIVING_LICENSE', 2),
      type('SALE_RFO', 3, { visibleInWizard: false }),
      type('SALE_NEW_ACCEPTANCE', 30, { legalEntities: ['LE002'] }),
    ],
  },
  { slug: 'PRIVACY', displayOrder: 10, visibleInWizard: true, fields: [], documentTypes: [type('PRIVACY_NSC', 10)] },
  {
    slug: 'SALE_USED',
    displayOrder: 30,
    visibleInWizard: false,
    fields: [],
    documentTypes: [type('SALE_USED_RFO', 10)],
  },
  { slug: 'SERVICE', displayOrder: 40, visibleInWizard: true, fields: [], documentTypes: [] },
  {
    slug: 'VEHICLE_EXIT_REQUEST',
    displayOrder: 50,
    visibleInWizard: true,
    fields: [],
    documentTypes: [type('LOAN_WEDDING', 10)],
  },
];
const dealers = [{ hst2011: '10001', legal_entity: 'LE001' }] as Dealer[];
const actor = (role: Role, brands: BrandPermissions[]): Actor => ({
  id: 1,
  login: 'x',
  authorities: [role],
  hstList: ['10001'],
  brands,
});
const ALL = ['PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE', 'VEHICLE_EXIT_REQUEST'];

describe('the brand cards of the dashboard', () => {
  it('show the folder types the user may write to, in the configured order', () => {
    const [card] = brandCards(actor('ROLE_DEALER', [{ brand: 'mini', permissions: ALL }]), configuration, dealers);
    expect(card?.brand).toBe('mini');
    expect(card?.folderTypes.map((entry) => entry.folderType)).toEqual(['PRIVACY', 'SALE_NEW']);
  });

  it('sort document types and hide identity documents, hidden types and those of other legal entities', () => {
    const [card] = brandCards(
      actor('ROLE_DEALER', [{ brand: 'mini', permissions: ['SALE_NEW'] }]),
      configuration,
      dealers,
    );
    expect(card?.folderTypes[0]?.documentTypes.map((entry) => entry.slug)).toEqual([
      'SALE_NEW_RFO',
      'SALE_NEW_PROPOSAL',
    ]);
  });

  it('omit brands without write permission', () => {
    const brands: BrandPermissions[] = [
      { brand: 'bmw', permissions: ['READONLY'] },
      { brand: 'mini', permissions: ['PRIVACY'] },
      { brand: 'moto', permissions: [] },
    ];
    expect(brandCards(actor('ROLE_DEALER', brands), configuration, dealers).map((card) => card.brand)).toEqual([
      'mini',
    ]);
  });

  it('offer the vehicle exit only to privileged users', () => {
    const brands: BrandPermissions[] = [{ brand: 'bmw', permissions: ALL }];
    const offers = (role: Role) =>
      brandCards(actor(role, brands), configuration, dealers)[0]?.folderTypes.some(
        (entry) => entry.folderType === 'VEHICLE_EXIT_REQUEST',
      );
    expect(offers('ROLE_ADMIN')).toBe(true);
    expect(offers('ROLE_SUPERVISOR_DEALER')).toBe(false);
  });

  it.each(['ROLE_USER', 'ROLE_SA3'] as const)('are absent for %s', (role) => {
    expect(brandCards(actor(role, [{ brand: 'bmw', permissions: ALL }]), configuration, dealers)).toEqual([]);
  });
});
