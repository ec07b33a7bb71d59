/** Timeouts for networks that accept a request but never answer (docs/decisions/0051). */

/** For the headers of an answer to a read, and then for each further chunk. */
export const READ_MS = 30_000;
/** For the answer to an action: the server may be drawing, sealing or calling other systems. */
export const ACT_MS = 60_000;
/** For the next bytes of an upload to leave; the total time depends on its size. */
export const STALLED_MS = 30_000;

export interface Timeout {
  readonly signal: AbortSignal;
  /** Data arrived: restart the timeout. */
  renew: () => void;
  end: () => void;
}

/** @param callerSignal aborts the wait too: the caller no longer wants the result. */
export function startTimeout(ms: number, callerSignal?: AbortSignal): Timeout {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => clearTimeout(timer);
  const renew = () => {
    end();
    timer = setTimeout(() => controller.abort(new DOMException('Nothing came', 'TimeoutError')), ms);
  };
  renew();
  return { signal: callerSignal ? AbortSignal.any([callerSignal, controller.signal]) : controller.signal, renew, end };
}

/** Applies the timeout to a request already in progress. */
export function withTimeout<T>({ signal }: Timeout, answer: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([answer, aborted]);
}

/** Whether the call timed out. */
export const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';

/** Statuses without a body; browsers may report an empty body for them, but refuse one in the constructor (Fetch, null body status). */
const BODILESS: readonly number[] = [204, 205, 304];

/** The response, with the timeout restarted by each chunk. */
export function withChunkTimeout(response: Response, timeout: Timeout): Response {
  const { body, status, statusText, headers } = response;
  if (!body || BODILESS.includes(status)) {
    timeout.end();
    return response;
  }
  const chunks = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      timeout.renew();
      controller.enqueue(chunk);
    },
    flush: timeout.end,
  });
  return new Response(body.pipeThrough(chunks), { status, statusText, headers });
}
