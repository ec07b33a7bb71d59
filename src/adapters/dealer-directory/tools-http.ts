/** An external tools service over HTTP: POST {host}/conc/list with our own credentials. */
import { BRANDS, DEALER_FIELDS } from '#domain/dealers/brands.ts';
import { dealerListSchema } from '#domain/dealers/directory.ts';
import type { DealerDirectory } from '#ports/dealer-directory.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import { fetchOutside, jsonRequest, readJsonBody } from '../outside/http-answer.ts';

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

const RESPONSE_LIMIT = 8 * 1024 * 1024;

/** The guard has the time limit and the circuit breaker; this function sends the request and passes on the abort signal. */
export function openToolsService(settings: ToolsSettings): DealerDirectory {
  const address = `${settings.url.replace(/\/+$/, '')}/conc/list`;
  const limit = settings.answerLimit ?? RESPONSE_LIMIT;
  const request = jsonRequest(settings.token, {
    brand: BRANDS.join(','),
    fields: DEALER_FIELDS.join(','),
    test: settings.test ?? false,
  });

  return {
    async list(signal) {
      const response = await fetchOutside('tools', address, request, signal);
      const parsed = dealerListSchema.safeParse(await readJsonBody('tools', response, limit, signal));
      if (!parsed.success) {
        // Report the position of the error, never the content.
        const [issue] = parsed.error.issues;
        const fault = `not a list of dealers: ${issue?.path.join('.') || 'answer'} ${issue?.code ?? ''}`;
        throw new OutsideFailure('tools', 'wrong', fault);
      }
      return parsed.data;
    },
  };
}
