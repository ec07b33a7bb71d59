/** Content of a live update (/api/events): the changed object, and who may see it. Pure. */
import { type Action, type Actor, may, type Target } from './access.ts';
import { BRANDS } from './dealers/brands.ts';
import { FOLDER_TYPES } from './folders/folder-types.ts';

/**
 * `activation`: its device or pending pairing changed. `tabletQueue`: the id is that of a document added to a tablet's
 * queue (created), opened there (changed) or removed (deleted).
 */
export const LIVE_ENTITIES = ['document', 'folder', 'dossier', 'tabletQueue', 'activation'] as const;
export type LiveEntity = (typeof LIVE_ENTITIES)[number];

/** Result of a signature that waited for the customer; `customerSigned`: all customers have signed, and it is the staff's turn. */
export type Outcome = 'signed' | 'customerSigned' | 'declined' | 'locked' | 'expired';

/** As sent to the browser. */
export interface Change {
  entity: LiveEntity;
  id: number;
  kind: 'created' | 'changed' | 'deleted';
  status: string;
  folderId: number | null;
  /** Null if no customer is involved. */
  dossierId: number | null;
  /** Only for users waiting for the result. */
  outcome?: Outcome;
  /** With an outcome: the recipient started the signature, and has a notification of it. */
  started?: true;
}

export interface ScopedChange {
  change: Change;
  /** Result of the document's signature in this change, and the logins of users waiting for it. */
  outcome: { what: Outcome; awaitedBy: readonly string[]; startedBy: string | null } | null;
  /** Facts that decide who sees it. */
  target: Target;
}

/** So many changes at one dealer that clients reload everything. */
export interface ManyChanges {
  many: { hst: string };
}

const READING = {
  document: 'document.read',
  folder: 'folder.read',
  dossier: 'dossier.read',
  tabletQueue: 'document.read',
  activation: 'activation.read',
} as const satisfies Record<LiveEntity, Action>;

/** Null for every step that is not the customer's final one: the dealer's own actions are no news to it. */
function outcomeOf(told: Record<string, unknown>): Outcome | null {
  const { was, status, reason, customersSigned } = told;
  if (customersSigned === true) return 'customerSigned';
  if (was === 'COMPLETING') return status === 'SIGNED' || status === 'PRIVACY_UPDATING' ? 'signed' : null;
  if (was !== 'START_SIGN') return null;
  if (status === 'EXPIRED') return 'expired';
  if (status !== 'READY_TO_SIGN') return null;
  if (reason === 'signing.locked') return 'locked';
  return reason === 'signing.declined' || reason === 'signing.notMe' ? 'declined' : null;
}

/** @returns null when the payload is not a JSON object. */
function parsed(payload: string): Record<string, unknown> | null {
  try {
    const told: unknown = JSON.parse(payload);
    return typeof told === 'object' ? (told as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

const OF_ONE_USER = ['account', 'notification'] as const;

/** Changes that concern only one user: their rights, or their notifications. */
export interface UserChange {
  readonly entity: (typeof OF_ONE_USER)[number];
  readonly userId: number;
}

/** @returns null for every other change. */
export function readUserChange(payload: string): UserChange | null {
  const told = parsed(payload);
  const entity = OF_ONE_USER.find((known) => known === told?.entity);
  return entity !== undefined && typeof told?.id === 'number' ? { entity, userId: told.id } : null;
}

/** Parses a database notification; null if it is malformed. */
export function readChange(payload: string): ScopedChange | ManyChanges | null {
  const told = parsed(payload);
  if (told === null) return null;
  if (told.entity === 'many' && typeof told.hst === 'string') return { many: { hst: told.hst } };
  const entity = LIVE_ENTITIES.find((known) => known === told.entity);
  if (entity === undefined || typeof told.id !== 'number') return null;
  if (entity !== 'activation' && typeof told.dossierId !== 'number') return null;
  const kind = (['created', 'changed', 'deleted'] as const).find((known) => known === told.kind);
  if (kind === undefined || typeof told.hst !== 'string') return null;
  const brand = BRANDS.find((known) => known === told.brand);
  const folderType = FOLDER_TYPES.find((known) => known === told.folderType);
  const what = outcomeOf(told);
  const startedBy = typeof told.startedBy === 'string' ? told.startedBy : null;
  const awaitedBy = [told.createdBy, startedBy].filter((login) => typeof login === 'string');
  return {
    outcome: what === null ? null : { what, awaitedBy, startedBy },
    change: {
      entity,
      id: told.id,
      kind,
      status: String(told.status),
      folderId: typeof told.folderId === 'number' ? told.folderId : null,
      dossierId: typeof told.dossierId === 'number' ? told.dossierId : null,
    },
    target: {
      ...(entity === 'activation' ? { hstList: [told.hst] } : { hst: told.hst }),
      createdBy: typeof told.createdBy === 'string' ? told.createdBy : null,
      ...(brand === undefined ? {} : { brand }),
      ...(folderType === undefined ? {} : { folderType }),
    },
  };
}

/** Users who may read the object may see its change. */
export function seesChange(actor: Actor, { change, target }: ScopedChange): boolean {
  return may(actor, READING[change.entity], target).ok;
}

/** Users who may read any of the dealer's customers reload. */
export function seesMany(actor: Actor, { many }: ManyChanges): boolean {
  const { activation: _, ...ofCustomers } = READING;
  return Object.values(ofCustomers).some((action) => may(actor, action, many).ok);
}

/** The change as sent to this actor: the result of a signature is only for the user who created the document or started the signature. */
export function changeFor(actor: Pick<Actor, 'login'>, { change, outcome }: ScopedChange): Change {
  if (!outcome?.awaitedBy.includes(actor.login)) return change;
  return { ...change, outcome: outcome.what, ...(outcome.startedBy === actor.login ? { started: true as const } : {}) };
}
