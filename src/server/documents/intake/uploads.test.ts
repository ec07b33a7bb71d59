/** Large request bodies: how many are held concurrently, in all and per caller. */
import Fastify, { type FastifyRequest } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { Refusal } from '#domain/errors.ts';
import { limitUploads } from './uploads.ts';

const apps: { close(): PromiseLike<unknown> }[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

/** A server that holds every body until released, and counts those it holds. */
async function keeper() {
  const app = Fastify();
  apps.push(app);
  const waiting: (() => void)[] = [];
  let most = 0;
  app.addContentTypeParser(
    'application/octet-stream',
    async (_request: FastifyRequest, payload: NodeJS.ReadableStream) => {
      payload.resume();
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        most = Math.max(most, waiting.length);
      });
    },
  );
  app.setErrorHandler((error, _request, reply) => reply.code(error instanceof Refusal ? error.status : 500).send());
  limitUploads(app, {
    atOnce: 8,
    perCaller: 2,
    paths: ['/files'],
    admit: async (request) => Number(request.headers['x-caller']),
  });
  app.post('/files', async () => ({}));
  await app.ready();
  const send = async (caller: number, bytes = 2_000_000) => {
    const headers = { 'x-caller': String(caller), 'content-type': 'application/octet-stream' };
    const answer = await app.inject({ method: 'POST', url: '/files', headers, payload: Buffer.alloc(bytes) });
    return answer.statusCode;
  };
  const refused = async (answers: readonly Promise<number>[], kept: number) => {
    const gone: number[] = [];
    for (const answer of answers) void answer.then((status) => gone.push(status));
    await expect.poll(() => waiting.length + gone.length, { timeout: 30_000 }).toBe(answers.length);
    expect(waiting).toHaveLength(kept);
    return gone;
  };
  const goOn = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { send, refused, goOn, most: () => most };
}

describe('large bodies', () => {
  it('are limited to eight at a time in all; more are told to retry before a byte is read', async () => {
    const { send, refused, goOn, most } = await keeper();
    const answers = Array.from({ length: 100 }, (_, caller) => send(caller));
    expect(await refused(answers, 8)).toEqual(Array(92).fill(503));
    goOn();
    expect((await Promise.all(answers)).filter((status) => status === 200)).toHaveLength(8);
    expect(most()).toBe(8);
    const later = [send(1), send(2)];
    expect(await refused(later, 2)).toEqual([]);
    goOn();
    expect(await Promise.all(later)).toEqual([200, 200]);
  });

  it('of one caller leave slots for others', async () => {
    const { send, refused, goOn } = await keeper();
    const answers = [send(1), send(1), send(1), send(2)];
    expect(await refused(answers, 3)).toEqual([503]);
    goOn();
    expect((await Promise.all(answers)).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 503]);
  });

  it('do not block small ones', async () => {
    const { send, refused, goOn } = await keeper();
    const large = Array.from({ length: 8 }, (_, caller) => send(caller));
    await refused(large, 8);
    const small = Array.from({ length: 20 }, () => send(1, 1000));
    expect(await refused([...large, ...small], 28)).toEqual([]);
    goOn();
    expect(await Promise.all([...large, ...small])).toEqual(Array(28).fill(200));
  });
});
