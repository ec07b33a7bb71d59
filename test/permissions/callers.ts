/** The callers of the authorisation matrix and their permissions (table P-4), written again by hand, independent of the code. */
import type { BrandPermissions } from '#domain/access.ts';
import type { Role } from '#domain/identity/roles.ts';
import { PLACES } from '../attacks/files/places.ts';

/** Deleted by an administrator, and never created: the same answer for every caller. */
export const ALL_PLACES = [...PLACES, 'deleted', 'absent'] as const;
export type AnyPlace = (typeof ALL_PLACES)[number];

/** What each role may do at all: `no` is a 403 wherever it is tried. `user` is ROLE_USER only. */
const RIGHTS_TABLE = `
                   admin  national  supervisor  dealer  sa3  dms  user
see customers      yes    yes       yes         yes     yes  yes  no
edit customers     yes    yes       yes         yes     no   yes  no
delete folders     yes    yes       yes         yes     no   no   no
delete documents   yes    yes       yes         yes     no   yes  no
start signing      yes    yes       yes         yes     no   no   no
find customers     yes    yes       yes         yes     no   no   no
see users          yes    yes       yes         no      no   no   no
export users       yes    yes       no          no      no   no   no
edit users         yes    no        yes         no      no   no   no
make admins        yes    no        no          no      no   no   no
see licences       yes    yes       yes         no      no   no   no
edit licences      yes    no        no          no      no   no   no
edit activations   yes    no        yes         no      no   no   no
see signatures     yes    yes       yes         yes     yes  yes  no
edit services      yes    no        no          no      no   no   no
see templates      yes    yes       no          no      no   no   no
edit templates     yes    no        no          no      no   no   no
see videos         yes    yes       yes         yes     yes  no   no
edit videos        yes    yes       no          no      no   no   no
see figures        yes    yes       yes         yes     yes  no   no
see numbers        yes    yes       yes         no      no   no   no
connect systems    yes    no        no          no      no   no   no
see first steps    yes    no        no          no      no   no   no
change types       yes    no        no          no      no   no   no
see folder types   yes    yes       yes         yes     yes  yes  no
have a session     yes    yes       yes         yes     yes  yes  yes
`;
export type Right =
  | 'see customers'
  | 'edit customers'
  | 'delete folders'
  | 'delete documents'
  | 'start signing'
  | 'find customers'
  | 'see users'
  | 'export users'
  | 'edit users'
  | 'make admins'
  | 'see licences'
  | 'edit licences'
  | 'edit activations'
  | 'see signatures'
  | 'edit services'
  | 'see templates'
  | 'edit templates'
  | 'see videos'
  | 'edit videos'
  | 'see figures'
  | 'see numbers'
  | 'connect systems'
  | 'see first steps'
  | 'change types'
  | 'see folder types'
  | 'have a session';

/** Forbidden for a caller who is read-only in every brand, regardless of the role. */
const WRITE_RIGHTS: readonly Right[] = [
  'edit customers',
  'delete folders',
  'delete documents',
  'start signing',
  'find customers',
];
export const READ_ONLY = ['readonly', 'readonly-all'];

/**
 * One for each of the seventeen roles, then callers with unusual dealers, brands or roles.
 * `folders` has one letter per place, in the order of LETTERS: W sees and writes, R only sees, - does not see folder
 * and documents. `customers` is the same for the customer, who is scoped by dealer only. `writes` has a W for each of
 * bmw SALE_NEW, moto SALE_NEW, bmw SERVICE, bmw VEHICLE_EXIT_REQUEST that may be written at some dealer.
 */
const PEOPLE = `
login           column      roles                        dealers      brands                               folders  customers  writes
admin           admin       ADMIN                        -            -                                    WWWWWWW  WWWWWWW    WWWW
national        national    BMW_ITALIA                   -            -                                    WWWWWWW  WWWWWWW    WWWW
supervisor      supervisor  SUPERVISOR_DEALER            10001,10002  every:ALL                            WWWW-W-  WWWWWW-    WWW-
dealer          dealer      DEALER                       10001        every:ALL                            WWWW---  WWWWW--    WWW-
service         dealer      SERVICE_DEALER               10001        every:AFTER_SALES                    ---W---  WWWWW--    --W-
sale            dealer      SALE_DEALER                  10001        bmw:SALES;mini:SALES                 WW-----  WWWWW--    W---
acceptance      dealer      ACCEPTANCE_DEALER            10001        bmw:AFTER_SALES                      ---W---  WWWWW--    --W-
backoffice      dealer      BACKOFFICE_DEALER            10001        every:ALL                            WWWW---  WWWWW--    WWW-
manager         dealer      SALE_MANAGER                 10001,10002  every:SALES                          WWW--W-  WWWWWW-    WW--
operator        dealer      OPERATOR_DEALER              10001,10002  every:AFTER_SALES                    ---W---  WWWWWW-    --W-
sa3             sa3         SA3                          10001        every:ALL                            RRRR---  RRRRR--    ----
dms-incadea     dms         DMS_INCADEA                  10001        every:ALL                            -W-----  -W-----    WWW-
dms-autoline    dms         DMS_AUTOLINE                 10001        every:ALL                            -------  -------    WWW-
dms-sipadx      dms         DMS_SIPADX                   10003        every:ALL                            -------  -------    WWW-
dms-gmt         dms         DMS_GMT                      10002        every:ALL                            -------  -------    WWW-
dms-infinity    dms         DMS_INFINITY                 10001,10002  every:ALL                            -------  -------    WWW-
user            user        USER                         10001        every:ALL                            -------  -------    ----
readonly        dealer      DEALER                       10001        bmw:READONLY                         RR-R---  RRRRR--    ----
readonly-all    dealer      SALE_MANAGER                 10001        every:READONLY                       RRRR---  RRRRR--    ----
mixed           dealer      DEALER                       10001        bmw:READONLY;moto:SALE_NEW           RRWR---  WWWWW--    -W--
several         dealer      SALE_DEALER,OPERATOR_DEALER,USER  10001,10003  bmw:SALE_NEW;moto:SERVICE       WW----W  WWWWW-W    W---
vehicle         dealer      DEALER                       10001        every:ALL,VEHICLE_EXIT_REQUEST       WWWW---  WWWWW--    WWW-
milano          dealer      DEALER                       10003        every:ALL                            ------W  ------W    WWW-
dealerless      dealer      DEALER                       -            every:ALL                            -------  -------    WWW-
brandless       dealer      DEALER                       10001        -                                    -------  WWWWW--    ----
dms-twin        dms         DMS_INCADEA                  10001        every:ALL                            -------  -------    WWW-
supervisor-two  supervisor  SUPERVISOR_DEALER            10003,10001  every:ALL                            WWWW--W  WWWWW-W    WWW-
national-old    national    BMW_ITALIA                   10003        every:READONLY                       WWWWWWW  WWWWWWW    WWWW
`;
const BUNDLES: Readonly<Record<string, string>> = {
  ALL: 'PRIVACY,SALE_NEW,SALE_USED,SERVICE',
  SALES: 'PRIVACY,SALE_NEW,SALE_USED',
  AFTER_SALES: 'PRIVACY,SERVICE',
};

/** Legal entities of the dealers used here. */
export const ENTITY_OF: Readonly<Record<string, string>> = { '10001': 'LE001', '10002': 'LE001', '10003': 'LE002' };

export interface Caller {
  readonly login: string;
  /** The column of the permission table. */
  readonly column: string;
  readonly authorities: readonly Role[];
  readonly hstList: readonly string[];
  readonly brands: readonly BrandPermissions[];
  readonly folders: string;
  readonly customers: string;
  readonly writes: string;
}

/** Rows of a table whose cells are separated by two blanks, keyed by the names in its first line. */
export const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s{2,}/));
const splitList = (text: string): string[] => (text === '-' ? [] : text.split(','));

/** `bmw:SALES;moto:SERVICE` as permissions by brand. */
function brandsOf(text: string): BrandPermissions[] {
  if (text === '-') return [];
  return text.split(';').flatMap((part) => {
    const [brand = '', permissions = ''] = part.split(':');
    const brands = brand === 'every' ? ['bmw', 'bmwi', 'mini', 'moto'] : [brand];
    const granted = permissions.split(',').flatMap((permission) => (BUNDLES[permission] ?? permission).split(','));
    return brands.map((brand) => ({ brand: brand as BrandPermissions['brand'], permissions: granted }));
  });
}

export const CALLERS: readonly Caller[] = rowsOf(PEOPLE)
  .slice(1)
  .map(
    ([login = '', column = '', roles = '', dealers = '', brands = '', folders = '', customers = '', writes = '']) => {
      const authorities = splitList(roles).map((role) => `ROLE_${role}` as Role);
      return {
        login,
        column,
        authorities,
        hstList: splitList(dealers),
        brands: brandsOf(brands),
        folders,
        customers,
        writes,
      };
    },
  );

const [columns = [], ...rights] = rowsOf(RIGHTS_TABLE);
const RIGHTS = new Map(
  rights.map(([right, ...answers]) => [right, new Map(columns.map((column, index) => [column, answers[index]]))]),
);

/** Whether this caller may ever do this; further conditions depend on the object. */
export function mayEver(caller: Caller, right: Right): boolean {
  const answer = RIGHTS.get(right)?.get(caller.column);
  if (answer === undefined) throw new Error(`The permission table has no entry for ${right} and ${caller.column}`);
  return answer === 'yes' && !(WRITE_RIGHTS.includes(right) && READ_ONLY.includes(caller.login));
}

const LETTERS: readonly AnyPlace[] = [
  'own',
  'ownOfDms',
  'otherBrand',
  'otherType',
  'vehicleExit',
  'otherDealer',
  'otherEntity',
];
const letterAt = (grid: string, place: AnyPlace): string => grid[LETTERS.indexOf(place)] ?? '-';
export const folderLetter = (caller: Caller, place: AnyPlace): string => letterAt(caller.folders, place);
export const customerLetter = (caller: Caller, place: AnyPlace): string => letterAt(caller.customers, place);

const WRITE_COLUMNS: Partial<Record<AnyPlace, number>> = { otherBrand: 1, otherType: 2, vehicleExit: 3 };
/** Whether the caller may write the brand and folder type of a place, as named in the request. */
export const writesLike = (who: Caller, place: AnyPlace): boolean => who.writes[WRITE_COLUMNS[place] ?? 0] === 'W';

/** Administrators and the national organisation. */
export const isOffice = ({ column }: Caller): boolean => column === 'admin' || column === 'national';
export const isDms = ({ column }: Caller): boolean => column === 'dms';

/** The office has every dealer; other callers their own. */
export const hasDealer = (caller: Caller, hst: string): boolean => isOffice(caller) || caller.hstList.includes(hst);
export const hasEntity = (caller: Caller, entity: string): boolean =>
  isOffice(caller) || caller.hstList.some((hst) => ENTITY_OF[hst] === entity);
