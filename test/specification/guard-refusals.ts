/** Refusals of the guard in front of every endpoint: the same words everywhere, provoked on each. */
import { createHash } from 'node:crypto';
import type { Endpoint } from '#contract/definition/endpoint.ts';
import { invalidCode } from '#contract/definition/refusals.ts';
import { type Actor, mayEver, READONLY } from '#domain/access.ts';
import type { RefusalCode } from '#domain/errors.ts';
import { pairedTablet, type Reach, type TestTablet } from '../stages/devices.ts';
import type { Proof, ProvokeCall } from './proof.ts';
import type { Answer, TestApi } from './test-api.ts';

const JSON_TYPE = { 'content-type': 'application/json' } as const;

/** Invalid in each kind of path: not a number, a role or a key. */
const WRONG_PART = '!';

/** Values of path parameters that are not numbers. */
const PATH_VALUES: Readonly<Record<string, string>> = { role: 'ROLE_DEALER', sha256: 'a'.repeat(64) };

function addressOf({ path }: Endpoint, part = '1'): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    return part === '1' ? (PATH_VALUES[name] ?? part) : encodeURIComponent(part);
  });
}

const bodyOf = ({ method }: Endpoint): string | undefined => (method === 'GET' ? undefined : '{}');

async function headersOf(api: TestApi, { access }: Endpoint, login = 'admin'): Promise<Record<string, string>> {
  return access === 'staff' ? { authorization: `Bearer ${await api.token(login)}` } : {};
}

interface SentCall {
  readonly address?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | undefined;
  readonly announced?: number;
  /** A tablet's call without its proof. */
  readonly unproved?: true;
}

const tablets = new WeakMap<TestApi, Promise<TestTablet>>();
/** The only tablet of a test server; its calls reach the guard after the proof. */
function tabletOf(api: TestApi): Promise<TestTablet> {
  const reach: Reach = (path, body) =>
    api.ask({ method: 'POST', path, headers: JSON_TYPE, body: JSON.stringify(body) });
  const paired = tablets.get(api) ?? pairedTablet(api, reach).then(({ tablet }) => tablet);
  tablets.set(api, paired);
  return paired;
}

async function proofOf(api: TestApi, { access, method }: Endpoint, sent: { path: string; body: string | undefined }) {
  if (access !== 'device') return {};
  const { path, body } = sent;
  const call = { method: method as 'GET' | 'POST', path, ...(body === undefined ? {} : { body }) };
  return (await tabletOf(api)).proof({ ...call, time: api.test.clock.now().getTime() });
}

async function send(api: TestApi, endpoint: Endpoint, sent: SentCall): Promise<Answer> {
  const body = 'body' in sent ? sent.body : bodyOf(endpoint);
  const path = sent.address ?? addressOf(endpoint);
  return api.ask({
    method: endpoint.method,
    path,
    headers: {
      ...(body === undefined && sent.announced === undefined ? {} : JSON_TYPE),
      ...(sent.unproved ? {} : await proofOf(api, endpoint, { path, body })),
      ...sent.headers,
    },
    body,
    ...(sent.announced === undefined ? {} : { announced: sent.announced }),
  });
}

/** Calls without a session are counted by network and minute. */
async function withExhaustedOpenCalls(api: TestApi, call: () => Promise<Answer>): Promise<Answer> {
  const { database } = api;
  const subject = createHash('sha256').update('open:127.0.0.1').digest('base64url');
  const minute = Math.floor(api.test.clock.now().getTime() / 60_000) * 60_000;
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

async function sendWithKey(api: TestApi, endpoint: Endpoint, key: string, body: object): Promise<Answer> {
  const headers = { ...(await headersOf(api, endpoint, 'keeper')), 'idempotency-key': key };
  return send(api, endpoint, { headers, body: JSON.stringify(body) });
}

const setDealers = (api: TestApi, hstList: string[]) =>
  api.database.transaction((tx) =>
    tx.updateTable('app_user').set({ hst_list: hstList }).where('login', '=', 'keeper').execute(),
  );

/** Repeats a create with its key; the caller is a second administrator, whose rights may change without harm. */
async function repeatCreate(api: TestApi, endpoint: Endpoint, proof: Proof, change: 'otherBody' | 'otherRights') {
  const key = `walk-${api.nextNumber()}`;
  const body = (await proof.body?.(api)) ?? {};
  const first = await sendWithKey(api, endpoint, key, body);
  if (first.statusCode !== 201) throw new Error(`Not created: ${first.body}`);
  if (change === 'otherBody') return sendWithKey(api, endpoint, key, { ...body, nessuno: 1 });
  await setDealers(api, ['10001']);
  try {
    return await sendWithKey(api, endpoint, key, body);
  } finally {
    await setDealers(api, []);
  }
}

const READ_ONLY_DEALER: Actor = {
  id: 0,
  login: '',
  authorities: ['ROLE_DEALER'],
  hstList: ['10001'],
  brands: [{ brand: 'bmw', permissions: [READONLY] }],
};

/** A read-only dealer gets this refusal wherever a dealer could write; a user without a staff role is refused by role elsewhere. */
function isRefusedToReader({ action }: Endpoint): boolean {
  const decision = action === undefined ? undefined : mayEver(READ_ONLY_DEALER, action);
  return decision?.ok === false && decision.reason === 'readonly';
}

/** @returns undefined when the guard does not answer this endpoint with this code. */
export function guardProof(endpoint: Endpoint, code: RefusalCode, proof: Proof): ProvokeCall | undefined {
  const staff = endpoint.access === 'staff';
  switch (code) {
    case 'origin.refused':
      return (api) => send(api, endpoint, { headers: { host: 'altrove.example.com' } });
    case 'session.missing':
      return (api) => send(api, endpoint, {});
    case 'session.expired':
      return async (api) => {
        const answer = await api.ask({
          method: 'POST',
          path: '/api/auth/login',
          headers: JSON_TYPE,
          body: JSON.stringify({ username: 'keeper', password: 'prova' }),
        });
        const headers = { authorization: `Bearer ${answer.json().token}` };
        api.test.clock.advance(9 * 3_600);
        try {
          return await send(api, endpoint, { headers });
        } finally {
          api.test.clock.advance(-9 * 3_600);
        }
      };
    case 'request.tooMany':
      return (api) => withExhaustedOpenCalls(api, () => send(api, endpoint, {}));
    case 'device.unproved':
      return endpoint.access === 'device' ? (api) => send(api, endpoint, { unproved: true }) : undefined;
    case 'access.forbidden':
      return async (api) => send(api, endpoint, { headers: await headersOf(api, endpoint, 'nobody') });
    case 'access.readonly':
      return isRefusedToReader(endpoint)
        ? async (api) => send(api, endpoint, { headers: await headersOf(api, endpoint, 'readonly') })
        : undefined;
    case 'request.malformed':
      return async (api) => send(api, endpoint, { headers: await headersOf(api, endpoint), body: '{"a":' });
    case 'request.tooLarge':
      return async (api) => {
        const headers = await headersOf(api, endpoint);
        return send(api, endpoint, { headers, announced: (endpoint.bodyLimit ?? 1_048_576) + 1, body: undefined });
      };
    case 'request.mediaType':
      return async (api) => {
        const headers = { ...(await headersOf(api, endpoint)), 'content-type': 'text/plain' };
        return send(api, endpoint, { headers, body: 'a=1' });
      };
    case 'notFound':
      return async (api) =>
        send(api, endpoint, { address: addressOf(endpoint, WRONG_PART), headers: await headersOf(api, endpoint) });
    case 'idempotency.otherRequest':
      return proof.body && ((api) => repeatCreate(api, endpoint, proof, 'otherBody'));
    case 'idempotency.rightsChanged':
      return proof.body && ((api) => repeatCreate(api, endpoint, proof, 'otherRights'));
    default:
      if (code === 'request.invalid' && endpoint.idempotent) {
        return async (api) => {
          const headers = { ...(await headersOf(api, endpoint)), 'idempotency-key': 'x'.repeat(256) };
          return send(api, endpoint, { headers });
        };
      }
      if (code !== invalidCode(endpoint.objectName ?? 'request')) return undefined;
      return async (api) => {
        const headers = staff ? await headersOf(api, endpoint) : {};
        return send(api, endpoint, { address: `${addressOf(endpoint)}?nessuno=1`, headers });
      };
  }
}
