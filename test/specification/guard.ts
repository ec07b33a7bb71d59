/** Refusals of the guard in front of every endpoint: the same words everywhere, provoked on each. */
import { createHash } from 'node:crypto';
import type { Endpoint } from '#contract/definition/endpoint.ts';
import { invalidCode } from '#contract/definition/refusals.ts';
import { type Actor, mayEver, READONLY } from '#domain/access.ts';
import type { RefusalCode } from '#domain/errors.ts';
import { pairedTablet, type Reach, type TestTablet } from '../stages/devices.ts';
import type { Answer, Walk } from './ground.ts';
import type { Proof, Provoke } from './proof.ts';

const JSON_TYPE = { 'content-type': 'application/json' } as const;

/** Invalid in each kind of path: not a number, a role or a key. */
const WRONG_PART = '!';

/** Values of path parameters that are not numbers. */
const PARTS: Readonly<Record<string, string>> = { role: 'ROLE_DEALER', sha256: 'a'.repeat(64) };

function addressOf({ path }: Endpoint, part = '1'): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    return part === '1' ? (PARTS[name] ?? part) : encodeURIComponent(part);
  });
}

const bodyOf = ({ method }: Endpoint): string | undefined => (method === 'GET' ? undefined : '{}');

async function headersOf(walk: Walk, { access }: Endpoint, login = 'admin'): Promise<Record<string, string>> {
  return access === 'staff' ? { authorization: `Bearer ${await walk.token(login)}` } : {};
}

interface Sent {
  readonly address?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | undefined;
  readonly announced?: number;
  /** A tablet's call without its proof. */
  readonly unproved?: true;
}

const tablets = new WeakMap<Walk, Promise<TestTablet>>();
/** The only tablet of this walk; its calls reach the guard after the proof. */
function tabletOf(walk: Walk): Promise<TestTablet> {
  const reach: Reach = (path, body) =>
    walk.ask({ method: 'POST', path, headers: JSON_TYPE, body: JSON.stringify(body) });
  const known = tablets.get(walk) ?? pairedTablet(walk, reach).then(({ tablet }) => tablet);
  tablets.set(walk, known);
  return known;
}

async function proofOf(walk: Walk, { access, method }: Endpoint, sent: { path: string; body: string | undefined }) {
  if (access !== 'device') return {};
  const { path, body } = sent;
  const call = { method: method as 'GET' | 'POST', path, ...(body === undefined ? {} : { body }) };
  return (await tabletOf(walk)).proof({ ...call, time: walk.test.clock.now().getTime() });
}

async function send(walk: Walk, endpoint: Endpoint, sent: Sent): Promise<Answer> {
  const body = 'body' in sent ? sent.body : bodyOf(endpoint);
  const path = sent.address ?? addressOf(endpoint);
  return walk.ask({
    method: endpoint.method,
    path,
    headers: {
      ...(body === undefined && sent.announced === undefined ? {} : JSON_TYPE),
      ...(sent.unproved ? {} : await proofOf(walk, endpoint, { path, body })),
      ...sent.headers,
    },
    body,
    ...(sent.announced === undefined ? {} : { announced: sent.announced }),
  });
}

/** Calls without a session are counted by network and minute. */
async function withSpentOpenCalls(walk: Walk, call: () => Promise<Answer>): Promise<Answer> {
  const { database } = walk;
  const subject = createHash('sha256').update('open:127.0.0.1').digest('base64url');
  const minute = Math.floor(walk.test.clock.now().getTime() / 60_000) * 60_000;
  const windows = [minute, minute + 60_000].map((start) => new Date(start));
  await database.transaction(async (tx) => {
    await tx.deleteFrom('rate_limit').where('subject', '=', subject).execute();
    await tx
      .insertInto('rate_limit')
      .values(windows.map((window_start) => ({ subject, window_start, count: 1_000_000 })))
      .execute();
  });
  try {
    return await call();
  } finally {
    await database.transaction((tx) => tx.deleteFrom('rate_limit').where('subject', '=', subject).execute());
  }
}

async function keyed(walk: Walk, endpoint: Endpoint, key: string, body: object): Promise<Answer> {
  const headers = { ...(await headersOf(walk, endpoint, 'keeper')), 'idempotency-key': key };
  return send(walk, endpoint, { headers, body: JSON.stringify(body) });
}

const setDealers = (walk: Walk, hstList: string[]) =>
  walk.database.transaction((tx) =>
    tx.updateTable('app_user').set({ hst_list: hstList }).where('login', '=', 'keeper').execute(),
  );

/** Repeats a create with its key; the caller is a second administrator, whose rights may change without harm. */
async function repeated(walk: Walk, endpoint: Endpoint, proof: Proof, how: 'otherBody' | 'otherRights') {
  const key = `walk-${walk.next()}`;
  const body = (await proof.body?.(walk)) ?? {};
  const first = await keyed(walk, endpoint, key, body);
  if (first.statusCode !== 201) throw new Error(`Not created: ${first.body}`);
  if (how === 'otherBody') return keyed(walk, endpoint, key, { ...body, nessuno: 1 });
  await setDealers(walk, ['10001']);
  try {
    return await keyed(walk, endpoint, key, body);
  } finally {
    await setDealers(walk, []);
  }
}

const READER: Actor = {
  id: 0,
  login: '',
  authorities: ['ROLE_DEALER'],
  hstList: ['10001'],
  brands: [{ brand: 'bmw', permissions: [READONLY] }],
};

/** A read-only dealer gets this refusal wherever a dealer could write; a user without a staff role is refused by role elsewhere. */
function readerRefused({ action }: Endpoint): boolean {
  const decision = action === undefined ? undefined : mayEver(READER, action);
  return decision?.ok === false && decision.reason === 'readonly';
}

/** @returns undefined when the guard does not answer this endpoint with this code. */
export function guardProof(endpoint: Endpoint, code: RefusalCode, proof: Proof): Provoke | undefined {
  const staff = endpoint.access === 'staff';
  switch (code) {
    case 'origin.refused':
      return (walk) => send(walk, endpoint, { headers: { host: 'altrove.example.com' } });
    case 'session.missing':
      return (walk) => send(walk, endpoint, {});
    case 'session.expired':
      return async (walk) => {
        const answer = await walk.ask({
          method: 'POST',
          path: '/api/auth/login',
          headers: JSON_TYPE,
          body: JSON.stringify({ username: 'keeper', password: 'prova' }),
        });
        const headers = { authorization: `Bearer ${answer.json().token}` };
        walk.test.clock.advance(9 * 3_600);
        try {
          return await send(walk, endpoint, { headers });
        } finally {
          walk.test.clock.advance(-9 * 3_600);
        }
      };
    case 'request.tooMany':
      return (walk) => withSpentOpenCalls(walk, () => send(walk, endpoint, {}));
    case 'device.unproved':
      return endpoint.access === 'device' ? (walk) => send(walk, endpoint, { unproved: true }) : undefined;
    case 'access.forbidden':
      return async (walk) => send(walk, endpoint, { headers: await headersOf(walk, endpoint, 'nobody') });
    case 'access.readonly':
      return readerRefused(endpoint)
        ? async (walk) => send(walk, endpoint, { headers: await headersOf(walk, endpoint, 'readonly') })
        : undefined;
    case 'request.malformed':
      return async (walk) => send(walk, endpoint, { headers: await headersOf(walk, endpoint), body: '{"a":' });
    case 'request.tooLarge':
      return async (walk) => {
        const headers = await headersOf(walk, endpoint);
        return send(walk, endpoint, { headers, announced: (endpoint.bodyLimit ?? 1_048_576) + 1, body: undefined });
      };
    case 'request.mediaType':
      return async (walk) => {
        const headers = { ...(await headersOf(walk, endpoint)), 'content-type': 'text/plain' };
        return send(walk, endpoint, { headers, body: 'a=1' });
      };
    case 'notFound':
      return async (walk) =>
        send(walk, endpoint, { address: addressOf(endpoint, WRONG_PART), headers: await headersOf(walk, endpoint) });
    case 'idempotency.otherRequest':
      return proof.body && ((walk) => repeated(walk, endpoint, proof, 'otherBody'));
    case 'idempotency.rightsChanged':
      return proof.body && ((walk) => repeated(walk, endpoint, proof, 'otherRights'));
    default:
      if (code === 'request.invalid' && endpoint.idempotent) {
        return async (walk) => {
          const headers = { ...(await headersOf(walk, endpoint)), 'idempotency-key': 'x'.repeat(256) };
          return send(walk, endpoint, { headers });
        };
      }
      if (code !== invalidCode(endpoint.objectName ?? 'request')) return undefined;
      return async (walk) => {
        const headers = staff ? await headersOf(walk, endpoint) : {};
        return send(walk, endpoint, { address: `${addressOf(endpoint)}?nessuno=1`, headers });
      };
  }
}
