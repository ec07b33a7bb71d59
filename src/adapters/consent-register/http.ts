/** A controller's consent register over HTTP: POST {address}/consents with our own credentials, repeated until it succeeds. */
import { z } from 'zod';
import type { ConsentRegister } from '#ports/consent-register.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import { fetchOutside, jsonRequest, readJsonBody } from '../outside/http-answer.ts';

export interface ConsentRegisterSettings {
  /** Base address of the register; `/consents` is appended. */
  readonly url: string;
  /** Sent as a bearer token. */
  readonly token: string;
}

/** The response contains only a receipt. */
const RESPONSE_LIMIT = 64 * 1024;

const responseSchema = z.object({ receipt: z.string().min(1).max(255) });

/** The guard has the time limit and the circuit breaker; this function sends the request and passes on the abort signal. */
export function openHttpConsentRegister({ url, token }: ConsentRegisterSettings): ConsentRegister {
  const address = `${url.replace(/\/+$/, '')}/consents`;
  return {
    async deliver({ reference, controller, customer, entries }, signal) {
      // Sent again after a lost response, the key makes it count as the same delivery.
      const headers = { 'idempotency-key': reference };
      const request = jsonRequest(token, { reference, controller, customer, entries }, headers);
      const response = await fetchOutside('consents', address, request, signal);
      const parsed = responseSchema.safeParse(await readJsonBody('consents', response, RESPONSE_LIMIT, signal));
      if (!parsed.success) throw new OutsideFailure('consents', 'wrong', 'an answer without a receipt');
      return { receipt: parsed.data.receipt };
    },
  };
}
