/** Which actions a document offers now, where each stands and why one is refused: one table for the page (DESIGN.md §1, §6). */
import type { Decision } from '#domain/access.ts';
import {
  type DocumentFacts,
  type DocumentStatus,
  documentCan,
  isStarting,
  type LifeDecision,
  type LifeReason,
} from '#domain/documents/life.ts';
import type { Resend } from '#domain/signing/waiting.ts';

export type ActionKey =
  | 'sign'
  | 'edit'
  | 'delete'
  | 'qr'
  | 'tablet'
  | 'places'
  | 'fea'
  | 'cancel-sign'
  | 'take-back'
  | 'renew'
  | 'restart'
  | 'copyLink'
  | 'remind'
  | 'smsLink'
  | 'plain'
  | 'signed'
  | 'audit'
  | 'interim'
  | 'bundle';

export type Refused =
  | LifeReason
  | 'preparing'
  | 'signingStarted'
  | 'notDraft'
  | 'notSigned'
  | 'identityCopy'
  | NonNullable<Resend['refused']>;

export interface OfferedAction {
  key: ActionKey;
  /** At most one is primary. */
  place: 'primary' | 'button' | 'menu';
  refused: Refused | null;
}

export interface Facts extends DocumentFacts {
  fileName: string | null;
  signUrl: string | null;
  signedDocumentId: number | null;
  feaBlocked: boolean;
  feaModuleId: number | null;
  /** Why the link cannot be sent again now. */
  resendRefused?: Resend['refused'] | 'preparing';
}

/** What the role allows, whatever the state. */
export interface Grants {
  /** Whether the files themselves may be opened: a copy of an identity document by few (D-4). */
  readFiles: boolean;
  sign: boolean;
  edit: boolean;
  create: boolean;
  delete: Decision;
}

const because = (decision: LifeDecision): Refused | null => (decision.ok ? null : decision.reason);

function refusedDelete(document: Facts, decision: Decision): Refused | null {
  if (!decision.ok) return decision.reason === 'notDraft' ? 'notDraft' : 'signingStarted';
  return because(documentCan.delete(document));
}

/** Signing has left a trail that somebody may want to show before it is over. */
const STARTED: readonly DocumentStatus[] = ['PENDING_START_SIGN', 'START_SIGN', 'COMPLETING', 'EXPIRED'];

/** From the least to the most important; the primary one comes last, as it stands on the right. */
export function offeredActions(document: Facts, grants: Grants): OfferedAction[] {
  const { status } = document;
  const done = document.signedDocumentId !== null;
  const starting = isStarting(status);
  const waiting = status === 'START_SIGN';
  const offered: OfferedAction[] = [];
  const offer = (key: ActionKey, place: OfferedAction['place'], refused: Refused | null = null) =>
    offered.push({ key, place, refused });

  if (grants.delete.ok || grants.delete.kind === 'conflict') {
    offer('delete', 'menu', refusedDelete(document, grants.delete));
  }
  if (grants.edit) {
    const refused = because(documentCan.edit(document));
    if (status === 'DRAFT') offer('edit', refused === null ? 'primary' : 'button', refused);
    else offer('edit', ['FINISH', 'READY_TO_SIGN'].includes(status) || starting ? 'button' : 'menu', refused);
    if (status === 'READY_TO_SIGN') offer('take-back', 'menu', because(documentCan.takeBack(document)));
  }
  if (!done && document.fileName !== null) {
    const place = status === 'FINISH' ? 'primary' : starting || status === 'READY_TO_SIGN' ? 'menu' : 'button';
    offer('plain', place, grants.readFiles ? null : 'identityCopy');
  }
  if (done) {
    offer('bundle', 'button');
    offer('audit', 'button');
    offer('signed', 'primary');
  } else if (document.signable) {
    offer('bundle', 'menu', 'notSigned');
    if (STARTED.includes(status)) offer('interim', 'menu');
  }
  // The module that unlocks the signature is the next step.
  const unlocking = grants.create && document.feaBlocked && document.feaModuleId === null;
  if (unlocking) offer('fea', status === 'READY_TO_SIGN' ? 'primary' : 'button');
  if (grants.sign) {
    if (starting) offer('cancel-sign', 'button', waiting ? null : 'preparing');
    if (starting && document.signUrl !== null) offer('copyLink', 'button');
    if (waiting) offer('remind', 'button', document.resendRefused ?? null);
    if (waiting && document.signUrl !== null) offer('smsLink', 'menu');
    const scan = because(documentCan.showQr(document));
    if (starting) offer('qr', scan === null ? 'primary' : 'menu', scan);
    const start = because(documentCan.startSign(document));
    const tablet = because(documentCan.sendToTablet(document));
    // Handwriting is taken on a tablet alone.
    const byHand = status === 'READY_TO_SIGN' && document.sigType === 'GRAPHOMETRIC' && tablet === null;
    if (grants.edit && (status === 'DRAFT' || status === 'READY_TO_SIGN')) {
      offer('places', 'menu', because(documentCan.placeSignatures(document)));
    }
    if (starting || status === 'READY_TO_SIGN') offer('tablet', byHand ? 'button' : 'menu', tablet);
    if (status === 'READY_TO_SIGN') {
      offer('qr', scan === null ? 'button' : 'menu', scan);
      offer('sign', unlocking ? 'button' : 'primary', start);
    } else if (status === 'DRAFT') offer('sign', 'button', start);
    else if (status === 'FINISH') offer('sign', 'menu', start);
    if (status === 'EXPIRED') {
      const again = documentCan.restart(document).ok;
      offer('renew', again ? 'menu' : 'primary', because(documentCan.renew(document)));
      if (again) offer('restart', 'primary');
    }
  }
  const order = { menu: 0, button: 1, primary: 2 } as const;
  return offered.sort((one, other) => order[one.place] - order[other.place]);
}
