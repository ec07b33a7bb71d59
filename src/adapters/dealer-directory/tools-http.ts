/** An external tools service over HTTP: POST {host}/conc/list with our own credentials. */
import { BRANDS, DEALER_FIELDS } from '#domain/dealers/brands.ts';
import { dealerListSchema } from '#domain/dealers/directory.ts';
import type { DealerDirectory } from '#ports/dealer-directory.ts';
import { OutsideFailure } from '#ports/outside.ts';
import { askOutside, readAnswer } from '../outside/http-answer.ts';

export interface ToolsSettings {
  /** Base address of the service; `/conc/list` is appended. */
  readonly url: string;
  /** Sent as a bearer token. */
  readonly token: string;
  /** Also request the service's test dealers. */
  readonly test?: boolean;
  /** Maximum size of an uncompressed response in bytes; a network of thousands of dealers stays below the default. */
  readonly answerLimit?: number;
}

const ANSWER_LIMIT = 8 * 1024 * 1024;

const wrong = (what: string) => new OutsideFailure('tools', 'wrong', what);

/** The guard has the time limit and the circuit breaker; this function sends the request and obeys the signal. */
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
        // Report the position of the error, never the content.
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
    // The parser's message quotes the response.
    throw wrong('not JSON');
  }
}
