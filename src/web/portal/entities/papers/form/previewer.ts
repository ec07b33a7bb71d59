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
export const RETRY_MS = 8000;
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
  request: (body: Body) => void;
  again: () => void;
  close: () => void;
}

/** ms until a failed call is repeated, infinite when only another form can help; `quietly` when the call was rate-limited. */
function retryOf(failure: unknown): { wait: number; quietly: boolean } {
  const { status, retryAfter } = failure instanceof ApiFailure ? failure : { status: 0, retryAfter: null };
  if (status === 429) return { wait: retryAfter === null ? TOO_MANY_MS : retryAfter * 1000, quietly: true };
  return { wait: status === 0 || status >= 500 ? RETRY_MS : Number.POSITIVE_INFINITY, quietly: false };
}

export function openPreviewer<Body>(
  draw: (body: Body, signal: AbortSignal) => Promise<Blob>,
  onChange: (state: PreviewState) => void,
): Previewer<Body> {
  let state: PreviewState = { file: null, busy: false, failure: null };
  let latest: { key: string; body: Body } | null = null;
  let drawnKey: string | null = null;
  let call: { key: string; stop: AbortController } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The earliest time of the next call. */
  let notBefore = Number.NEGATIVE_INFINITY;
  let closed = false;

  const update = (change: Partial<PreviewState>) => {
    if (closed) return;
    state = { ...state, ...change };
    onChange(state);
  };
  const schedule = (wait: number) => {
    clearTimeout(timer);
    timer = setTimeout(send, Math.max(wait, notBefore - Date.now()));
  };
  const onFailure = (failure: unknown) => {
    const { wait, quietly } = retryOf(failure);
    if (quietly) notBefore = Date.now() + wait;
    else update({ busy: false, failure });
    if (wait !== Number.POSITIVE_INFINITY) schedule(wait);
  };
  function send() {
    if (closed || latest === null) return;
    const { key, body } = latest;
    call?.stop.abort();
    const thisCall = { key, stop: new AbortController() };
    call = thisCall;
    notBefore = Date.now() + GAP_MS;
    update({ busy: true });
    draw(body, thisCall.stop.signal).then(
      (file) => {
        if (call !== thisCall) return;
        call = null;
        drawnKey = key;
        update({ file, failure: null, busy: latest?.key !== key });
      },
      (failure: unknown) => {
        if (call !== thisCall) return;
        call = null;
        onFailure(failure);
      },
    );
  }
  return {
    request(body) {
      const key = JSON.stringify(body);
      if (key === latest?.key) return;
      const first = latest === null;
      latest = { key, body };
      if (key !== drawnKey && key !== call?.key) {
        update({ busy: true });
        schedule(first ? 0 : PAUSE_MS);
        return;
      }
      // Typed and undone: the version shown or on its way is still right.
      clearTimeout(timer);
      if (key !== drawnKey) return;
      call?.stop.abort();
      call = null;
      update({ busy: false, failure: null });
    },
    again() {
      if (latest === null) return;
      update({ busy: true, failure: null });
      schedule(0);
    },
    close() {
      closed = true;
      clearTimeout(timer);
      call?.stop.abort();
    },
  };
}
