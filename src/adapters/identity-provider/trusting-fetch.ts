/**
 * HTTPS to a server whose certificate a company's private authority has issued: the platform's fetch does not accept
 * custom authorities.
 */
import { Agent, request } from 'node:https';
import { Readable } from 'node:stream';

/** Statuses whose responses must not have a body, as the Response constructor requires. */
const BODILESS_STATUSES = [204, 205, 304];

/**
 * Follows no redirect. @param authorities PEM, trusted instead of the system's.
 * @returns the same as `fetch`; rejects like `fetch` without a connection.
 */
export function trustingFetch(authorities: string): (url: string, init: RequestInit) => Promise<Response> {
  const agent = new Agent({ ca: authorities });
  return (url, init) =>
    new Promise((resolve, reject) => {
      const body = bodyOf(init.body);
      const headers = Object.fromEntries(new Headers(init.headers));
      const type = init.body instanceof URLSearchParams ? 'application/x-www-form-urlencoded;charset=UTF-8' : undefined;
      if (type !== undefined) headers['content-type'] ??= type;
      const outgoing = request(
        url,
        {
          agent,
          method: init.method ?? 'GET',
          headers: body === null ? headers : { ...headers, 'content-length': String(body.length) },
          ...(init.signal ? { signal: init.signal } : {}),
        },
        (answer) => {
          const status = answer.statusCode ?? 0;
          const responseHeaders = new Headers();
          for (const [name, values] of Object.entries(answer.headersDistinct)) {
            for (const value of values ?? []) responseHeaders.append(name, value);
          }
          const isEmpty = BODILESS_STATUSES.includes(status);
          if (isEmpty) answer.resume();
          const content = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array<ArrayBuffer>>);
          resolve(new Response(content, { status, statusText: answer.statusMessage ?? '', headers: responseHeaders }));
        },
      );
      outgoing.once('error', reject);
      outgoing.end(body ?? undefined);
    });
}

/** @throws TypeError for a body that is not text: no other body is sent to an identity provider. */
function bodyOf(body: RequestInit['body']): Buffer | null {
  if (body === undefined || body === null) return null;
  if (typeof body === 'string' || body instanceof URLSearchParams) return Buffer.from(String(body));
  if (body instanceof Uint8Array) return Buffer.from(body);
  throw new TypeError('The body is no text');
}
