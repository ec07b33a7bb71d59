/** Routes of a provider that posts its answers (SAML 2.0): its answer, our metadata, the end of its sessions. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SIGN_IN_PATHS } from '#contract/identity.ts';
import { type PostedResponses, SignInRefused } from '#ports/identity-provider.ts';
import { countOpenCall } from '../../http/request/admission.ts';
import type { Serving } from '../../http/route.ts';
import type { World } from '../../world.ts';
import { endProviderSessions } from '../queries.ts';
import { takeForms } from './posted-forms.ts';
import {
  findSignInRequest,
  hasAnswer,
  insertAnswer,
  insertProviderMessage,
  type SignInRequest,
  takeAnswer,
  takeSignInRequest,
} from './rows.ts';

/** Limit of a form in bytes: an answer has some ten thousand, encoded twice. */
const MAX_FORM_BYTES = 256 * 1024;
const STATE = /^[\w-]{43}$/;

/** The two fields of a posted answer, each once; null for any other form. */
function fieldsOf(body: unknown): { message: string; state: string } | null {
  if (typeof body !== 'string') return null;
  const form = new URLSearchParams(body);
  const [message, second] = form.getAll('SAMLResponse');
  const [state, secondState] = form.getAll('RelayState');
  if (message === undefined || second !== undefined || state === undefined || secondState !== undefined) return null;
  return STATE.test(state) ? { message, state } : null;
}

/**
 * Checks a posted answer and stores it until the browser returns with its cookie, which a form from another site does
 * not carry. A refused answer changes nothing.
 */
async function keepAnswer(
  world: World,
  posts: PostedResponses,
  message: string,
  started: SignInRequest,
): Promise<void> {
  const { person, once } = await posts.read(message, { nonce: started.nonce });
  await world.database.transaction(async (tx) => {
    // Throw, so that of two concurrent posts of one answer the second changes nothing.
    if (!(await insertProviderMessage(tx, person.identity.issuer, once)))
      throw new SignInRefused('it was taken before');
    const isStored = await insertAnswer(tx, started.state, person, started.expires_date);
    if (!isStored) throw new SignInRefused('the sign-in has an answer');
  });
}

/**
 * Completes a sign-in whose answer was posted and checked, in the browser that began it.
 * @returns undefined when there is none; the pending sign-in then continues.
 */
export async function takePostedAnswer(world: World, state: string, binding: string) {
  const at = world.clock.now();
  return world.database.transaction(async (tx) => {
    if (!(await hasAnswer(tx, state, at))) return undefined;
    const started = await takeSignInRequest(tx, state, binding, at);
    if (started === undefined) return undefined;
    const person = await takeAnswer(tx, state);
    return person === undefined ? undefined : { started, person };
  });
}

async function endOfProvider({ world }: Serving, posts: PostedResponses, request: FastifyRequest, reply: FastifyReply) {
  const home = `${world.settings.publicUrl}/`;
  const query = request.raw.url?.split('?').slice(1).join('?') ?? '';
  try {
    const logout = await posts.readLogout(query);
    if (logout === null) return reply.redirect(home, 303);
    const count = await world.database.transaction(async (tx) => {
      if (!(await insertProviderMessage(tx, 'logout', logout.once))) throw new SignInRefused('it was taken before');
      return endProviderSessions(tx, logout, world.clock.now());
    });
    request.log.info({ security: 'signOut.byProvider', sessions: count, ip: request.ip }, 'signed out by the provider');
    return reply.redirect((await logout.answer(true)).href, 303);
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    const { message: reason } = error;
    request.log.warn({ security: 'signOut.refused', reason, ip: request.ip }, 'logout message rejected');
    return reply.redirect(home, 303);
  }
}

export function postedRoutes(
  serving: Serving,
  posts: PostedResponses,
  fail: (request: FastifyRequest, reply: FastifyReply, error: unknown) => FastifyReply,
): void {
  const { app, world } = serving;
  const onRequest = (request: FastifyRequest) => countOpenCall(serving, request);
  void app.register(async (scope) => {
    takeForms(scope);
    scope.route({
      method: 'POST',
      url: SIGN_IN_PATHS.posted,
      bodyLimit: MAX_FORM_BYTES,
      onRequest,
      handler: async (request, reply) => {
        const fields = fieldsOf(request.body);
        if (fields === null) return fail(request, reply, new SignInRefused('the form is no answer'));
        const started = await findSignInRequest(world.database.read, fields.state, world.clock.now());
        if (started === undefined) return fail(request, reply, new SignInRefused('no sign-in waits for this answer'));
        try {
          await keepAnswer(world, posts, fields.message, started);
        } catch (error) {
          if (!(error instanceof SignInRefused)) throw error;
          const failed = fail(request, reply, error);
          // Users who authenticated again for a signature return to the document they were about to sign.
          return started.user_id === null ? failed : reply.redirect(`${started.redirect}?identity=refused`, 303);
        }
        return reply.redirect(`${SIGN_IN_PATHS.callback}?state=${fields.state}`, 303);
      },
    });
  });
  app.route({
    method: 'GET',
    url: SIGN_IN_PATHS.metadata,
    exposeHeadRoute: false,
    onRequest,
    handler: (_request, reply) => reply.type('application/samlmetadata+xml; charset=utf-8').send(posts.metadata()),
  });
  app.route({
    method: 'GET',
    url: SIGN_IN_PATHS.providerLogout,
    exposeHeadRoute: false,
    onRequest,
    handler: (request, reply) => endOfProvider(serving, posts, request, reply),
  });
}
