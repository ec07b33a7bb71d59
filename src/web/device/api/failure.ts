/** A failed call of the tablet, classified by how to react. */

export class DeviceFailure extends Error {
  /** HTTP status, or 0 when no answer came. */
  readonly status: number;
  /** The product's refusal code, or ''. */
  readonly code: string;
  /** The server's message, or ''. */
  readonly serverMessage: string;
  /** The server's time in ms, sent to a tablet whose clock is wrong; else null. */
  readonly serverTime: number | null;

  constructor(status: number, code: string, serverMessage: string, serverTime: number | null = null) {
    super(code || `status ${status}`);
    this.name = 'DeviceFailure';
    this.status = status;
    this.code = code;
    this.serverMessage = serverMessage;
    this.serverTime = serverTime;
  }
}

export const CONNECTION_LOST = new DeviceFailure(0, '', '');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function failureOf(status: number, body: unknown): DeviceFailure {
  const { code, detail, message, now } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  const time = Date.parse(textOf(now));
  const serverMessage = textOf(detail) || textOf(message);
  return new DeviceFailure(status, textOf(code), serverMessage, Number.isNaN(time) ? null : time);
}
