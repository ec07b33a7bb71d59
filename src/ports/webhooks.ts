/** Sends one signed event to an external receiver, whose address an administrator typed: a way to reach inner networks (SSRF). */

/** Why an address is not allowed as a receiver. */
export const ADDRESS_PROBLEMS = ['malformed', 'scheme', 'credentials', 'fragment', 'literal', 'inner'] as const;
export type AddressProblem = (typeof ADDRESS_PROBLEMS)[number];

/**
 * `refused`: a status other than 2xx; `redirect`: 3xx, never followed; `address`: the name resolves to a forbidden
 * address; `unreachable`: no connection, or it broke; `tls`: no trusted certificate; `timeout`: no timely response.
 */
export const DELIVERY_OUTCOMES = [
  'delivered',
  'refused',
  'redirect',
  'address',
  'unreachable',
  'tls',
  'timeout',
] as const;
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

export interface WebhookMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebhookAnswer {
  readonly outcome: DeliveryOutcome;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  readonly milliseconds: number;
  /** The start of the response, or the error; one line of at most 200 characters. */
  readonly words: string;
  /** Seconds that the receiver asks to wait before the next attempt (429 or 503 with Retry-After). */
  readonly retryAfter?: number | null;
}

export interface WebhookSender {
  /** What is wrong with the address as typed; null if nothing, although its name may resolve to one that `send` refuses. */
  addressProblem(url: string): AddressProblem | null;
  /** Never throws because of the receiver. */
  send(message: WebhookMessage): Promise<WebhookAnswer>;
}
