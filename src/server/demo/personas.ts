/** The demo's personas: at least one per role except ROLE_USER, all invented. */
import type { BrandPermissions } from '#domain/access.ts';
import { BRANDS, type Brand } from '#domain/dealers/brands.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import { DEMO_PASSWORD } from '#domain/identity/account.ts';
import type { Role } from '#domain/identity/roles.ts';
import { createUser, findUser, makePasswordVerifier, type NewUser } from '../identity/index.ts';
import type { World } from '../world.ts';

export interface Persona
  extends Pick<NewUser, 'login' | 'firstName' | 'lastName' | 'email' | 'authorities' | 'hstList' | 'brands'> {
  /** The heading under which the demo's sign-in page shows this person. */
  readonly group: 'office' | 'reading' | 'dealer' | 'dms';
  /** Role and place shown on that page; for DMS accounts the name of the program. */
  readonly label: string;
  readonly place: string;
}

/**
 * Issuer of the demo's own provider in stored identities: the provider runs in this process, so the issuer must not
 * depend on the port or address under which the demo is opened.
 */
export const DEMO_ISSUER = 'demo';

const SALES: readonly FolderType[] = ['PRIVACY', 'SALE_NEW', 'SALE_USED'];
const AFTER_SALES: readonly FolderType[] = ['PRIVACY', 'SERVICE'];
const ALL: readonly FolderType[] = ['PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE'];

const grant = (brands: readonly Brand[], permissions: readonly string[]): BrandPermissions[] =>
  brands.map((brand) => ({ brand, permissions: [...permissions] }));

type Rest = Pick<Persona, 'authorities' | 'hstList' | 'brands' | 'group' | 'label' | 'place'>;

/** @param name first name and last name, one word each. */
function person(login: string, name: string, rest: Rest): Persona {
  const [firstName = '', lastName = ''] = name.split(' ');
  return { login, firstName, lastName, email: `${firstName}.${lastName}@example.com`.toLowerCase(), ...rest };
}

const atOffice = (role: Role, label: string, place: string): Rest => ({
  authorities: [role],
  hstList: [],
  brands: [],
  group: 'office',
  label,
  place,
});

const atDealer = (
  role: Role,
  hstList: readonly string[],
  brands: readonly BrandPermissions[],
  label: string,
  place: string,
): Rest => ({ authorities: [role], hstList, brands, group: 'dealer', label, place });

const dms = (login: string, program: string, role: Role, hst: string): Persona =>
  person(login, `Integrazione ${program.replace(' ', '')}`, {
    authorities: [role],
    hstList: [hst],
    brands: grant(BRANDS, ALL),
    group: 'dms',
    label: program,
    place: '',
  });

export const PERSONAS: readonly Persona[] = [
  person('admin', 'Andrea Neri', atOffice('ROLE_ADMIN', 'Amministratore', 'Tutto')),
  // One administrator writes, another publishes: the demo has both.
  person('admin2', 'Giulia Ferri', atOffice('ROLE_ADMIN', 'Amministratore', 'Tutto')),
  person('nsc', 'Laura Galli', atOffice('ROLE_BMW_ITALIA', 'Sede nazionale', 'Tutta la rete')),
  person('readonly', 'Marta Rinaldi', {
    authorities: ['ROLE_DEALER'],
    hstList: ['10001'],
    brands: grant(['bmw'], ['READONLY']),
    group: 'reading',
    label: 'Sola lettura',
    place: 'Bologna · BMW',
  }),
  person('sa3', 'Elio Costa', {
    authorities: ['ROLE_SA3'],
    hstList: ['10001'],
    brands: grant(BRANDS, ALL),
    group: 'reading',
    label: 'SA3',
    place: 'Bologna',
  }),
  person(
    'supervisor',
    'Anna Verdi',
    atDealer('ROLE_SUPERVISOR_DEALER', ['10001', '10002'], grant(BRANDS, ALL), 'Supervisore', 'Bologna e Modena'),
  ),
  person(
    'dealer',
    'Dario Provini',
    atDealer('ROLE_DEALER', ['10001'], grant(BRANDS, ALL), 'Concessionaria', 'Bologna'),
  ),
  person(
    'sales',
    'Paolo Ricci',
    atDealer('ROLE_SALE_DEALER', ['10001'], grant(['bmw', 'mini'], SALES), 'Venditore', 'Bologna · BMW, MINI'),
  ),
  person(
    'manager',
    'Matteo Greco',
    atDealer('ROLE_SALE_MANAGER', ['10001', '10002'], grant(BRANDS, SALES), 'Responsabile vendite', 'Bologna e Modena'),
  ),
  person(
    'service',
    'Sara Colombo',
    atDealer('ROLE_SERVICE_DEALER', ['10001'], grant(BRANDS, AFTER_SALES), 'Assistenza', 'Bologna'),
  ),
  person(
    'operator',
    'Ilaria Fontana',
    atDealer(
      'ROLE_OPERATOR_DEALER',
      ['10001', '10002'],
      grant(BRANDS, AFTER_SALES),
      'Caposervizio',
      'Bologna e Modena',
    ),
  ),
  person(
    'acceptance',
    'Teresa Villa',
    atDealer('ROLE_ACCEPTANCE_DEALER', ['10001'], grant(BRANDS, AFTER_SALES), 'Accettazione', 'Bologna'),
  ),
  person(
    'backoffice',
    'Nicola Serra',
    atDealer('ROLE_BACKOFFICE_DEALER', ['10001'], grant(BRANDS, ALL), 'Back office', 'Bologna'),
  ),
  dms('dms-incadea', 'Incadea', 'ROLE_DMS_INCADEA', '10001'),
  dms('dms-autoline', 'Autoline', 'ROLE_DMS_AUTOLINE', '10003'),
  dms('dms-sipadx', 'Sipad X', 'ROLE_DMS_SIPADX', '10005'),
  dms('dms-gmt', 'GMT', 'ROLE_DMS_GMT', '10007'),
  dms('dms-infinity', 'Infinity', 'ROLE_DMS_INFINITY', '10009'),
];

/**
 * Creates the missing personas, with the demo's password. May be run again.
 * @param verifier of that password; tests pass a cheap one.
 * @throws Error outside demo mode: its password is public.
 */
export async function createPersonas(world: World, verifier?: string): Promise<void> {
  if (world.settings.mode !== 'demo') throw new Error('Personas are only for the demo');
  // One verifier for all: the password is no secret, and seventeen computations would only slow down the first start.
  const passwordVerifier = verifier ?? (await makePasswordVerifier(DEMO_PASSWORD));
  await world.database.transaction(async (tx) => {
    for (const persona of PERSONAS) {
      if ((await findUser(tx, { login: persona.login })) !== undefined) continue;
      const { group: _group, label: _label, place: _place, ...user } = persona;
      // The provider is the demo's own: personas need no e-mail address to be recognised.
      const identity = { issuer: DEMO_ISSUER, subject: persona.login };
      await createUser(tx, { ...user, activated: true, passwordVerifier, identity }, null, world.clock.now());
    }
  });
}
