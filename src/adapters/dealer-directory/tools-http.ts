/** An external tools service over HTTP: POST {host}/conc/list with credentials of our own (specification §7, P-15). */
import { BRANDS, DEALER_FIELDS } from '#domain/dealers/brands.ts';
import { dealerListSchema } from '#domain/dealers/directory.ts';
import type { DealerDirectory } from '#ports/dealer-directory.ts';
import { OutsideFailure } from '#ports/outside.ts';
import { askOutside, readAnswer } from '../outside/http-answer.ts';

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

const wrong = (what: string) => new OutsideFailure('tools', 'wrong', what);

/** Time limit and circuit breaker are the guard's: this only asks, and heeds the signal. */
export function openToolsService(settings: ToolsSettings): DealerDirectory {
  const address = `${settings.url.replace(/\/+$/, '')}/conc/list`;
  const limit = settings.answerLimit ?? ANSWER_LIMIT;
  const body = JSON.stringify({
    brand: BRANDS.join(','),
    fields: DEALER_FIELDS.join(','),
    test: settings.test ?? false,
  });

  return {
    async list(signal) {
      const request = {
        method: 'POST',
        headers: {
          authorization: `Bearer ${settings.token}`,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body,
      };
      const answer = await askOutside('tools', address, request, signal);
      const parsed = dealerListSchema.safeParse(parseJson(await readAnswer('tools', answer, limit, signal)));
      if (!parsed.success) {
        // Where it is wrong, never what it says.
        const [issue] = parsed.error.issues;
        throw wrong(`not a list of dealers: ${issue?.path.join('.') || 'answer'} ${issue?.code ?? ''}`);
      }
      return parsed.data;
    },
  };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // The parser's own words quote the answer.
    throw wrong('not JSON');
  }
}
