/** Permissions: the single pure decision for browser and server, denied by default, with a reason. */
import type { Brand } from './dealers/brands.ts';
import { BRANDS } from './dealers/brands.ts';
import type { FolderType } from './folders/folder-types.ts';
import { FOLDER_TYPES } from './folders/folder-types.ts';
import { GROUP_OF_ROLE, type Role, type RoleGroup, SERVICE_SIDE_ROLES } from './identity/roles.ts';

export const READONLY = 'READONLY';

export interface BrandPermissions {
  brand: Brand;
  permissions: string[];
}

/** The caller with a staff session. */
export interface Actor {
  readonly id: number;
  readonly login: string;
  readonly authorities: readonly Role[];
  readonly hstList: readonly string[];
  readonly brands: readonly BrandPermissions[];
}

/** Reach of a grant. `created` is the own scope narrowed to rows the caller created itself. */
type Reach = 'all' | 'own' | 'created' | 'no';

type Row = Readonly<Record<RoleGroup, Reach>>;
const row = (admin: Reach, national: Reach, supervisor: Reach, dealer: Reach, sa3: Reach, dms: Reach): Row => ({
  admin,
  national,
  supervisor,
  dealer,
  sa3,
  dms,
  none: 'no',
});

/** The permission table (P-4): one line per action, one column per role group. */
export const PERMISSIONS = {
  // Searching external systems is a step of creating a customer and shows people who may never become one: only for roles
  // that may create, and not for technical accounts.
  'customer.search': row('all', 'all', 'own', 'own', 'no', 'no'),
  'dossier.read': row('all', 'all', 'own', 'own', 'own', 'created'),
  'dossier.create': row('all', 'all', 'own', 'own', 'no', 'own'),
  'dossier.edit': row('all', 'all', 'own', 'own', 'no', 'created'),
  'dossier.delete': row('all', 'all', 'own', 'own', 'no', 'no'),
  'folder.read': row('all', 'all', 'own', 'own', 'own', 'created'),
  'folder.create': row('all', 'all', 'own', 'own', 'no', 'own'),
  'folder.edit': row('all', 'all', 'own', 'own', 'no', 'created'),
  'folder.delete': row('all', 'all', 'own', 'own', 'no', 'no'),
  'document.read': row('all', 'all', 'own', 'own', 'own', 'created'),
  'document.create': row('all', 'all', 'own', 'own', 'no', 'own'),
  'document.edit': row('all', 'all', 'own', 'own', 'no', 'created'),
  'document.delete': row('all', 'all', 'own', 'own', 'no', 'created'),
  'document.sign': row('all', 'all', 'own', 'own', 'no', 'no'),
  'user.read': row('all', 'all', 'own', 'no', 'no', 'no'),
  'user.export': row('all', 'all', 'no', 'no', 'no', 'no'),
  'user.create': row('all', 'no', 'own', 'no', 'no', 'no'),
  'user.edit': row('all', 'no', 'own', 'no', 'no', 'no'),
  // Proposing is an edit of a user; agreement of two people is a rule of the proposal, not of the role (record 0066).
  'administrator.confirm': row('all', 'no', 'no', 'no', 'no', 'no'),
  'license.read': row('all', 'all', 'own', 'no', 'no', 'no'),
  'license.edit': row('all', 'no', 'no', 'no', 'no', 'no'),
  'activation.read': row('all', 'all', 'own', 'no', 'no', 'no'),
  'activation.edit': row('all', 'no', 'own', 'no', 'no', 'no'),
  'service.read': row('all', 'no', 'no', 'no', 'no', 'no'),
  'service.edit': row('all', 'no', 'no', 'no', 'no', 'no'),
  // Forms use it to decide on birth and fiscal data: only SIGNATURE_TYPE, of own legal entities.
  'signatureService.read': row('all', 'all', 'own', 'own', 'own', 'own'),
  // Writing and publishing are one right: agreement of two people is a rule of the version, not of the role.
  'paper.read': row('all', 'all', 'no', 'no', 'no', 'no'),
  'paper.edit': row('all', 'no', 'no', 'no', 'no', 'no'),
  'video.read': row('all', 'all', 'own', 'own', 'own', 'no'),
  'video.edit': row('all', 'all', 'no', 'no', 'no', 'no'),
  // Own: the first dealer's legal entity, for every user with a dealer code; choosing another is a separate right.
  'statistics.read': row('all', 'all', 'own', 'own', 'own', 'no'),
  'statistics.chooseLegalEntity': row('all', 'all', 'own', 'no', 'no', 'no'),
  // Shows signers who share a phone: for sellers' supervisors, not for sellers.
  'recurringNumber.read': row('all', 'all', 'own', 'no', 'no', 'no'),
  // External systems notified of documents, and the secrets of technical accounts.
  'integration.edit': row('all', 'no', 'no', 'no', 'no', 'no'),
  // Steps missing before the first signature: only administrators can do them.
  'installation.read': row('all', 'no', 'no', 'no', 'no', 'no'),
  // Requirements for every folder and document of the network.
  'folderType.edit': row('all', 'no', 'no', 'no', 'no', 'no'),
  'configuration.read': row('all', 'all', 'own', 'own', 'own', 'own'),
  'account.read': { ...row('all', 'all', 'own', 'own', 'own', 'own'), none: 'own' },
} as const satisfies Record<string, Row>;
export type Action = keyof typeof PERMISSIONS;
export const ACTIONS = Object.keys(PERMISSIONS) as Action[];

const SUPERVISOR_GRANTABLE_ROLES = (Object.keys(GROUP_OF_ROLE) as Role[]).filter(
  (role) => GROUP_OF_ROLE[role] === 'dealer' || role === 'ROLE_USER',
);

/** Facts for a decision; an omitted field is not checked. */
export interface Target {
  hst?: string;
  brand?: Brand;
  folderType?: FolderType;
  /** Login of the row's creator. */
  createdBy?: string | null;
  numberOfFolders?: number;
  numberOfDocuments?: number;
  jobId?: string | null;
  /** True once a signature was started on the document. */
  signingStarted?: boolean;
  draft?: boolean;
  /** Dealers of the affected user, licence or activation. */
  hstList?: readonly string[];
  /** Current or new roles of the affected user. */
  authorities?: readonly Role[];
}

export type AccessReason =
  | 'role'
  | 'scope'
  | 'readonly'
  | 'folderType'
  | 'hasFolders'
  | 'hasDocuments'
  | 'hasJobId'
  | 'signingStarted'
  | 'notDraft'
  | 'roleNotGivable';

/** `forbidden` is returned as 403, `absent` as 404 (same as for a missing row), `conflict` as 409. */
export type Decision =
  | { readonly ok: true }
  | { readonly ok: false; readonly kind: 'forbidden' | 'absent' | 'conflict'; readonly reason: AccessReason };

const OK: Decision = { ok: true };
const refuse = (kind: 'forbidden' | 'absent' | 'conflict', reason: AccessReason): Decision => ({
  ok: false,
  kind,
  reason,
});

export function groupsOf(actor: Pick<Actor, 'authorities'>): RoleGroup[] {
  return [...new Set(actor.authorities.map((role): RoleGroup => GROUP_OF_ROLE[role] ?? 'none'))];
}

/** ADMIN and BMW_ITALIA: no dealer, brand or folder type limits them. */
export function isPrivileged(actor: Pick<Actor, 'authorities'>): boolean {
  return actor.authorities.includes('ROLE_ADMIN') || actor.authorities.includes('ROLE_BMW_ITALIA');
}

export function isAdmin(actor: Pick<Actor, 'authorities'>): boolean {
  return actor.authorities.includes('ROLE_ADMIN');
}

const REACH_ORDER = { no: 0, created: 1, own: 2, all: 3 } as const satisfies Record<Reach, number>;

function reachOf(actor: Pick<Actor, 'authorities'>, action: Action): Reach {
  let best: Reach = 'no';
  for (const group of groupsOf(actor)) {
    const reach = PERMISSIONS[action][group];
    if (REACH_ORDER[reach] > REACH_ORDER[best]) best = reach;
  }
  return best;
}

function permissionsFor(actor: Pick<Actor, 'brands'>, brand: Brand): readonly string[] {
  return actor.brands.find((entry) => entry.brand === brand)?.permissions ?? [];
}

export function isReadOnlyIn(actor: Pick<Actor, 'brands' | 'authorities'>, brand: Brand): boolean {
  return !isPrivileged(actor) && permissionsFor(actor, brand).includes(READONLY);
}

/** Read-only overall: in every brand of the user. */
export function isReadOnly(actor: Pick<Actor, 'brands' | 'authorities'>): boolean {
  return (
    !isPrivileged(actor) &&
    actor.brands.length > 0 &&
    actor.brands.every((entry) => entry.permissions.includes(READONLY))
  );
}

export function canRead(actor: Pick<Actor, 'brands' | 'authorities'>, brand: Brand, folderType: FolderType): boolean {
  if (isPrivileged(actor)) return true;
  if (folderType === 'VEHICLE_EXIT_REQUEST') return false;
  const permissions = permissionsFor(actor, brand);
  return permissions.includes(READONLY) || permissions.includes(folderType);
}

export function canWrite(actor: Pick<Actor, 'brands' | 'authorities'>, brand: Brand, folderType: FolderType): boolean {
  if (reachOf(actor, 'document.create') === 'no') return false;
  return canRead(actor, brand, folderType) && !isReadOnlyIn(actor, brand);
}

/** Brands and folder types in which the actor may create documents: the cards of the dashboard. */
export function writableFolderTypes(actor: Pick<Actor, 'brands' | 'authorities'>, brand: Brand): FolderType[] {
  return FOLDER_TYPES.filter((type) => canWrite(actor, brand, type));
}

const READING: readonly Action[] = ['dossier.read', 'folder.read', 'document.read'];
const SCOPED_BY_BRAND = /^(folder|document)\./;
const SCOPED = /^(customer|dossier|folder|document)\./;

/** Whether the role can ever perform the action, on any object. The guard checks this before any data is loaded. */
export function mayEver(actor: Actor, action: Action): Decision {
  if (reachOf(actor, action) === 'no') return refuse('forbidden', 'role');
  if (SCOPED.test(action) && !READING.includes(action) && isReadOnly(actor)) return refuse('forbidden', 'readonly');
  return OK;
}

/**
 * Whether the actor may perform the action on this object. The order matters: an invisible object is absent before
 * anything about it is revealed.
 */
export function may(actor: Actor, action: Action, target: Target = {}): Decision {
  const roleDecision = mayEver(actor, action);
  if (!roleDecision.ok) return roleDecision;
  const reach = reachOf(actor, action);
  if (SCOPED.test(action)) {
    const visibility = decideVisibility(actor, reach, target);
    if (!visibility.ok) return visibility;
    if (!READING.includes(action)) {
      const writeDecision = decideWriting(actor, action, target);
      if (!writeDecision.ok) return writeDecision;
    }
    return decideDeletion(actor, action, target);
  }
  return decideAdministration(actor, action, reach, target);
}

function decideVisibility(actor: Actor, reach: Reach, target: Target): Decision {
  if (reach === 'all') return OK;
  if (target.hst !== undefined && !actor.hstList.includes(target.hst)) return refuse('absent', 'scope');
  if (reach === 'created' && target.createdBy !== undefined && target.createdBy !== actor.login) {
    return refuse('absent', 'scope');
  }
  if (
    target.brand !== undefined &&
    target.folderType !== undefined &&
    !canRead(actor, target.brand, target.folderType)
  ) {
    return refuse('absent', 'folderType');
  }
  return OK;
}

function decideWriting(actor: Actor, action: Action, target: Target): Decision {
  if (SCOPED_BY_BRAND.test(action) && target.brand !== undefined && isReadOnlyIn(actor, target.brand)) {
    return refuse('forbidden', 'readonly');
  }
  return OK;
}

function decideDeletion(actor: Actor, action: Action, target: Target): Decision {
  if (action === 'dossier.delete' && !isAdmin(actor) && (target.numberOfFolders ?? 0) > 0) {
    return refuse('conflict', 'hasFolders');
  }
  if (action === 'folder.delete') {
    if ((target.numberOfDocuments ?? 0) > 0) return refuse('conflict', 'hasDocuments');
    const onlyDealer = groupsOf(actor).every((group) => group === 'dealer' || group === 'none');
    if (onlyDealer && target.jobId) return refuse('conflict', 'hasJobId');
  }
  if (action === 'document.delete') {
    if (target.signingStarted) return refuse('conflict', 'signingStarted');
    if (groupsOf(actor).includes('dms') && target.draft === false) return refuse('conflict', 'notDraft');
  }
  return OK;
}

function decideAdministration(actor: Actor, action: Action, reach: Reach, target: Target): Decision {
  if (reach === 'all') return OK;
  if (target.hstList !== undefined && !target.hstList.some((hst) => actor.hstList.includes(hst))) {
    return refuse('absent', 'scope');
  }
  if (action === 'user.create' || action === 'user.edit') {
    if (target.hstList !== undefined && !target.hstList.every((hst) => actor.hstList.includes(hst))) {
      return refuse('forbidden', 'scope');
    }
    if (target.authorities?.some((role) => !SUPERVISOR_GRANTABLE_ROLES.includes(role))) {
      return refuse('forbidden', 'roleNotGivable');
    }
  }
  return OK;
}

/** What the actor may see or change, as data for a SQL condition; `null` means everything. */
export interface Visibility {
  readonly hsts: readonly string[];
  /** Brand and folder type pairs; dossiers ignore them. */
  readonly pairs: readonly { brand: Brand; folderType: FolderType }[];
  /** Only rows this login created (DMS accounts). */
  readonly createdBy: string | null;
}

export function visibleTo(
  actor: Actor,
  action: 'dossier.read' | 'folder.read' | 'document.read' | 'document.sign',
): Visibility | null {
  const reach = reachOf(actor, action);
  if (reach === 'all') return null;
  if (reach === 'no') return { hsts: [], pairs: [], createdBy: null };
  return {
    hsts: actor.hstList,
    pairs: BRANDS.flatMap((brand) =>
      FOLDER_TYPES.filter(
        (folderType) => canRead(actor, brand, folderType) && (READING.includes(action) || !isReadOnlyIn(actor, brand)),
      ).map((folderType) => ({ brand, folderType })),
    ),
    createdBy: reach === 'created' ? actor.login : null,
  };
}

/** Dealers whose users, licences or activations the actor may see; `null` means all. */
export function visibleDealers(actor: Actor, action: Action): readonly string[] | null {
  const reach = reachOf(actor, action);
  if (reach === 'all') return null;
  return reach === 'no' ? [] : actor.hstList;
}

/** Permissions in a brand that the actor may grant: never more than its own. */
export function grantablePermissions(actor: Actor, brand: Brand): readonly string[] {
  const reach = reachOf(actor, 'user.edit');
  if (reach === 'all') return [...FOLDER_TYPES, READONLY];
  if (reach === 'no') return [];
  if (isReadOnlyIn(actor, brand)) return [READONLY];
  const readable = FOLDER_TYPES.filter((folderType) => canRead(actor, brand, folderType));
  // Read-only covers every folder type of the brand except the vehicle exit request.
  return readable.length === FOLDER_TYPES.length - 1 ? [...readable, READONLY] : readable;
}

/** True when forms preselect the dealer with a service mandate. */
export function prefersServiceDealer(actor: Pick<Actor, 'authorities'>): boolean {
  return actor.authorities.some((role) => SERVICE_SIDE_ROLES.includes(role));
}
