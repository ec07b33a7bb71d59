/** What of a request arrives here, told to `doctor` alone: proxies that lose the host or add addresses are found by it (P-1). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { World } from '../../world.ts';

/** A route that is there for everybody, and asks nothing before it answers. */
export const ARRIVAL_PATH = '/ready';
export const ARRIVAL_HEADER = 'x-fascicolo-doctor';
/** How long a proof holds, in milliseconds: what a log on the way has kept of it is soon of no use. */
const HOLDS_MS = 60_000;

/** As this process sees the request. */
export interface Arrival {
  readonly version: string;
  /** The header Host. */
  readonly host: string | null;
  /** The header X-Forwarded-Proto. */
  readonly forwardedProto: string | null;
  /** The addresses in X-Forwarded-For, the caller's first. */
  readonly forwardedFor: readonly string[];
  /** What is taken for the caller's address. */
  readonly address: string;
  /** TRUSTED_PROXIES of this process. */
  readonly trustedProxies: number;
}

const mark = (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

/** @param key derived for `doctor`. @returns the header's value. */
export function arrivalProof(key: Uint8Array, now: Date): string {
  const text = `${now.getTime()}.${randomBytes(12).toString('base64url')}`;
  return `${text}.${mark(key, text)}`;
}

function isProven(header: string | string[] | undefined, key: Uint8Array, now: Date): boolean {
  if (typeof header !== 'string') return false;
  const [time = '', nonce = '', given = ''] = header.split('.');
  const wanted = Buffer.from(mark(key, `${time}.${nonce}`));
  const told = Buffer.from(given);
  if (told.length !== wanted.length || !timingSafeEqual(told, wanted)) return false;
  return Math.abs(now.getTime() - Number(time)) <= HOLDS_MS;
}

const one = (header: string | string[] | undefined): string | null =>
  header === undefined ? null : Array.isArray(header) ? header.join(', ') : header;

/** A hook of {@link ARRIVAL_PATH}, which answers as ever to anybody without a proof. */
export function tellArrival({
  secrets,
  clock,
  settings,
}: Pick<World, 'secrets' | 'clock'> & { settings: Pick<World['settings'], 'version' | 'trustedProxies'> }) {
  return async ({ headers, ip }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!isProven(headers[ARRIVAL_HEADER], secrets.derive('doctor'), clock.now())) return;
    const arrival: Arrival = {
      version: settings.version,
      host: one(headers.host),
      forwardedProto: one(headers['x-forwarded-proto']),
      forwardedFor: (one(headers['x-forwarded-for']) ?? '').split(',').flatMap((text) => text.trim() || []),
      address: ip,
      trustedProxies: settings.trustedProxies,
    };
    await reply.send(arrival);
  };
}
