/** Ends sessions on the provider's server-to-server notice (OpenID Connect Back-Channel Logout 1.0). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SIGN_IN_PATHS } from '#contract/identity.ts';
import { type BackChannel, type SignedIn, SignInRefused } from '#ports/identity-provider.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import { countOpenCall } from '../../http/request/admission.ts';
import { networkOf } from '../../http/request/caller.ts';
import type { Serving } from '../../http/route.ts';
import type { World } from '../../world.ts';
import { awaitAttempt, type FailureLimit, settleAttempt } from '../limits.ts';
import { endProviderSessions } from '../queries.ts';
import { SIGN_IN_SECONDS } from './fresh-sign-in.ts';
import { takeForms } from './posted-forms.ts';
import { hasEnded, insertProviderMessage, noteEndedSessions, type SignInRequest } from './rows.ts';

/** Limit of a form in bytes: a token has a few thousand. */
const MAX_FORM_BYTES = 16 * 1024;
/** Only refused calls count: at the end of a shift a provider may end a thousand sessions in a burst. */
const REFUSAL_LIMIT = { limit: 60, windowSeconds: 10 * 60 };

const limitsOf = (request: FastifyRequest): FailureLimit[] => [
  { subject: `backchannel-logout:${networkOf(request.ip)}`, limit: REFUSAL_LIMIT },
];

/** The form's token; null when it is missing or repeated. Other fields are ignored (section 2.5). */
function tokenOf(body: unknown): string | null {
  const [token, second] = typeof body === 'string' ? new URLSearchParams(body).getAll('logout_token') : [];
  return token === undefined || token === '' || second !== undefined ? null : token;
}

/** @returns how many sessions have ended. @throws SignInRefused, OutsideFailure; then nothing has changed. */
async function endNotifiedSessions(world: World, backChannel: BackChannel, token: string | null): Promise<number> {
  if (token === null) throw new SignInRefused('the form holds no logout token');
  const logout = await backChannel.readLogout(token);
  return world.database.transaction(async (tx) => {
    if (!(await insertProviderMessage(tx, 'logout', logout.once))) throw new SignInRefused('it was taken before');
    const at = world.clock.now();
    await noteEndedSessions(tx, logout.indexes, new Date(at.getTime() + SIGN_IN_SECONDS * 1000));
    return endProviderSessions(tx, logout, at);
  });
}

/** The provider may have ended its session before this sign-in finished. @throws SignInRefused */
export async function refuseEnded(world: World, started: SignInRequest, { providerSession }: SignedIn): Promise<void> {
  const name = providerSession?.index ?? null;
  if (world.identityProvider.backChannel === undefined || name === null) return;
  const isEnded = await hasEnded(world.database.read, name, started.expires_date);
  if (isEnded) throw new SignInRefused('the provider has ended this session');
}

async function answer({ world }: Serving, backChannel: BackChannel, request: FastifyRequest, reply: FastifyReply) {
  const limits = limitsOf(request);
  const attemptedAt = await awaitAttempt(world, limits);
  const settle = (outcome: 'failed' | 'fine') =>
    world.database.transaction((tx) => settleAttempt(tx, limits, attemptedAt, outcome));
  const about = { ip: request.ip };
  void reply.header('cache-control', 'no-store');
  try {
    const sessions = await endNotifiedSessions(world, backChannel, tokenOf(request.body));
    await settle('fine');
    request.log.info({ security: 'signOut.byProvider', sessions, ...about }, 'signed out by the provider');
    return reply.status(200).send();
  } catch (error) {
    await settle(error instanceof SignInRefused ? 'failed' : 'fine');
    // Section 2.8: 400 for every reason; a provider that checks the answer can alert its operators.
    if (error instanceof SignInRefused) {
      const { message: reason } = error;
      request.log.warn({ security: 'signOut.refused', reason, ...about }, 'logout token rejected');
      return reply.status(400).send({ error: 'invalid_request' });
    }
    if (!(error instanceof OutsideFailure)) throw error;
    const { message: reason } = error;
    request.log.warn({ security: 'signOut.unchecked', reason, ...about }, 'logout token cannot be checked now');
    return reply.status(400).send({ error: 'temporarily_unavailable' });
  }
}

export function backChannelRoutes(serving: Serving, backChannel: BackChannel): void {
  void serving.app.register(async (scope) => {
    takeForms(scope);
    scope.route({
      method: 'POST',
      url: SIGN_IN_PATHS.backChannelLogout,
      bodyLimit: MAX_FORM_BYTES,
      onRequest: (request) => countOpenCall(serving, request),
      handler: (request, reply) => answer(serving, backChannel, request, reply),
    });
  });
}
