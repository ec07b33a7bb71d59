/** Timestamp authorities over HTTP: which responses are trusted, which are not, and which authority is tried next. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeKey } from '#formats/test-keys.suite.ts';
import { checkTimestampToken } from '#formats/tsp.ts';
import { OutsideFailure, type OutsideReason } from '#ports/outside-system.ts';
import { TimestampUnavailable } from '#ports/timestamp.ts';
import { testNow } from '#test/clock.ts';
import { POLICY, type TimestampBehaviour, TimestampHost } from '../../../test/hosts/timestamp-host.ts';
import { openCircuitBreaker } from '../outside/circuit-breaker.ts';
import { timestampFailover, withTimestampServers } from './failover.ts';
import { openTimestampServer, type TimestampServer, type TimestampServerSettings } from './rfc3161-http.ts';

const digest = new Uint8Array(32).fill(7);
let offset = 0;
const clock = { now: () => new Date(testNow().getTime() + offset) };
const logged: object[] = [];
const log = { warn: (fields: object) => void logged.push(fields), info: () => undefined };

let first: TimestampHost;
let second: TimestampHost;
beforeEach(async () => {
  offset = 0;
  logged.length = 0;
  first = await TimestampHost.listen(clock.now);
  second = await TimestampHost.listen(clock.now);
});
afterEach(async () => {
  await first.close();
  await second.close();
});

function open(host: TimestampHost, number: 1 | 2 = 1, more: Partial<TimestampServerSettings> = {}): TimestampServer {
  const system = `timestamp-${number}` as const;
  const breaker = {
    ...{ system, clock, log },
    // Short for an authority that never responds; a valid response may take as long as a busy machine needs.
    get timeLimit() {
      return host.behaviour.kind === 'silent' ? 100 : 30_000;
    },
  };
  return openTimestampServer({
    system,
    url: host.url,
    certificates: [host.keys.root.certificate],
    crlUrls: [host.crlUrl],
    clock,
    guard: openCircuitBreaker(breaker),
    listGuard: openCircuitBreaker(breaker),
    ...more,
  });
}

async function failureOf(server: TimestampServer): Promise<OutsideFailure> {
  const error: unknown = await server.stamp(digest).catch((one: unknown) => one);
  if (!(error instanceof OutsideFailure)) throw new Error(`no failure: ${String(error)}`);
  return error;
}

describe('a timestamp authority over HTTP', () => {
  it('returns a token over the digest, requested by RFC 3161 with our credentials and policy', async () => {
    const token = await open(first, 1, { credentials: { user: 'rete', password: 'segreta' }, policy: POLICY }).stamp(
      digest,
    );
    expect(await checkTimestampToken(token, digest)).toMatchObject({ policy: POLICY });
    const authorization = `Basic ${Buffer.from('rete:segreta').toString('base64')}`;
    expect(first.requests).toEqual([{ contentType: 'application/timestamp-query', authorization, policy: POLICY }]);
  });

  it('receives only configured credentials and policy', async () => {
    await open(first).stamp(digest);
    expect(first.requests).toMatchObject([{ authorization: undefined, policy: null }]);
  });

  it.each<[string, TimestampBehaviour, OutsideReason, RegExp]>([
    ['is silent', { kind: 'silent' }, 'timeout', /no answer within/],
    ['answers 500', { kind: 'status', status: 500 }, 'down', /500/],
    ['answers 401', { kind: 'status', status: 401 }, 'refused', /401/],
    ['resets the connection', { kind: 'reset' }, 'down', /no connection/],
    ['answers what is no reply', { kind: 'body', bytes: Uint8Array.of(1, 2, 3) }, 'wrong', /./],
    ['answers nothing', { kind: 'body', bytes: new Uint8Array() }, 'wrong', /./],
    ['answers a page', { kind: 'body', bytes: Buffer.from('<html>'), type: 'text/html' }, 'wrong', /type/],
    ['never ends', { kind: 'endless' }, 'wrong', /more than/],
    ['stamps with another nonce', { kind: 'wrong', part: 'nonce' }, 'wrong', /nonce/],
    ['stamps something else', { kind: 'wrong', part: 'digest' }, 'wrong', /imprint/],
    ['is an hour off', { kind: 'wrong', part: 'time' }, 'wrong', /five minutes/],
    ['signs with a stranger’s key', { kind: 'wrong', part: 'signer' }, 'wrong', /trusted roots/],
    ['signs with a key for something else', { kind: 'wrong', part: 'purpose' }, 'wrong', /timestamps/],
    ['has a signature that does not hold', { kind: 'wrong', part: 'signature' }, 'wrong', /./],
    ['follows another policy', { kind: 'wrong', part: 'policy' }, 'wrong', /policy/],
  ])('that %s gives no token', async (_, behaviour, reason, words) => {
    first.behaviour = behaviour;
    const failure = await failureOf(open(first, 1, { policy: POLICY }));
    expect(failure.reason).toBe(reason);
    expect(failure.message).toMatch(words);
  });

  it('cannot redirect us and our credentials to another host', async () => {
    first.behaviour = { kind: 'status', status: 307, location: second.url };
    const server = open(first, 1, { credentials: { user: 'rete', password: 'segreta' } });
    expect(await failureOf(server)).toMatchObject({ reason: 'wrong' });
    expect(second.requests).toEqual([]);
  });

  it('is not called after five failures, and called again after the pause', async () => {
    first.behaviour = { kind: 'status', status: 503 };
    const server = open(first);
    for (let time = 0; time < 5; time++) await failureOf(server);
    expect(await failureOf(server)).toMatchObject({ reason: 'paused' });
    expect(first.requests).toHaveLength(5);
    first.behaviour = { kind: 'good' };
    offset = 31_000;
    expect((await server.stamp(digest)).length).toBeGreaterThan(500);
  });

  it('requires a trusted root', () => {
    expect(() => open(first, 1, { certificates: [first.keys.tsa.certificate] })).toThrow(/self-signed/);
  });
});

describe('its revocation list', () => {
  it.each<[TimestampHost['listBehaviour'], RegExp]>([
    ['down', /503/],
    ['revoked', /revoked/],
    ['expired', /run out/],
    ['foreign', /another authority/],
    ['garbage', /not a revocation list/],
  ])('that is %s: no token, since the file could not be verified', async (lists, words) => {
    first.listBehaviour = lists;
    expect((await failureOf(open(first))).message).toMatch(words);
  });

  it('is required for each certificate that can be revoked', async () => {
    expect((await failureOf(open(first, 1, { crlUrls: [] }))).message).toMatch(/no revocation list/);
  });

  it('is fetched once for concurrent signatures, again after an hour, and kept through an outage while valid', async () => {
    const server = open(first);
    await Promise.all(Array.from({ length: 8 }, () => server.stamp(digest)));
    expect(first.listRequests).toBe(1);
    offset = 61 * 60_000;
    first.listBehaviour = 'down';
    await server.stamp(digest);
    expect(first.listRequests).toBe(2);
    offset += 7 * 86_400_000;
    expect((await failureOf(server)).message).toMatch(/503/);
  });
});

describe('two authorities', () => {
  const both = () => timestampFailover([open(first, 1), open(second, 2)], log);

  it('are called in order', async () => {
    await both().stamp(digest);
    expect([first.requests.length, second.requests.length]).toEqual([1, 0]);
  });

  it.each<[string, TimestampBehaviour]>([
    ['silent', { kind: 'silent' }],
    ['down', { kind: 'status', status: 500 }],
    ['wrong', { kind: 'wrong', part: 'nonce' }],
  ])('replace each other when the first is %s', async (_, behaviour) => {
    first.behaviour = behaviour;
    const facts = await checkTimestampToken(await both().stamp(digest), digest);
    expect(Buffer.from(facts.certificate).equals(Buffer.from(second.keys.tsa.certificate))).toBe(true);
    expect(logged).toMatchObject([{ system: 'timestamp-1' }]);
  });

  it('that both fail are unavailable, with both reasons and without credentials', async () => {
    first.behaviour = { kind: 'status', status: 500 };
    second.behaviour = { kind: 'reset' };
    const failure: unknown = await both()
      .stamp(digest)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TimestampUnavailable);
    expect(String(failure)).toMatch(/timestamp-1.*500.*timestamp-2.*no connection/);
  });

  it('publish their roots and lists in addition to the installation’s own; one without lists is omitted', async () => {
    second.listBehaviour = 'down';
    const own = await makeKey('root');
    const installation = {
      issueSignerKey: () => Promise.reject(new Error('not asked')),
      anchors: async () => [own.certificate],
      timestampAnchors: async () => [own.certificate],
      published: async () => [],
    };
    const authority = withTimestampServers(installation, [open(first, 1), open(second, 2)]);
    const theirs = [first.keys.root.certificate, second.keys.root.certificate];
    expect(await authority.timestampAnchors()).toEqual([own.certificate, ...theirs]);
    // The timestamp authority is not trusted for signatures.
    expect(await authority.anchors()).toEqual([own.certificate]);
    expect(await authority.published(clock.now())).toMatchObject([
      { name: null, certificate: first.keys.root.certificate },
    ]);
  });
});
