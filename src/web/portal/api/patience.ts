/** How long an answer is waited for on a network that takes a call and gives nothing back (docs/decisions/0051). */

/** For the head of an answer that changes nothing, and then for each further piece of it. */
export const READ_MS = 30_000;
/** For the answer to an act: the server may be drawing, sealing or asking others. */
export const ACT_MS = 60_000;
/** For the next bytes of an upload to leave; how long the whole takes hangs on its size. */
export const STALLED_MS = 30_000;

export interface Patience {
  readonly signal: AbortSignal;
  /** Something came: it is waited for as long again. */
  renew: () => void;
  end: () => void;
}

/** @param given ends the wait, too: whoever asked wants nothing any more. */
export function patience(ms: number, given?: AbortSignal): Patience {
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => clearTimeout(timer);
  const renew = () => {
    end();
    timer = setTimeout(() => over.abort(new DOMException('Nothing came', 'TimeoutError')), ms);
  };
  renew();
  return { signal: given ? AbortSignal.any([given, over.signal]) : over.signal, renew, end };
}

/** What was asked for already, waited for as long as `wait` says. */
export function within<T>({ signal }: Patience, answer: Promise<T>): Promise<T> {
  const over = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([answer, over]);
}

/** Nothing came for as long as it was waited for. */
export const isLate = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';

/** Answers of which nothing follows; a browser may give them an empty body, and takes none back (Fetch, null body status). */
const BODILESS: readonly number[] = [204, 205, 304];

/** The answer with an eye on each piece of it. */
export function watched(response: Response, wait: Patience): Response {
  const { body, status, statusText, headers } = response;
  if (!body || BODILESS.includes(status)) {
    wait.end();
    return response;
  }
  const pieces = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (piece, controller) => {
      wait.renew();
      controller.enqueue(piece);
    },
    flush: wait.end,
  });
  return new Response(body.pipeThrough(pieces), { status, statusText, headers });
}
