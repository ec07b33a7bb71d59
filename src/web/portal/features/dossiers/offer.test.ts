/** Who sees which action on a customer, and who sees it disabled (specification §6, P-4). */
import { describe, expect, it } from 'vitest';
import { type Actor, may, mayEver } from '#domain/access.ts';
import type { Role } from '#domain/identity/roles.ts';
import { offerOf, offerOfAny } from './offer.ts';

const actor = (role: Role, ...permissions: string[]): Actor => ({
  ...{ id: 1, login: 'chi', authorities: [role], hstList: ['10001'] },
  brands: [{ brand: 'bmw', permissions }],
});
const target = { hst: '10001', brand: 'bmw', folderType: 'SALE_NEW' } as const;

describe('an action on a customer', () => {
  it.each([
    ['possible', actor('ROLE_DEALER', 'SALE_NEW')],
    ['readonly', actor('ROLE_DEALER', 'READONLY')],
    [null, actor('ROLE_SA3', 'SALE_NEW')],
    [null, actor('ROLE_SA3', 'READONLY')],
    [null, actor('ROLE_USER', 'READONLY')],
  ] as const)('is %s for %j', (offer, somebody) => {
    expect(offerOf(mayEver(somebody, 'dossier.create'))).toBe(offer);
    expect(offerOf(may(somebody, 'dossier.edit', { hst: '10001' }))).toBe(offer);
    expect(offerOfAny([may(somebody, 'folder.create', target)])).toBe(offer);
  });

  it('has its folders as a reason of their own, which is none of reading', () => {
    const full = may(actor('ROLE_DEALER', 'SALE_NEW'), 'dossier.delete', { hst: '10001', numberOfFolders: 1 });
    expect(offerOf(full)).toBeNull();
  });

  it('is possible where one brand of several can be written to', () => {
    const somebody = {
      ...actor('ROLE_DEALER'),
      brands: [
        { brand: 'bmw' as const, permissions: ['READONLY'] },
        { brand: 'mini' as const, permissions: ['SALE_NEW'] },
      ],
    };
    const decisions = (['bmw', 'mini', 'moto'] as const).map((brand) =>
      may(somebody, 'folder.create', { ...target, brand }),
    );
    expect(offerOfAny(decisions)).toBe('possible');
    expect(offerOfAny(decisions.slice(0, 1))).toBe('readonly');
    expect(offerOfAny([])).toBeNull();
  });
});
