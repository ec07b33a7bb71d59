/** Tutorial videos through HTTP: everyone who works sees them, the office edits them (P-4, P-15, P-20). */
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortal, type Portal, refusedFields } from '../../../test/portal.ts';

interface Video {
  id: number;
  title: string;
  lastModifiedDate: string;
}

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

async function call(
  login: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const authorization = `Bearer ${await portal.token(login)}`;
  const type = payload === undefined ? {} : { 'content-type': 'application/json' };
  return portal.app.inject({
    ...{ method, url, headers: { authorization, ...type, ...headers } },
    ...(payload === undefined ? {} : { payload }),
  });
}

const body = (change: Record<string, unknown> = {}) => ({
  ...{ order: 1, title: 'Primo accesso', externalId: 'abc123', description: 'Come si entra', duration: 185 },
  ...change,
});
const create = async (change: Record<string, unknown> = {}): Promise<Video> =>
  (await call('admin', 'POST', '/api/videos', body(change))).json<Video>();
const titles = async (query = '', login = 'dealer') =>
  (await call(login, 'GET', `/api/videos${query}`)).json<Video[]>().map(({ title }) => title);

const EDITORS = ['admin', 'nsc'];
const READERS = ['supervisor', 'dealer', 'sales', 'readonly', 'mixed', 'sa3'];
const NEVER = ['dms', 'nobody'];

describe('a video', () => {
  it('is added, read, changed and removed by the office', async () => {
    for (const login of EDITORS) {
      const made = await call(login, 'POST', '/api/videos', body());
      expect(made.statusCode).toBe(201);
      const shown = {
        ...{ id: expect.any(Number), ...body(), createdBy: login, createdDate: expect.any(String) },
        ...{ lastModifiedBy: login, lastModifiedDate: made.json().createdDate },
      };
      expect(made.json()).toEqual(shown);
      const url = `/api/videos/${made.json().id}`;
      expect((await call('dealer', 'GET', url)).json()).toEqual(made.json());
      const changed = await call(login, 'PUT', '/api/videos', {
        ...made.json(),
        title: 'Secondo accesso',
        description: null,
        duration: null,
      });
      expect(changed.statusCode).toBe(200);
      expect(changed.json()).toMatchObject({
        id: made.json().id,
        title: 'Secondo accesso',
        description: null,
        duration: null,
      });
      expect(changed.json().lastModifiedDate > made.json().lastModifiedDate).toBe(true);
      const removed = await call(login, 'DELETE', url);
      expect([removed.statusCode, removed.body]).toEqual([204, '']);
      for (const method of ['GET', 'DELETE'] as const) {
        const answer = await call(login, method, url);
        expect(answer.statusCode).toBe(404);
        expect(answer.json()).toMatchObject({ code: 'video.notFound', detail: 'Video non trovato.' });
      }
      expect((await call(login, 'PUT', '/api/videos', made.json())).statusCode).toBe(404);
    }
  });

  it.each(READERS)('is seen and not touched by %s', async (login) => {
    const made = await create();
    expect((await call(login, 'GET', `/api/videos/${made.id}`)).statusCode).toBe(200);
    expect((await call(login, 'GET', '/api/videos')).statusCode).toBe(200);
    expect((await call(login, 'POST', '/api/videos', body())).statusCode).toBe(403);
    expect((await call(login, 'PUT', '/api/videos', { ...made, title: 'Mio' })).statusCode).toBe(403);
    expect((await call(login, 'DELETE', `/api/videos/${made.id}`)).statusCode).toBe(403);
  });

  it.each(NEVER)('is nothing for %s, whether it is there or not', async (login) => {
    const made = await create();
    for (const url of ['/api/videos', `/api/videos/${made.id}`, '/api/videos/999999']) {
      expect((await call(login, 'GET', url)).statusCode).toBe(403);
    }
  });

  it.each([
    ['no fields at all', {}, ['video.externalId required', 'video.order required', 'video.title required']],
    ['an id', body({ id: 1 }), ['video.id unknown']],
    ['a field nobody knows', body({ url: 'https://example.com' }), ['video.url unknown']],
    ['no title', body({ title: ' ' }), ['video.title required']],
    ['a title of 256 letters', body({ title: 'a'.repeat(256) }), ['video.title max']],
    ['a title over two lines', body({ title: 'a\nb' }), ['video.title characters']],
    ['a zero byte', body({ externalId: 'a\u0000' }), ['video.externalId characters']],
    ['a negative order', body({ order: -1 }), ['video.order integer']],
    ['half an order', body({ order: 1.5 }), ['video.order integer']],
    ['an order beyond every number', body({ order: 1e300 }), ['video.order integer']],
    ['an order in words', body({ order: '1' }), ['video.order integer']],
    ['a negative duration', body({ duration: -1 }), ['video.duration integer']],
    ['a duration of a year', body({ duration: 31_536_000 }), ['video.duration integer']],
    ['a description without end', body({ description: 'a'.repeat(2001) }), ['video.description max']],
  ])('with %s is refused', async (_name, payload, fields) => {
    const answer = await call('admin', 'POST', '/api/videos', payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe('video.invalid');
    expect([...new Set(refusedFields(answer))]).toEqual(fields);
  });

  it('is not changed by whoever read an older row; of many at once one wins', async () => {
    const made = await create();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => call('nsc', 'PUT', '/api/videos', { ...made, title: `Gara ${index}` })),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(answers.find((answer) => answer.statusCode === 409)?.json().code).toBe('conflict.stale');
  });

  it('is added once when the call is repeated with its key, and refused with another body', async () => {
    const key = { 'idempotency-key': 'video-1' };
    const first = await call('admin', 'POST', '/api/videos', body({ title: 'Una volta' }), key);
    const second = await call('admin', 'POST', '/api/videos', body({ title: 'Una volta' }), key);
    expect(second.json()).toEqual(first.json());
    expect((await call('admin', 'POST', '/api/videos', body({ title: 'Altro' }), key)).statusCode).toBe(422);
    expect(await titles('?title.equals=Una%20volta')).toEqual(['Una volta']);
  });
});

describe('the list of videos', () => {
  beforeAll(async () => {
    await portal.test.world.database.read.deleteFrom('video').execute();
    for (const [order, title] of [
      [3, 'Firma con OTP'],
      [1, 'Primo accesso'],
      [2, 'Nuovo cliente'],
      [2, 'Nuova cartella'],
    ] as const) {
      await create({ order, title, duration: order * 60, description: `Video ${order}\nseconda riga` });
    }
  });

  it('is in its own order, then in the order of adding', async () => {
    const answer = await call('sa3', 'GET', '/api/videos');
    expect(answer.headers['x-total-count']).toBe('4');
    expect(await titles()).toEqual(['Primo accesso', 'Nuovo cliente', 'Nuova cartella', 'Firma con OTP']);
  });

  it('is sorted, narrowed and paged as it is asked', async () => {
    expect(await titles('?sort=title,desc')).toEqual([
      'Primo accesso',
      'Nuovo cliente',
      'Nuova cartella',
      'Firma con OTP',
    ]);
    expect(await titles('?sort=id,desc&size=1')).toEqual(['Nuova cartella']);
    expect(await titles('?page=1&size=3')).toEqual(['Firma con OTP']);
    expect(await titles('?genericFilter.contains=NUOV')).toEqual(['Nuovo cliente', 'Nuova cartella']);
    expect(await titles('?order.greaterThan=1&duration.lessThanOrEqual=120')).toEqual([
      'Nuovo cliente',
      'Nuova cartella',
    ]);
    expect(await titles('?description.contains=video%203')).toEqual(['Firma con OTP']);
    expect(await titles('?order.equals=999999999999999')).toEqual([]);
  });

  it.each([
    ['?genericFilter.contains=ab', 'video.genericFilter.contains min'],
    ['?position.equals=1', 'video.position.equals unknown'],
    ['?order.contains=1', 'video.order.contains unknown'],
    ['?sort=position,asc', 'video.sort oneOf'],
  ])('refuses %s', async (query, field) => {
    const answer = await call('dealer', 'GET', `/api/videos${query}`);
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toEqual([field]);
  });

  it('asks for a session', async () => {
    expect((await portal.app.inject({ url: '/api/videos' })).statusCode).toBe(401);
  });
});
