/** Reports to `doctor` how a request arrives here, to detect proxies that lose the host or add addresses. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { World } from '../../world.ts';

/** A public route that needs no session. */
export const ARRIVAL_PATH = '/ready';
export const ARRIVAL_HEADER = 'x-fascicolo-doctor';
/** Lifetime of a proof in milliseconds, so that one captured in an intermediate log is soon useless. */
const PROOF_LIFETIME_MS = 60_000;

/** The request as this process sees it. */
export interface Arrival {
  readonly version: string;
  /** The header Host. */
  readonly host: string | null;
  /** The header X-Forwarded-Proto. */
  readonly forwardedProto: string | null;
  /** The addresses in X-Forwarded-For, the caller's first. */
  readonly forwardedFor: readonly string[];
  /** The address taken as the caller's. */
  readonly address: string;
  /** TRUSTED_PROXIES of this process. */
  readonly trustedProxies: number;
}

const signText = (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

/** @param key the key derived for `doctor`. @returns the header's value. */
export function arrivalProof(key: Uint8Array, now: Date): string {
  const text = `${now.getTime()}.${randomBytes(12).toString('base64url')}`;
  return `${text}.${signText(key, text)}`;
}

function isProven(header: string | string[] | undefined, key: Uint8Array, now: Date): boolean {
  if (typeof header !== 'string') return false;
  const [time = '', nonce = '', signature = ''] = header.split('.');
  const expected = Buffer.from(signText(key, `${time}.${nonce}`));
  const actual = Buffer.from(signature);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return false;
  return Math.abs(now.getTime() - Number(time)) <= PROOF_LIFETIME_MS;
}

const headerText = (header: string | string[] | undefined): string | null =>
  header === undefined ? null : Array.isArray(header) ? header.join(', ') : header;

/** A hook of {@link ARRIVAL_PATH}, which answers as usual without a proof. */
export function reportArrival({
  secrets,
  clock,
  settings,
}: Pick<World, 'secrets' | 'clock'> & { settings: Pick<World['settings'], 'version' | 'trustedProxies'> }) {
  return async ({ headers, ip }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!isProven(headers[ARRIVAL_HEADER], secrets.derive('doctor'), clock.now())) return;
    const arrival: Arrival = {
      version: settings.version,
      host: headerText(headers.host),
      forwardedProto: headerText(headers['x-forwarded-proto']),
      forwardedFor: (headerText(headers['x-forwarded-for']) ?? '').split(',').flatMap((text) => text.trim() || []),
      address: ip,
      trustedProxies: settings.trustedProxies,
    };
    await reply.send(arrival);
  };
}
