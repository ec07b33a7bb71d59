/** Decides which screen is shown: by the server's state first, then by what is missing, then by the current step. */
import type { SignDocument, SignPoint, SignState, SignView } from '../api/types.ts';
import type { Progress } from './progress.ts';

/** Steps of an open session, in order; each has its own entry in the browser's history. */
export const OPEN_STEPS = ['start', 'read', 'points', 'code'] as const;
export type OpenStep = (typeof OPEN_STEPS)[number];
/** Side steps reachable from everywhere while the session is open; `hand` (handwriting) replaces the code. */
export type SideStep = 'decline' | 'notMe' | 'hand';
export type RequestedStep = OpenStep | SideStep;
export type Screen = RequestedStep | 'done' | 'declined' | 'locked';

const CLOSED_SCREEN: Readonly<Partial<Record<SignState, Screen>>> = {
  SIGNED: 'done',
  COMPLETED: 'done',
  DECLINED: 'declined',
  LOCKED: 'locked',
};

export function isRequestableStep(value: unknown): value is RequestedStep {
  return value === 'decline' || value === 'notMe' || value === 'hand' || OPEN_STEPS.includes(value as OpenStep);
}

/** Documents whose last page has not been reached yet, in reading order. */
export function unreadDocuments(view: SignView, progress: Progress): SignDocument[] {
  return view.documents.filter((document) => !progress.read.includes(document.sha256));
}

export function isConsent(point: SignPoint): boolean {
  return point.kind.toLowerCase() === 'consent';
}

export function isAnswered(point: SignPoint, progress: Progress): boolean {
  if (point.signed) return true;
  return isConsent(point) ? progress.choices[point.id] !== undefined : progress.confirmed.includes(point.id);
}

/** Signature fields and consents that must be confirmed or answered before a code may be requested. */
export function missingPoints(view: SignView, progress: Progress): SignPoint[] {
  return view.points.filter((point) => !point.optional && !isAnswered(point, progress));
}

/** The furthest step allowed by the progress. */
export function furthestStep(view: SignView, progress: Progress): OpenStep {
  if (unreadDocuments(view, progress).length > 0) return 'read';
  if (missingPoints(view, progress).length > 0 || progress.code === null) return 'points';
  return 'code';
}

/** The screen for the requested step (by the signer or the browser's back button), but never beyond the furthest step. */
export function screenFor(view: SignView, progress: Progress, requested: RequestedStep): Screen {
  const closedScreen = CLOSED_SCREEN[view.state];
  if (closedScreen !== undefined) return closedScreen;
  if (requested === 'decline' || requested === 'notMe') return requested;
  // Reading starts with the button on the first page; progress made here before another browser took over no longer
  // counts.
  if (view.place !== 'HERE') return 'start';
  const furthest = furthestStep(view, progress);
  if (requested === 'hand') {
    const mayWrite = furthest !== 'read' && missingPoints(view, progress).length === 0;
    return mayWrite ? (view.byHand ? 'hand' : 'points') : furthest;
  }
  return OPEN_STEPS.indexOf(requested) > OPEN_STEPS.indexOf(furthest) ? furthest : requested;
}
