/** What a live update tells (P-15 "/api/events"): which thing changed and who may know. Pure. */
import { type Action, type Actor, may, type Target } from './access.ts';
import { BRANDS } from './dealers/brands.ts';
import { FOLDER_TYPES } from './folders/folder-types.ts';

/** `activation`: its device, or what waits for it, is another. `tabletQueue`: the id is the document's that came to a tablet's queue (created), was opened there (changed) or left it (deleted). */
export const LIVE_ENTITIES = ['document', 'folder', 'dossier', 'tabletQueue', 'activation'] as const;
export type LiveEntity = (typeof LIVE_ENTITIES)[number];

/** What came of a signature that waited for the customer; `customerSigned`: all of them have signed, the staff's turn comes (P-6). */
export type Outcome = 'signed' | 'customerSigned' | 'declined' | 'locked' | 'expired';

/** As it goes to the browser. */
export interface Change {
  entity: LiveEntity;
  id: number;
  kind: 'created' | 'changed' | 'deleted';
  status: string;
  folderId: number | null;
  /** Null of what is no customer's. */
  dossierId: number | null;
  /** Only for those who wait to hear of it. */
  outcome?: Outcome;
  /** With an outcome: the reader has started the signature, and finds it among the notifications. */
  started?: true;
}

export interface ScopedChange {
  change: Change;
  /** What came of the document's signature with this very change, and the logins of those who wait to hear of it. */
  outcome: { what: Outcome; awaitedBy: readonly string[]; startedBy: string | null } | null;
  /** What decides who sees it. */
  target: Target;
}

/** So much of one dealer changed at once that it is read again as a whole. */
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

/** Null for every step that is not the customer's last word: what the dealer does itself is no news to it. */
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

/** @returns null for what is no JSON object. */
function parsed(payload: string): Record<string, unknown> | null {
  try {
    const told: unknown = JSON.parse(payload);
    return typeof told === 'object' ? (told as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

const OF_ONE_USER = ['account', 'notification'] as const;

/** What concerns one user alone: their rights changed, or their notifications. */
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

/** Reads what the database told; null when it is not understood. */
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

/** Whoever may read the thing may know that it changed. */
export function seesChange(actor: Actor, { change, target }: ScopedChange): boolean {
  return may(actor, READING[change.entity], target).ok;
}

/** Whoever may read anything of the dealer's customers reads it again. */
export function seesMany(actor: Actor, { many }: ManyChanges): boolean {
  const { activation: _, ...ofCustomers } = READING;
  return Object.values(ofCustomers).some((action) => may(actor, action, many).ok);
}

/** The change as this actor is told it: what came of a signature is for who created the document or started it. */
export function changeFor(actor: Pick<Actor, 'login'>, { change, outcome }: ScopedChange): Change {
  if (!outcome?.awaitedBy.includes(actor.login)) return change;
  return { ...change, outcome: outcome.what, ...(outcome.startedBy === actor.login ? { started: true as const } : {}) };
}
