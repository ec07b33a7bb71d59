/** A controller's register of consents over HTTP: POST {address}/consents with credentials of our own, as often as it takes (P-5, D-92). */
import { z } from 'zod';
import type { ConsentRegister } from '#ports/consent-register.ts';
import { OutsideFailure } from '#ports/outside.ts';
import { askOutside, readAnswer } from '../outside/http-answer.ts';

export interface ConsentRegisterSettings {
  /** Address of the register, below which `/consents` is. */
  readonly url: string;
  /** Sent as a bearer token. */
  readonly token: string;
}

/** A receipt and nothing else. */
const ANSWER_LIMIT = 64 * 1024;

const answerSchema = z.object({ receipt: z.string().min(1).max(255) });

const wrong = (what: string) => new OutsideFailure('consents', 'wrong', what);

/** Time limit and circuit breaker are the guard's: this only tells, and heeds the signal. */
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
          // Told again after an answer that got lost, it is the same delivery.
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
    // The parser's own words quote the answer.
    throw wrong('not JSON');
  }
}
