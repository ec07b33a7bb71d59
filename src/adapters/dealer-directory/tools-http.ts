/** An external tools service over HTTP: POST {host}/conc/list with credentials of our own (specification §7, P-15). */
import { BRANDS, DEALER_FIELDS } from '#domain/dealers/brands.ts';
import { dealerListSchema } from '#domain/dealers/directory.ts';
import type { DealerDirectory } from '#ports/dealer-directory.ts';
import { OutsideFailure } from '#ports/outside.ts';

export interface ToolsSettings {
  /** Address of the service, below which `/conc/list` is. */
  readonly url: string;
  /** Sent as a bearer token. */
  readonly token: string;
  /** Ask for the service's test dealers too. */
  readonly test?: boolean;
  /** Bytes an answer may have once unpacked; a network of thousands of dealers stays below the default. */
  readonly answerLimit?: number;
}

const ANSWER_LIMIT = 8 * 1024 * 1024;

const failure = (reason: OutsideFailure['reason'], what: string, cause?: unknown) =>
  new OutsideFailure('tools', reason, what, cause === undefined ? undefined : { cause });

/** Time limit and circuit breaker are the guard's: this only asks, and heeds the signal. */
export function openToolsService(settings: ToolsSettings): DealerDirectory {
  const address = `${settings.url.replace(/\/+$/, '')}/conc/list`;
  const limit = settings.answerLimit ?? ANSWER_LIMIT;
  const body = JSON.stringify({
    brand: BRANDS.join(','),
    fields: DEALER_FIELDS.join(','),
    test: settings.test ?? false,
  });

  const ask = async (signal: AbortSignal | undefined): Promise<Response> => {
    try {
      return await fetch(address, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${settings.token}`,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body,
        // Credentials go to the configured host and nowhere else.
        redirect: 'manual',
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw failure('down', 'no connection', error);
    }
  };

  return {
    async list(signal) {
      const answer = await ask(signal);
      if (answer.status !== 200) {
        await answer.body?.cancel();
        throw failure(reasonOf(answer.status), `answered ${answer.status}`);
      }
      const parsed = dealerListSchema.safeParse(await readJson(answer, limit, signal));
      if (!parsed.success) {
        // Where it is wrong, never what it says.
        const [issue] = parsed.error.issues;
        throw failure('wrong', `not a list of dealers: ${issue?.path.join('.') || 'answer'} ${issue?.code ?? ''}`);
      }
      return parsed.data;
    },
  };
}

function reasonOf(status: number): OutsideFailure['reason'] {
  if (status >= 500) return 'down';
  return status >= 400 ? 'refused' : 'wrong';
}

/** Reads at most `limit` bytes, whatever the answer says of its length. */
async function readJson(answer: Response, limit: number, signal: AbortSignal | undefined): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of answer.body ?? []) {
      size += part.byteLength;
      if (size > limit) break;
      parts.push(part);
    }
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw failure('down', 'the answer broke off', error);
  }
  if (size > limit) throw failure('wrong', `more than ${limit} bytes`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts)));
  } catch {
    // The parser's own words quote the answer.
    throw failure('wrong', 'not JSON');
  }
}
