/** Sends one signed event to a receiver outside, whose address an administrator typed (SSRF: reliability.md). */

/** Why an address may not be a receiver's. */
export const ADDRESS_PROBLEMS = ['malformed', 'scheme', 'credentials', 'fragment', 'literal', 'inner'] as const;
export type AddressProblem = (typeof ADDRESS_PROBLEMS)[number];

/**
 * `refused`: a status other than 2xx; `redirect`: 3xx, never followed; `address`: the name leads to an address that may
 * not be called; `unreachable`: no connection, or it broke off; `tls`: no trusted certificate; `timeout`: no answer in time.
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
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  readonly milliseconds: number;
  /** The beginning of the answer, or what went wrong; at most 200 characters of one line. */
  readonly words: string;
}

export interface WebhookSender {
  /** What is wrong with the address as it is written; null: its name may still lead to one that `send` refuses. */
  addressProblem(url: string): AddressProblem | null;
  /** Never throws for what the receiver does. */
  send(message: WebhookMessage): Promise<WebhookAnswer>;
}
