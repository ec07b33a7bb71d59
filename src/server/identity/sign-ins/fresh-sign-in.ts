/** Authenticates staff again before signing: at the identity provider, or with the password they signed in with. */
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SIGN_IN_PATHS } from '#contract/identity.ts';
import { Refusal } from '#domain/errors.ts';
import { FRESH_SIGN_IN_MINUTES } from '#domain/signing/staff-signers.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { SignInStart } from '#ports/identity-provider.ts';
import type { World } from '../../world.ts';
import { begunSignIns, bindingOf, clearCookie, setCookie, signInName } from '../cookies.ts';
import { findSessionWithUser } from '../queries.ts';
import type { User } from '../users/user.ts';
import { type FreshSignIn, findFreshSignIn, insertFreshSignIn, spendFreshSignIn } from './fresh-sign-in.queries.ts';
import { provePassword } from './password-login.ts';
import { insertSignInRequest, type SignInRequest } from './rows.ts';

/** Time allowed at the identity provider. */
export const SIGN_IN_SECONDS = 10 * 60;
/** Seconds by which the clocks of provider and product may differ. */
const CLOCK_TOLERANCE = 30;

const random = (): string => randomBytes(32).toString('base64url');

/** The user and their staff session. */
interface Asking {
  readonly userId: number;
  readonly sessionId: string;
}

/** `boundTo`: hash of the act to sign. */
export interface FreshAsk extends Asking {
  readonly boundTo: string;
}

/** One sign-in for several acts: the hash of each, at least one. */
export interface FreshAsks extends Asking {
  readonly boundTo: readonly [string, ...string[]];
}

const rowOf = ({ userId, sessionId, boundTo }: FreshAsk) => ({
  user_id: userId,
  staff_session_id: sessionId,
  bound_to: boundTo,
});

export function newSignIn(world: World): SignInStart {
  const redirectUri = `${world.settings.publicUrl}${SIGN_IN_PATHS.callback}`;
  return { state: random(), nonce: random(), codeVerifier: random(), redirectUri };
}

/** Limit on unfinished sign-ins, whose cookies make every request longer. */
const MOST_BEGUN = 10;

/** Sets the cookie with which the browser can complete this sign-in. @returns the value to store for it. */
export function signInCookie(
  { settings }: World,
  { state, request, reply }: { state: string; request: FastifyRequest; reply: FastifyReply },
): string {
  const begun = begunSignIns(request, settings);
  if (begun.length >= MOST_BEGUN) for (const name of begun) clearCookie(reply, settings, name);
  const cookie = random();
  setCookie(reply, settings, signInName(state), cookie, SIGN_IN_SECONDS);
  return bindingOf(cookie);
}

/** One row for each act, which it covers and by which it is consumed. */
async function confirm(tx: Tx, asks: FreshAsks, method: FreshSignIn['method'], at: Date): Promise<void> {
  const expires = new Date(at.getTime() + FRESH_SIGN_IN_MINUTES * 60_000);
  const dates = { confirmed_date: at, expires_date: expires, used_date: null };
  for (const boundTo of asks.boundTo) {
    await insertFreshSignIn(tx, { ...rowOf({ ...asks, boundTo }), method, ...dates, acts: asks.boundTo.length });
  }
}

/** Users authenticate the way they signed in: a session bound to a cookie was opened by the identity provider. */
async function methodOf(db: Db, sessionId: string): Promise<FreshSignIn['method']> {
  const session = await findSessionWithUser(db, sessionId);
  return session?.binding == null ? 'PASSWORD' : 'PROVIDER';
}

/**
 * @returns the address to which the browser is redirected: the provider authenticates the person again and sends
 * the browser back to `returnTo`.
 */
async function begin(
  world: World,
  asks: FreshAsks,
  { request, reply, returnTo }: { request: FastifyRequest; reply: FastifyReply; returnTo: string },
): Promise<string> {
  const start = newSignIn(world);
  const address = await world.identityProvider.authorizationUrl({ ...start, fresh: true }).catch((error: unknown) => {
    request.log.warn({ err: error }, 'the identity provider cannot be asked');
    throw new Refusal('signing.identityUnavailable');
  });
  const binding = signInCookie(world, { state: start.state, request, reply });
  const [boundTo, ...others] = asks.boundTo;
  await world.database.transaction((tx) =>
    insertSignInRequest(tx, {
      state: start.state,
      nonce: start.nonce,
      code_verifier: start.codeVerifier,
      redirect: returnTo,
      binding,
      expires_date: new Date(world.clock.now().getTime() + SIGN_IN_SECONDS * 1000),
      ...rowOf({ ...asks, boundTo }),
      also_bound_to: others,
    }),
  );
  return address.href;
}

/** @throws Refusal signing.identityWrong, request.tooMany: failed attempts count like those of a sign-in. */
async function byPassword(
  world: World,
  asks: FreshAsks,
  { actor, password, request }: { actor: Pick<User, 'id' | 'login'>; password: string; request: FastifyRequest },
): Promise<void> {
  const user = await provePassword(world, { username: actor.login, password }, request).catch((error: unknown) => {
    // A 401 would end the calling session.
    if (error instanceof Refusal && error.code === 'login.wrong') throw new Refusal('signing.identityWrong');
    throw error;
  });
  if (user.id !== asks.userId) throw new Refusal('signing.identityWrong');
  await world.database.transaction((tx) => confirm(tx, asks, 'PASSWORD', world.clock.now()));
}

/**
 * Completes a repeated sign-in that the provider has answered.
 * @returns the address to which the browser returns; its query reports a different user, or one who was not
 * authenticated again.
 */
export async function finishFresh(
  world: World,
  started: SignInRequest,
  came: { user: User | undefined; authenticatedAt: Date | null },
): Promise<string> {
  const { user_id: userId, staff_session_id: sessionId, bound_to: boundTo, redirect } = started;
  const { user, authenticatedAt } = came;
  if (userId === null || sessionId === null || boundTo === null) throw new Error('No sign-in to repeat');
  // Providers use whole seconds.
  const began = Math.floor(started.expires_date.getTime() / 1000 - SIGN_IN_SECONDS) * 1000;
  const { clockTolerance = CLOCK_TOLERANCE } = world.identityProvider;
  const anew = authenticatedAt !== null && authenticatedAt.getTime() >= began - clockTolerance * 1000;
  if (user === undefined || user.id !== userId || !user.activated) return `${redirect}?identity=other`;
  if (!anew) return `${redirect}?identity=stale`;
  const asks: FreshAsks = { userId, sessionId, boundTo: [boundTo, ...started.also_bound_to] };
  await world.database.transaction((tx) => confirm(tx, asks, 'PROVIDER', world.clock.now()));
  return redirect;
}

/** Interface for signing: see {@link begin}, {@link byPassword}; `find` reads, `take` consumes. */
export const freshSignIn = {
  methodOf,
  begin,
  byPassword,
  /** Records a provider sign-in where there is no browser. */
  note: (tx: Tx, asks: FreshAsks, at: Date) => confirm(tx, asks, 'PROVIDER', at),
  find: (db: Db, ask: FreshAsk, at: Date) => findFreshSignIn(db, rowOf(ask), at),
  /** Usable once: of two concurrent signatures, one finds it consumed. */
  async take(tx: Tx, ask: FreshAsk, at: Date): Promise<FreshSignIn | undefined> {
    const found = await findFreshSignIn(tx, rowOf(ask), at);
    return found !== undefined && (await spendFreshSignIn(tx, found.id, at)) ? found : undefined;
  },
};
