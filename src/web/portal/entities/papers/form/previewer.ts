/**
 * Schedules the preview requests of a paper: after a pause in typing, at a limited rate, only for the newest form. Pure
 * except for its timer.
 */
import { ApiFailure } from '../../../api/failure.ts';

/** ms without a change before the paper is requested. */
export const PAUSE_MS = 500;
/** ms between calls: forty a minute, where the server allows sixty. */
export const GAP_MS = 1500;
/** ms before retrying a server that did not answer. */
export const AGAIN_MS = 8000;
/** ms to wait after a 429 without Retry-After. */
const TOO_MANY_MS = 5000;

export interface PreviewState {
  /** The newest preview; it stays while another is being made, and when that fails. */
  file: Blob | null;
  /** A newer version is on its way. */
  busy: boolean;
  failure: unknown;
}

export interface Previewer<Body> {
  /** Passes the current form. */
  want: (body: Body) => void;
  again: () => void;
  close: () => void;
}

/** ms until a failed call is repeated, infinite when only another form can help; `quietly` when it was only too early. */
function nextTry(failure: unknown): { wait: number; quietly: boolean } {
  const { status, retryAfter } = failure instanceof ApiFailure ? failure : { status: 0, retryAfter: null };
  if (status === 429) return { wait: retryAfter === null ? TOO_MANY_MS : retryAfter * 1000, quietly: true };
  return { wait: status === 0 || status >= 500 ? AGAIN_MS : Number.POSITIVE_INFINITY, quietly: false };
}

export function openPreviewer<Body>(
  draw: (body: Body, signal: AbortSignal) => Promise<Blob>,
  tell: (state: PreviewState) => void,
): Previewer<Body> {
  let state: PreviewState = { file: null, busy: false, failure: null };
  let wanted: { key: string; body: Body } | null = null;
  let drawn: string | null = null;
  let call: { key: string; stop: AbortController } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The earliest time of the next call. */
  let notBefore = Number.NEGATIVE_INFINITY;
  let closed = false;

  const say = (change: Partial<PreviewState>) => {
    if (closed) return;
    state = { ...state, ...change };
    tell(state);
  };
  const plan = (wait: number) => {
    clearTimeout(timer);
    timer = setTimeout(ask, Math.max(wait, notBefore - Date.now()));
  };
  const failed = (failure: unknown) => {
    const { wait, quietly } = nextTry(failure);
    if (quietly) notBefore = Date.now() + wait;
    else say({ busy: false, failure });
    if (wait !== Number.POSITIVE_INFINITY) plan(wait);
  };
  function ask() {
    if (closed || wanted === null) return;
    const { key, body } = wanted;
    call?.stop.abort();
    const mine = { key, stop: new AbortController() };
    call = mine;
    notBefore = Date.now() + GAP_MS;
    say({ busy: true });
    draw(body, mine.stop.signal).then(
      (file) => {
        if (call !== mine) return;
        call = null;
        drawn = key;
        say({ file, failure: null, busy: wanted?.key !== key });
      },
      (failure: unknown) => {
        if (call !== mine) return;
        call = null;
        failed(failure);
      },
    );
  }
  return {
    want(body) {
      const key = JSON.stringify(body);
      if (key === wanted?.key) return;
      const first = wanted === null;
      wanted = { key, body };
      if (key !== drawn && key !== call?.key) {
        say({ busy: true });
        plan(first ? 0 : PAUSE_MS);
        return;
      }
      // Typed and undone: the version shown or on its way is still right.
      clearTimeout(timer);
      if (key !== drawn) return;
      call?.stop.abort();
      call = null;
      say({ busy: false, failure: null });
    },
    again() {
      if (wanted === null) return;
      say({ busy: true, failure: null });
      plan(0);
    },
    close() {
      closed = true;
      clearTimeout(timer);
      call?.stop.abort();
    },
  };
}
