/** Callers in `npm run bench -- lists`: typical accounts, and one of a dealer's management system. */
import type { BrandPermissions } from '#domain/access.ts';
import { BRANDS } from '#domain/dealers/brands.ts';
import type { Role } from '#domain/identity/roles.ts';

export const ENTITIES = 60;
export const DEALERS = 600;
export const PASSWORD = 'prova';

/** Dealers by rank: the first has a tenth of all documents, the last three in ten thousand. */
export const hstOf = (rank: number): string => String(20_000 + rank);
export const entityOf = (rank: number): string => `LE${String(1 + ((rank * 7) % ENTITIES)).padStart(3, '0')}`;

const all = (...permissions: string[]): BrandPermissions[] => BRANDS.map((brand) => ({ brand, permissions }));
const EVERYTHING = all('PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE');

export interface BenchActor {
  readonly login: string;
  readonly role: Role;
  readonly hstList: readonly string[];
  readonly brands: BrandPermissions[];
  /** The legal entity of its dashboard. */
  readonly legalEntity: string;
}

const actor = (login: string, role: Role, ranks: readonly number[], brands = EVERYTHING): BenchActor => ({
  login,
  role,
  hstList: ranks.map(hstOf),
  brands,
  legalEntity: entityOf(ranks[0] ?? 1),
});

export const ACTORS = {
  admin: actor('admin', 'ROLE_ADMIN', [], []),
  big: actor('dealer.20001', 'ROLE_DEALER', [1]),
  medium: actor('dealer.20060', 'ROLE_DEALER', [60]),
  small: actor(
    'dealer.20588',
    'ROLE_DEALER',
    [588],
    [
      { brand: 'bmw', permissions: ['SALE_NEW', 'SERVICE'] },
      { brand: 'mini', permissions: ['SALE_NEW', 'SERVICE'] },
    ],
  ),
  supervisor: actor('supervisor', 'ROLE_SUPERVISOR_DEALER', [20, 70, 120, 170, 220, 270, 320, 370, 420, 470, 520, 570]),
  dms: actor('dms.20010', 'ROLE_DMS_INCADEA', [10]),
} as const satisfies Record<string, BenchActor>;
export type ActorName = keyof typeof ACTORS;
