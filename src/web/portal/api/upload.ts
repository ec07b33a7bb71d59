/** A call whose body is large: tells how much of it has been sent, which fetch cannot (specification §7). */
import { isOffline, wasAnswered } from '../../shared/connection.ts';
import type { CallOptions } from './call-parts.ts';
import { failureOf, headersOf, unanswered } from './client.ts';
import { noAnswer } from './failure.ts';
import { ACT_MS, STALLED_MS } from './patience.ts';

export interface Progress {
  sent: number;
  total: number;
}

/** Calls and reads JSON. Throws ApiFailure. */
export function callUpload<T>(
  path: string,
  options: Pick<CallOptions, 'method' | 'body' | 'idempotencyKey'>,
  onProgress: (progress: Progress) => void,
): Promise<T> {
  const { method = 'POST' } = options;
  return new Promise((resolve, reject) => {
    const offline = isOffline();
    let whole = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const request = new XMLHttpRequest();
    const waitFor = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), ms);
    };
    request.open(method, path);
    request.responseType = 'json';
    headersOf(options).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = (event) => {
      waitFor(STALLED_MS);
      if (event.lengthComputable) onProgress({ sent: event.loaded, total: event.total });
    };
    request.upload.onload = () => {
      whole = true;
      waitFor(ACT_MS);
    };
    request.onload = () => {
      wasAnswered(offline);
      const body: unknown = request.response;
      if (request.status >= 200 && request.status < 300) resolve(body as T);
      else reject(failureOf(request.status, body, request.getResponseHeader('retry-after')));
    };
    // Of half a body nothing can be made.
    request.onerror = () => reject(whole ? unanswered({ ...options, method }, offline) : noAnswer('absent'));
    request.onabort = request.onerror;
    request.onloadend = () => clearTimeout(timer);
    request.send(JSON.stringify(options.body));
    waitFor(STALLED_MS);
  });
}
