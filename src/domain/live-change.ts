/** Content of a live update (/api/events): the changed object, and who may see it. Pure. */

import { type Action, type Actor, may, type Target } from './access.ts';
import { BRANDS } from './dealers/brands.ts';
import { FOLDER_TYPES } from './folders/folder-types.ts';
import { isDeclined } from './signing/decline-reasons.ts';

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

const READ_ACTION = {
  document: 'document.read',
  folder: 'folder.read',
  dossier: 'dossier.read',
  tabletQueue: 'document.read',
  activation: 'activation.read',
} as const satisfies Record<LiveEntity, Action>;

/** Null for every step except the customer's final one: the dealer needs no notice of its own actions. */
function outcomeOf(data: Record<string, unknown>): Outcome | null {
  const { was, status, reason, customersSigned } = data;
  if (customersSigned === true) return 'customerSigned';
  if (was === 'COMPLETING') return status === 'SIGNED' || status === 'PRIVACY_UPDATING' ? 'signed' : null;
  if (was !== 'START_SIGN') return null;
  if (status === 'EXPIRED') return 'expired';
  if (status !== 'READY_TO_SIGN') return null;
  if (reason === 'signing.locked') return 'locked';
  return isDeclined(reason) ? 'declined' : null;
}

/** @returns null when the payload is not a JSON object. */
function parseObject(payload: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(payload);
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

const USER_ENTITIES = ['account', 'notification'] as const;

/** Changes that concern only one user: their rights, or their notifications. */
export interface UserChange {
  readonly entity: (typeof USER_ENTITIES)[number];
  readonly userId: number;
}

/** @returns null for every other change. */
export function readUserChange(payload: string): UserChange | null {
  const data = parseObject(payload);
  const entity = USER_ENTITIES.find((candidate) => candidate === data?.entity);
  return entity !== undefined && typeof data?.id === 'number' ? { entity, userId: data.id } : null;
}

/** Parses a database notification; null if it is malformed. */
export function readChange(payload: string): ScopedChange | ManyChanges | null {
  const data = parseObject(payload);
  if (data === null) return null;
  if (data.entity === 'many' && typeof data.hst === 'string') return { many: { hst: data.hst } };
  const entity = LIVE_ENTITIES.find((candidate) => candidate === data.entity);
  if (entity === undefined || typeof data.id !== 'number') return null;
  if (entity !== 'activation' && typeof data.dossierId !== 'number') return null;
  const kind = (['created', 'changed', 'deleted'] as const).find((candidate) => candidate === data.kind);
  if (kind === undefined || typeof data.hst !== 'string') return null;
  const brand = BRANDS.find((candidate) => candidate === data.brand);
  const folderType = FOLDER_TYPES.find((candidate) => candidate === data.folderType);
  const what = outcomeOf(data);
  const startedBy = typeof data.startedBy === 'string' ? data.startedBy : null;
  const awaitedBy = [data.createdBy, startedBy].filter((login) => typeof login === 'string');
  return {
    outcome: what === null ? null : { what, awaitedBy, startedBy },
    change: {
      entity,
      id: data.id,
      kind,
      status: String(data.status),
      folderId: typeof data.folderId === 'number' ? data.folderId : null,
      dossierId: typeof data.dossierId === 'number' ? data.dossierId : null,
    },
    target: {
      ...(entity === 'activation' ? { hstList: [data.hst] } : { hst: data.hst }),
      createdBy: typeof data.createdBy === 'string' ? data.createdBy : null,
      ...(brand === undefined ? {} : { brand }),
      ...(folderType === undefined ? {} : { folderType }),
    },
  };
}

/** Users who may read the object may see its change. */
export function seesChange(actor: Actor, { change, target }: ScopedChange): boolean {
  return may(actor, READ_ACTION[change.entity], target).ok;
}

/** Users who may read any of the dealer's customers reload. */
export function seesManyChanges(actor: Actor, { many }: ManyChanges): boolean {
  const { activation: _, ...customerActions } = READ_ACTION;
  return Object.values(customerActions).some((action) => may(actor, action, many).ok);
}

/** The change as sent to this actor: the result of a signature is only for the user who created the document or started the signature. */
export function changeFor(actor: Pick<Actor, 'login'>, { change, outcome }: ScopedChange): Change {
  if (!outcome?.awaitedBy.includes(actor.login)) return change;
  return { ...change, outcome: outcome.what, ...(outcome.startedBy === actor.login ? { started: true as const } : {}) };
}
