/** A controller's consent register over HTTP: POST {address}/consents with our own credentials, repeated until it succeeds. */
import { z } from 'zod';
import type { ConsentRegister } from '#ports/consent-register.ts';
import { OutsideFailure } from '#ports/outside.ts';
import { askOutside, readAnswer } from '../outside/http-answer.ts';

export interface ConsentRegisterSettings {
  /** Base address of the register; `/consents` is appended. */
  readonly url: string;
  /** Sent as a bearer token. */
  readonly token: string;
}

/** The response contains only a receipt. */
const ANSWER_LIMIT = 64 * 1024;

const answerSchema = z.object({ receipt: z.string().min(1).max(255) });

const wrong = (what: string) => new OutsideFailure('consents', 'wrong', what);

/** The guard has the time limit and the circuit breaker; this function sends the request and obeys the signal. */
export function openHttpConsentRegister({ url, token }: ConsentRegisterSettings): ConsentRegister {
  const address = `${url.replace(/\/+$/, '')}/consents`;
  return {
    async take({ reference, controller, customer, entries }, signal) {
      const request = {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json',
          // Sent again after a lost response, it counts as the same delivery.
          'idempotency-key': reference,
        },
        body: JSON.stringify({ reference, controller, customer, entries }),
      };
      const answer = await askOutside('consents', address, request, signal);
      const parsed = answerSchema.safeParse(parseJson(await readAnswer('consents', answer, ANSWER_LIMIT, signal)));
      if (!parsed.success) throw wrong('an answer without a receipt');
      return { receipt: parsed.data.receipt };
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
