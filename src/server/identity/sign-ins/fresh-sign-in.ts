/** Authenticates staff again before signing: at the identity provider, or with the password they signed in with. */
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SIGN_IN_PATHS } from '#contract/identity.ts';
import { Refusal } from '#domain/errors.ts';
import { FRESH_SIGN_IN_MINUTES } from '#domain/signing/staff-signers.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { SignInStart } from '#ports/identity-provider.ts';
import type { World } from '../../world.ts';
import { bindingOf, clearCookie, setCookie, signInName, unfinishedSignIns } from '../cookies.ts';
import { findSessionWithUser } from '../queries.ts';
import type { User } from '../users/user.ts';
import { type FreshSignIn, findFreshSignIn, insertFreshSignIn, spendFreshSignIn } from './fresh-sign-in.queries.ts';
import { provePassword } from './password-login.ts';
import { insertSignInRequest, type SignInRequest } from './rows.ts';

/** Time allowed at the identity provider. */
export const SIGN_IN_SECONDS = 10 * 60;
/** Seconds by which the clocks of provider and product may differ. */
const CLOCK_TOLERANCE = 30;

const randomToken = (): string => randomBytes(32).toString('base64url');

/** The user and their staff session. */
interface StaffSessionKey {
  readonly userId: number;
  readonly sessionId: string;
}

/** `boundTo`: hash of the act to sign. */
export interface FreshSignInOfAct extends StaffSessionKey {
  readonly boundTo: string;
}

/** One sign-in for several acts: the hash of each, at least one. */
export interface FreshSignInOfActs extends StaffSessionKey {
  readonly boundTo: readonly [string, ...string[]];
}

const rowOf = ({ userId, sessionId, boundTo }: FreshSignInOfAct) => ({
  user_id: userId,
  staff_session_id: sessionId,
  bound_to: boundTo,
});

export function newSignIn(world: World): SignInStart {
  const redirectUri = `${world.settings.publicUrl}${SIGN_IN_PATHS.callback}`;
  return { state: randomToken(), nonce: randomToken(), codeVerifier: randomToken(), redirectUri };
}

/** Limit on unfinished sign-ins, whose cookies make every request longer. */
const MAX_UNFINISHED = 10;

/** Sets the cookie with which the browser can complete this sign-in. @returns the value to store for it. */
export function signInCookie(
  { settings }: World,
  { state, request, reply }: { state: string; request: FastifyRequest; reply: FastifyReply },
): string {
  const unfinished = unfinishedSignIns(request, settings);
  if (unfinished.length >= MAX_UNFINISHED) for (const name of unfinished) clearCookie(reply, settings, name);
  const cookie = randomToken();
  setCookie(reply, settings, signInName(state), cookie, SIGN_IN_SECONDS);
  return bindingOf(cookie);
}

/** One row for each act, which it covers and by which it is consumed. */
async function confirm(tx: Tx, acts: FreshSignInOfActs, method: FreshSignIn['method'], at: Date): Promise<void> {
  const expires = new Date(at.getTime() + FRESH_SIGN_IN_MINUTES * 60_000);
  const dates = { confirmed_date: at, expires_date: expires, used_date: null };
  for (const boundTo of acts.boundTo) {
    await insertFreshSignIn(tx, { ...rowOf({ ...acts, boundTo }), method, ...dates, acts: acts.boundTo.length });
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
  acts: FreshSignInOfActs,
  { request, reply, returnTo }: { request: FastifyRequest; reply: FastifyReply; returnTo: string },
): Promise<string> {
  const start = newSignIn(world);
  const address = await world.identityProvider.authorizationUrl({ ...start, fresh: true }).catch((error: unknown) => {
    request.log.warn({ err: error }, 'the identity provider is unavailable');
    throw new Refusal('signing.identityUnavailable');
  });
  const binding = signInCookie(world, { state: start.state, request, reply });
  const [boundTo, ...otherActs] = acts.boundTo;
  await world.database.transaction((tx) =>
    insertSignInRequest(tx, {
      state: start.state,
      nonce: start.nonce,
      code_verifier: start.codeVerifier,
      redirect: returnTo,
      binding,
      expires_date: new Date(world.clock.now().getTime() + SIGN_IN_SECONDS * 1000),
      ...rowOf({ ...acts, boundTo }),
      also_bound_to: otherActs,
    }),
  );
  return address.href;
}

/** @throws Refusal signing.identityWrong, request.tooMany: failed attempts count like those of a sign-in. */
async function byPassword(
  world: World,
  acts: FreshSignInOfActs,
  { actor, password, request }: { actor: Pick<User, 'id' | 'login'>; password: string; request: FastifyRequest },
): Promise<void> {
  const user = await provePassword(world, { username: actor.login, password }, request).catch((error: unknown) => {
    // A 401 would end the calling session.
    if (error instanceof Refusal && error.code === 'login.wrong') throw new Refusal('signing.identityWrong');
    throw error;
  });
  if (user.id !== acts.userId) throw new Refusal('signing.identityWrong');
  await world.database.transaction((tx) => confirm(tx, acts, 'PASSWORD', world.clock.now()));
}

/**
 * Completes a repeated sign-in that the provider has answered.
 * @returns the address to which the browser returns; its query reports a different user, or one who was not
 * authenticated again.
 */
export async function finishFresh(
  world: World,
  started: SignInRequest,
  answer: { user: User | undefined; authenticatedAt: Date | null },
): Promise<string> {
  const { user_id: userId, staff_session_id: sessionId, bound_to: boundTo, redirect } = started;
  const { user, authenticatedAt } = answer;
  if (userId === null || sessionId === null || boundTo === null) throw new Error('No sign-in to repeat');
  // Providers use whole seconds.
  const startedAt = Math.floor(started.expires_date.getTime() / 1000 - SIGN_IN_SECONDS) * 1000;
  const { clockTolerance = CLOCK_TOLERANCE } = world.identityProvider;
  const isFresh = authenticatedAt !== null && authenticatedAt.getTime() >= startedAt - clockTolerance * 1000;
  if (user === undefined || user.id !== userId || !user.activated) return `${redirect}?identity=other`;
  if (!isFresh) return `${redirect}?identity=stale`;
  const acts: FreshSignInOfActs = { userId, sessionId, boundTo: [boundTo, ...started.also_bound_to] };
  await world.database.transaction((tx) => confirm(tx, acts, 'PROVIDER', world.clock.now()));
  return redirect;
}

/** Interface for signing: see {@link begin}, {@link byPassword}; `find` reads, `take` consumes. */
export const freshSignIn = {
  methodOf,
  begin,
  byPassword,
  /** Records a provider sign-in where there is no browser. */
  note: (tx: Tx, acts: FreshSignInOfActs, at: Date) => confirm(tx, acts, 'PROVIDER', at),
  find: (db: Db, act: FreshSignInOfAct, at: Date) => findFreshSignIn(db, rowOf(act), at),
  /** Usable once: of two concurrent signatures, one finds it consumed. */
  async take(tx: Tx, act: FreshSignInOfAct, at: Date): Promise<FreshSignIn | undefined> {
    const signIn = await findFreshSignIn(tx, rowOf(act), at);
    return signIn !== undefined && (await spendFreshSignIn(tx, signIn.id, at)) ? signIn : undefined;
  },
};
