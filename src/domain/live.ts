/** What a live update tells (P-15 "/api/events"): which thing changed and who may know. Pure. */
import { type Action, type Actor, may, type Target } from './access.ts';
import { BRANDS } from './dealers/brands.ts';
import { FOLDER_TYPES } from './folders/folder-types.ts';

export const LIVE_ENTITIES = ['document', 'folder', 'dossier'] as const;
export type LiveEntity = (typeof LIVE_ENTITIES)[number];

/** As it goes to the browser. */
export interface Change {
  entity: LiveEntity;
  id: number;
  kind: 'created' | 'changed' | 'deleted';
  status: string;
  folderId: number | null;
  dossierId: number;
}

export interface ScopedChange {
  change: Change;
  /** What decides who sees it. */
  target: Target;
}

const READING = {
  document: 'document.read',
  folder: 'folder.read',
  dossier: 'dossier.read',
} as const satisfies Record<LiveEntity, Action>;

/** Reads what the database told; null when it is no single change (too many at once, or not understood). */
export function readChange(payload: string): ScopedChange | null {
  let told: Record<string, unknown>;
  try {
    told = JSON.parse(payload) as Record<string, unknown>;
  } catch {
    return null;
  }
  const entity = LIVE_ENTITIES.find((known) => known === told?.entity);
  if (entity === undefined || typeof told.id !== 'number' || typeof told.dossierId !== 'number') return null;
  const kind = (['created', 'changed', 'deleted'] as const).find((known) => known === told.kind);
  if (kind === undefined || typeof told.hst !== 'string') return null;
  const brand = BRANDS.find((known) => known === told.brand);
  const folderType = FOLDER_TYPES.find((known) => known === told.folderType);
  return {
    change: {
      entity,
      id: told.id,
      kind,
      status: String(told.status),
      folderId: typeof told.folderId === 'number' ? told.folderId : null,
      dossierId: told.dossierId,
    },
    target: {
      hst: told.hst,
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
