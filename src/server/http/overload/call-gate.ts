/**
 * Limits concurrent calls per caller: a few slots each, the rest in the caller's own queue, so that a flood by one
 * delays no other (docs/decisions/0042). Streams and downloads release their slot when sending starts.
 */

import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/definition/endpoint.ts';
import { LruCache } from '#domain/cache/lru-cache.ts';
import { PROOF_HEADER, readProof } from '#domain/devices/proof.ts';
import { Refusal } from '#domain/errors.ts';
import { networkOf } from '../request/caller.ts';
import { CallerGone } from './caller-gone.ts';
import { ConcurrencyLimiter, type Release } from './concurrency.ts';
import { type CallLimits, underLoad } from './limits.ts';

export interface CallGateOptions {
  readonly limits: CallLimits;
  /** Mean delay of the event loop, in milliseconds. */
  readonly lagMs: () => number;
  /** Delay of a refusal, to slow down callers that retry immediately. */
  readonly refusalDelayMs: number;
}

type Access = Endpoint['access'];

/** Sessions whose account is cached; a session not in the cache counts by its network until its next call is authenticated. */
const MAX_CACHED_SESSIONS = 10_000;

export class CallGate {
  readonly #accounts: ConcurrencyLimiter;
  readonly #links: ConcurrencyLimiter;
  readonly #networks: ConcurrencyLimiter;
  readonly #accountOfSession = new LruCache<number>(MAX_CACHED_SESSIONS);
  readonly #releases = new WeakMap<FastifyRequest, Release>();

  readonly #refusalDelayMs: number;

  constructor({ limits, lagMs, refusalDelayMs }: CallGateOptions) {
    this.#refusalDelayMs = refusalDelayMs;
    this.#accounts = new ConcurrencyLimiter(() => underLoad(limits.account, lagMs()));
    this.#links = new ConcurrencyLimiter(() => underLoad(limits.link, lagMs()));
    this.#networks = new ConcurrencyLimiter(() => underLoad(limits.network, lagMs()));
  }

  /**
   * Waits for a slot. Does nothing for a call that has one.
   * @throws Refusal system.busy; CallerGone when the connection closes meanwhile.
   */
  async enter(request: FastifyRequest, reply: FastifyReply, access: Access): Promise<void> {
    if (this.#releases.has(request)) return;
    const gone = new AbortController();
    const abort = (): void => {
      gone.abort(new CallerGone());
      this.leave(request);
    };
    reply.raw.once('close', abort);
    this.#releases.set(request, await this.#slowly(this.#acquire(request, access, gone.signal), gone.signal));
    if (gone.signal.aborted) this.leave(request);
  }

  leave(request: FastifyRequest): void {
    this.#releases.get(request)?.();
    this.#releases.delete(request);
  }

  /** Counts further calls of this session for its account. */
  rememberAccount(request: FastifyRequest, accountId: number): void {
    const session = sessionOf(request);
    if (session !== undefined) this.#accountOfSession.set(session, accountId);
  }

  /** Delays a refusal while its caller is still connected. */
  async #slowly(acquired: Promise<Release>, signal: AbortSignal): Promise<Release> {
    try {
      return await acquired;
    } catch (error) {
      if (error instanceof Refusal)
        await pause(this.#refusalDelayMs, undefined, { signal: signal }).catch(() => undefined);
      throw error;
    }
  }

  async #acquire(request: FastifyRequest, access: Access, cancelled: AbortSignal): Promise<Release> {
    const account = access === 'staff' ? this.#accountOf(request) : undefined;
    if (account !== undefined) return this.#accounts.acquire(String(account), cancelled);
    const network = networkOf(request.ip);
    const link = linkOf(request, access);
    if (link === undefined) return this.#networks.acquire(network, cancelled);
    // Acquire the narrow limit first: a flooded link waits in its own queue and takes no slots of its network.
    const leaveLink = await this.#links.acquire(link, cancelled);
    try {
      const leaveNetwork = await this.#networks.acquire(network, cancelled);
      return () => {
        leaveNetwork();
        leaveLink();
      };
    } catch (error) {
      leaveLink();
      throw error;
    }
  }

  #accountOf(request: FastifyRequest): number | undefined {
    const session = sessionOf(request);
    return session === undefined ? undefined : this.#accountOfSession.get(session);
  }
}

/** A hash of the session token to keep in memory; it proves nothing and only identifies the account. */
function sessionOf({ headers: { authorization } }: FastifyRequest): string | undefined {
  return authorization === undefined ? undefined : hashOf(authorization);
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

function linkOf(request: FastifyRequest, access: Access): string | undefined {
  if (access === 'device') {
    const header = request.headers[PROOF_HEADER];
    const proof = typeof header === 'string' ? readProof(header) : null;
    return proof === null ? undefined : `device ${proof.keyId}`;
  }
  const { token } = request.params as { token?: unknown };
  return access === 'signer' && typeof token === 'string' ? `link ${hashOf(token)}` : undefined;
}
