/** Single sign-on in the browser: to the identity provider, back with an answer, and out again. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SIGN_IN_PATHS, type SignInFailure } from '#contract/identity.ts';
import { Refusal } from '#domain/errors.ts';
import { mobilePhoneFrom } from '#domain/signing/contact/contact-doubts.ts';
import { DatabaseUnavailable } from '#ports/database/database.ts';
import type { SignedIn, SignInStart } from '#ports/identity-provider.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import { servePageFiles } from '../../http/pages/html.ts';
import { countOpenCall } from '../../http/request/admission.ts';
import { networkOf } from '../../http/request/caller.ts';
import { isCrossOrigin } from '../../http/request/fetch-site.ts';
import { languageOf } from '../../http/request/language.ts';
import type { Serving } from '../../http/route.ts';
import type { World } from '../../world.ts';
import { bindingOf, clearCookie, readCookie, setCookie, signInName } from '../cookies.ts';
import type { Limit } from '../limits.ts';
import { endSession } from '../queries.ts';
import { SESSION_SECONDS } from '../session-token.ts';
import { endSessionOfCookie, prepareSession } from '../sessions.ts';
import { storeProviderPhone } from '../users/provider-phones.queries.ts';
import { type Identified, identify } from '../users/user-identity.ts';
import { backChannelRoutes, refuseEnded } from './back-channel.ts';
import { finishFresh, newSignIn, SIGN_IN_SECONDS, signInCookie } from './fresh-sign-in.ts';
import { LEAVE_FILES, sendLeavePage } from './leave-page.ts';
import { postedRoutes, takePostedAnswer } from './posted-answers.ts';
import { entryUrl, landingUrl, redirectOfRelayState } from './relay-state.ts';
import { insertSignInRequest, type SignInRequest, takeSignInRequest } from './rows.ts';

const STATE = /^[\w-]{43}$/;

const rawQuery = (request: FastifyRequest): string => request.raw.url?.split('?').slice(1).join('?') ?? '';

function redirectUri(world: World): string {
  return `${world.settings.publicUrl}${SIGN_IN_PATHS.callback}`;
}

function fail(request: FastifyRequest, reply: FastifyReply, reason: SignInFailure, error?: unknown): FastifyReply {
  const cause = error instanceof Error ? `${error.name}: ${error.message}` : undefined;
  request.log.warn({ security: 'signIn.failed', reason, cause, ip: request.ip }, 'sign-in failed');
  return reply.redirect(`${SIGN_IN_PATHS.error}?reason=${reason}`, 303);
}

/** No answer from the provider is not a refusal. */
const reasonOf = (error: unknown): SignInFailure =>
  error instanceof OutsideFailure ? 'providerSilent' : 'signInFailed';

/**
 * In the demo, the product also answers under another name of this machine (localhost). A sign-in must begin under the
 * name to which it returns, or its cookie would be missing there. @returns that other origin, when the request used it.
 */
function otherDemoHost(world: World, request: FastifyRequest): string | undefined {
  const { mode, publicUrl, allowedHosts } = world.settings;
  const { host } = request.headers;
  if (mode !== 'demo' || host === undefined || !allowedHosts.includes(host)) return undefined;
  const origin = new URL(`${new URL(publicUrl).protocol}//${host}`).origin;
  return origin === new URL(publicUrl).origin ? undefined : origin;
}

/** Sign-ins that one network may start: many times a whole showroom's in the morning; each stores a row. */
const START_LIMIT: Limit = { limit: 600, windowSeconds: 10 * 60 };

async function mayBegin({ countCall }: Serving, request: FastifyRequest): Promise<boolean> {
  try {
    await countCall(`sign-in:${networkOf(request.ip)}`, START_LIMIT);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'request.tooMany') return false;
    throw error;
  }
}

async function begin(serving: Serving, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { world } = serving;
  const { settings } = world;
  const otherOrigin = otherDemoHost(world, request);
  if (otherOrigin !== undefined) {
    return reply.redirect(entryUrl(settings.publicUrl, redirectOfRelayState(rawQuery(request), otherOrigin)), 303);
  }
  if (!(await mayBegin(serving, request))) return fail(request, reply, 'signInFailed', new Refusal('request.tooMany'));
  const start = newSignIn(world);
  let address: URL;
  try {
    address = await world.identityProvider.authorizationUrl(start);
  } catch (error) {
    return fail(request, reply, reasonOf(error), error);
  }
  const binding = signInCookie(world, { state: start.state, request, reply });
  await world.database.transaction((tx) =>
    insertSignInRequest(tx, {
      state: start.state,
      nonce: start.nonce,
      code_verifier: start.codeVerifier,
      redirect: redirectOfRelayState(rawQuery(request), settings.publicUrl),
      binding,
      expires_date: new Date(world.clock.now().getTime() + SIGN_IN_SECONDS * 1000),
      user_id: null,
      staff_session_id: null,
      bound_to: null,
    }),
  );
  return reply.redirect(address.href, 303);
}

/** Logs what operators need: which identity was bound, and which user a refused identity claimed. */
function logIdentity(request: FastifyRequest, identified: Identified, { issuer, subject }: SignedIn['identity']): void {
  const logFields = { issuer, subject, ip: request.ip };
  if (identified.user === undefined) {
    const { refused: reason, userId } = identified;
    request.log.warn({ security: 'identity.refused', reason, userId, ...logFields }, 'identity refused');
  } else if (identified.bound) {
    request.log.info({ security: 'identity.bound', userId: identified.user.id, ...logFields }, 'identity bound');
  }
}

const startOf = (world: World, started: SignInRequest): SignInStart => ({
  state: started.state,
  nonce: started.nonce,
  codeVerifier: started.code_verifier,
  redirectUri: redirectUri(world),
});

/**
 * A state works once, whatever the provider answers; a posted answer was checked before, so a refused one leaves the
 * sign-in pending.
 */
async function takePendingSignIn(
  world: World,
  state: string,
  binding: string,
): Promise<{ started: SignInRequest; person?: SignedIn } | undefined> {
  if (world.identityProvider.posts !== undefined) return takePostedAnswer(world, state, binding);
  const at = world.clock.now();
  const started = await world.database.transaction((tx) => takeSignInRequest(tx, state, binding, at));
  return started === undefined ? undefined : { started };
}

async function finish({ world }: Serving, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { settings, database } = world;
  const query = rawQuery(request);
  const state = new URLSearchParams(query).get('state') ?? '';
  const cookie = STATE.test(state) ? readCookie(request, settings, signInName(state)) : undefined;
  if (cookie === undefined) return fail(request, reply, 'signInFailed');
  const pending = await takePendingSignIn(world, state, bindingOf(cookie));
  // Keep the cookie: without it a sign-in that still waits for its answer could not finish.
  const isWaiting = pending === undefined && world.identityProvider.posts !== undefined;
  if (!isWaiting) clearCookie(reply, settings, signInName(state));
  if (pending === undefined) return fail(request, reply, 'signInFailed');
  const { started } = pending;

  let person: SignedIn;
  try {
    // Built from the settings, so that the Host header does not influence what is checked.
    const callback = new URL(`${redirectUri(world)}?${query}`);
    person = pending.person ?? (await world.identityProvider.finish(callback, startOf(world, started)));
    await refuseEnded(world, started, person);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    const reason = reasonOf(error);
    if (started.user_id === null) return fail(request, reply, reason, error);
    const outcome = reason === 'providerSilent' ? 'silent' : 'refused';
    return reply.redirect(`${started.redirect}?identity=${outcome}`, 303);
  }
  const identified = await identify(world, person);
  logIdentity(request, identified, person.identity);
  const { user } = identified;
  if (started.user_id !== null) {
    const returnUrl = await finishFresh(world, started, { user, authenticatedAt: person.authenticatedAt ?? null });
    request.log.info({ security: 'signIn.repeated', userId: started.user_id, ip: request.ip }, 'signed in again');
    return reply.redirect(returnUrl, 303);
  }
  if (user === undefined) return fail(request, reply, identified.refused);

  const session = await prepareSession(world, user.id, {
    bound: true,
    idToken: person.idToken,
    providerSession: person.providerSession ?? null,
  });
  const earlier = readCookie(request, settings, 'session');
  await database.transaction(async (tx) => {
    // The cookie is about to be replaced, so the session it opened would be unreachable.
    await endSessionOfCookie(tx, earlier, world.clock.now());
    await session.store(tx);
    const phone = mobilePhoneFrom(person.phone ?? '');
    if (phone !== null) await storeProviderPhone(tx, user.id, phone, world.clock.now());
  });
  if (session.cookie !== null) setCookie(reply, settings, 'session', session.cookie, SESSION_SECONDS);
  request.log.info({ security: 'signIn.succeeded', userId: user.id, ip: request.ip }, 'signed in');
  return reply.redirect(landingUrl(started.redirect, session.token), 303);
}

async function signOut({ world }: Serving, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  // Another site can link to this address or load it as an image: only the user may end the session.
  if (isCrossOrigin(request)) return sendLeavePage(reply, languageOf(request));
  const { settings, database } = world;
  const cookie = readCookie(request, settings, 'session');
  const ended = await database.transaction((tx) => endSessionOfCookie(tx, cookie, world.clock.now()));
  clearCookie(reply, settings, 'session');
  // "cookies" would also clear those of every other host under the same registrable domain, including the identity
  // provider's before it could end its session: our own are cleared one by one above. The portal's sign-out has cleared
  // its storage itself and sends this parameter, so that language, theme, and input from an expired session are kept.
  if (new URLSearchParams(rawQuery(request)).get('storage') !== 'cleared') {
    void reply.header('clear-site-data', '"storage"');
  }
  if (ended !== undefined) {
    request.log.info({ security: 'signOut', userId: ended.userId, ip: request.ip }, 'signed out');
  }
  const home = `${settings.publicUrl}/`;
  let address: URL | null = null;
  try {
    address = await world.identityProvider.endSessionUrl(ended?.idToken ?? null, home);
  } catch (error) {
    const cause = error instanceof Error ? error.name : undefined;
    request.log.warn(
      { security: 'signOut.providerSilent', cause },
      'the identity provider was not notified of a sign-out',
    );
  }
  return reply.redirect(address?.href ?? home, 303);
}

/**
 * Ends the session of a token without a cookie (`POST /api/auth/login`) for its bearer. A session with a cookie ends
 * with the cookie. The answer is the same for a repeated call or an invalid token.
 */
async function signOutByToken(serving: Serving, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const session = await serving.authenticate(request).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (session !== null) {
    const { database, clock } = serving.world;
    const ended = await database.transaction((tx) => endSession(tx, session.id, null, clock.now()));
    if (ended !== undefined) {
      request.log.info({ security: 'signOut', userId: ended.userId, ip: request.ip }, 'signed out');
    }
  }
  return reply.status(204).send();
}

/** Plain routes instead of contract endpoints: they answer a browser's navigation with redirects. */
export function signInRoutes(serving: Serving): void {
  const route = (url: string, handler: typeof begin) =>
    serving.app.route({
      method: 'GET',
      url,
      // A HEAD request must not start, finish or end anything.
      exposeHeadRoute: false,
      onRequest: (request) => countOpenCall(serving, request),
      handler: (request, reply) => handler(serving, request, reply),
    });
  route(SIGN_IN_PATHS.entry, begin);
  route(SIGN_IN_PATHS.entry.slice(0, -1), begin);
  route(SIGN_IN_PATHS.callback, finish);
  route(SIGN_IN_PATHS.logout, signOut);
  const { posts, backChannel } = serving.world.identityProvider;
  if (backChannel !== undefined) backChannelRoutes(serving, backChannel);
  if (posts !== undefined)
    postedRoutes(serving, posts, (...[request, reply, error]) => fail(request, reply, 'signInFailed', error));
  servePageFiles(serving.app, LEAVE_FILES, { name: 'leave.css', file: new URL('./leave.css', import.meta.url) });
  serving.app.route({
    method: 'POST',
    url: SIGN_IN_PATHS.logout,
    onRequest: (request) => countOpenCall(serving, request),
    handler: (request, reply) => signOutByToken(serving, request, reply),
  });
}
