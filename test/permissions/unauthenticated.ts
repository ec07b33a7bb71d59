/** Callers without a staff session: the invalid credentials that they send instead of a token. */
import { createHmac, randomBytes } from 'node:crypto';
import { endSessionsOfUser } from '#server/identity/queries.ts';
import { makeToken } from '#server/identity/session-token.ts';
import { prepareSession } from '#server/identity/sessions.ts';
import { appoint } from '../stages/administrators.ts';
import { pairedTablet, type Reach } from '../stages/devices.ts';
import { pathOf } from '../stages/signing-stage.ts';
import type { Fixture } from './matrix-fixture.ts';

type Headers = Record<string, string>;

const bearer = (token: string, cookie?: string): Headers => ({
  authorization: `Bearer ${token}`,
  ...(cookie === undefined ? {} : { cookie }),
});

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decoded = (part: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'));

/** A genuine token with changed claims or header, and the signature of `key`. */
function forged(token: string, claims: object, head: object, key: Uint8Array | null): string {
  const [first, second] = token.split('.');
  const signed = `${base64url({ ...decoded(first), ...head })}.${base64url({ ...decoded(second), ...claims })}`;
  if (key === null) return `${signed}.`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

type AddCaller = (name: string, headers: Headers) => void;

/** Invented tokens, and tokens derived from a genuine one. */
async function addForgeries({ stage }: Fixture, put: AddCaller, adminId: number, genuine: string): Promise<void> {
  const { world, clock } = stage.test;
  const sessionId = String(decoded(genuine.split('.')[1]).jti);
  const key = world.secrets.derive('session-token');
  const at = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);
  const claims = { sessionId, userId: adminId, binding: null };
  const otherKey = world.secrets.derive('sign-link');
  put('an expired token', bearer(await makeToken(world, claims, at(-30_000), at(-1))));
  put('a token of a session that is not there', bearer(forged(genuine, { jti: 'x'.repeat(22) }, {}, key)));
  put('a token for another user of the same session', bearer(forged(genuine, { sub: String(adminId + 1) }, {}, key)));
  put('no signature', bearer(forged(genuine, {}, { alg: 'none' }, null)));
  put('a signature that was cut', bearer(genuine.slice(0, -2)));
  put('a signature of another key', bearer(forged(genuine, {}, {}, new Uint8Array(32))));
  put('a signature of the key for links', bearer(forged(genuine, {}, {}, otherKey)));
  put('another kind of token', bearer(forged(genuine, {}, { typ: 'JWT' }, key)));
  put('another audience', bearer(forged(genuine, { aud: 'fascicolo-qr' }, {}, key)));
  put('another issuer', bearer(forged(genuine, { iss: 'https://attacker.example' }, {}, key)));
  put('a token without an end', bearer(forged(genuine, { exp: undefined }, {}, key)));
  put('critical extensions', bearer(forged(genuine, {}, { crit: ['x'], x: 1 }, key)));
  put('a key inside the token', bearer(forged(genuine, {}, { jwk: { kty: 'oct', k: 'AA' } }, new Uint8Array(1))));
}

/** Staff sessions that have ended, or that were stolen from a browser. */
async function addLostSessions({ stage }: Fixture, addCaller: AddCaller, adminId: number): Promise<void> {
  const { world, clock } = stage.test;
  const { database } = world;
  const open = async (userId: number, bound: boolean) => {
    const session = await prepareSession(world, userId, { bound });
    await database.transaction((tx) => session.store(tx));
    return session;
  };
  const [bound, other] = [await open(adminId, true), await open(adminId, true)];
  addCaller('a token without its cookie', bearer(bound.token));
  addCaller("a token with another session's cookie", bearer(bound.token, `fascicolo_session=${other.cookie}`));
  addCaller('a token with a shortened cookie', bearer(bound.token, `fascicolo_session=${bound.cookie?.slice(0, -1)}`));
  const key = world.secrets.derive('session-token');
  addCaller('a bound token made to look unbound', bearer(forged(bound.token, { bnd: undefined }, {}, key)));
  addCaller('the cookie alone', { cookie: `fascicolo_session=${bound.cookie}` });

  const made = async (login: string): Promise<number> => {
    const names = { firstName: 'Prova', lastName: 'Uscita', email: `${login}@example.com` };
    const body = { login, ...names, authorities: ['ROLE_ADMIN'], hstList: [], brands: [] };
    const answer = await stage.callAs('admin', 'POST', '/api/users', body);
    await appoint(world, login);
    return answer.json<{ id: number }>().id;
  };
  const [signedOut, leaver, demoted] = [await made('signed-out'), await made('leaver'), await made('without-session')];
  addCaller('an ended session', bearer((await open(signedOut, false)).token));
  await database.transaction((tx) => endSessionsOfUser(tx, signedOut, clock.now()));
  addCaller('a deactivated user', bearer((await open(leaver, false)).token));
  await database.read.updateTable('app_user').set({ activated: false }).where('id', '=', leaver).execute();
  addCaller('a session that was never stored', bearer((await prepareSession(world, demoted, { bound: false })).token));
}

/** Names and headers of all unauthenticated callers. */
export async function unauthenticatedCallers(fixture: Fixture): Promise<Map<string, Headers>> {
  const { stage, cases } = fixture;
  const strangers = new Map<string, Headers>();
  const put: AddCaller = (name, headers) => strangers.set(name, headers);
  const genuine = await stage.token('admin');
  const adminId = Number(decoded(genuine.split('.')[1]).sub);

  put('nobody at all', {});
  put('an empty bearer', { authorization: 'Bearer ' });
  put('basic instead of bearer', { authorization: `Basic ${Buffer.from('admin:demo').toString('base64')}` });
  put('the token as a cookie', { cookie: `fascicolo_session=${genuine}; JWT_TOKEN=${genuine}` });
  await addForgeries(fixture, put, adminId, genuine);
  await addLostSessions(fixture, put, adminId);

  const waiting = await stage.callAs('admin', 'GET', `/api/documents/${cases.own.waitingId}`);
  const path = pathOf(waiting.json<{ signUrl: string }>().signUrl);
  const browser = stage.browser();
  await browser.post(`${path}/otp`);
  const { cookie = '' } = browser;
  const link = path.split('/').at(-1) ?? '';
  put('a sign link', bearer(link));
  put('a sign link with its cookie', bearer(link, cookie));
  put("a signer's cookie alone", { cookie });
  put("a signer's cookie as a token", bearer(cookie.split('=')[1] ?? ''));
  if (cookie === '' || link.length < 20) throw new Error('No link to try');

  const shown = await stage.callAs('admin', 'GET', `/mobile/fdd/qrcode/generate/${cases.own.waitingId}`);
  const { token: scanned } = shown.json<{ token: string }>();
  put('a QR code', bearer(scanned));
  put('a QR code and the key of a telephone', bearer(scanned, `fascicolo_qr=${randomBytes(32).toString('base64url')}`));

  const reach: Reach = (url, payload) => stage.app.inject({ method: 'POST', url, payload });
  const { tablet } = await pairedTablet(stage, reach);
  const proof = tablet.proof({ method: 'GET', path: '/api/account', time: stage.test.clock.now().getTime() });
  put('a tablet that is paired', proof);
  put('a tablet that is paired, as a token', bearer(Object.values(proof)[0] ?? ''));
  if (scanned.length < 20) throw new Error('No code to try');
  return strangers;
}
