/** Tutorial videos through HTTP: all active staff may watch them, administrators and the national organisation edit them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortal, type Portal } from '../../../test/portal.ts';

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

const call: Portal['callAs'] = (...asked) => portal.callAs(...asked);

const body = (change: Record<string, unknown> = {}) => ({
  ...{ order: 1, title: 'Primo accesso', externalId: 'abc123', description: 'Come si entra', duration: 185 },
  ...change,
});
const create = async (change: Record<string, unknown> = {}): Promise<Video> =>
  (await call('admin', 'POST', '/api/videos', body(change))).json<Video>();
const titles = async (query = '', login = 'dealer') =>
  (await call(login, 'GET', `/api/videos${query}`)).json<Video[]>().map(({ title }) => title);

const EDITORS = ['admin', 'nsc'];

describe('a video', () => {
  it('is added, read, changed and removed by every role that may edit', async () => {
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
        ...made.json<Video>(),
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

  it('refuses an edit of an older version; of concurrent edits one wins', async () => {
    const made = await create();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => call('nsc', 'PUT', '/api/videos', { ...made, title: `Gara ${index}` })),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(answers.find((answer) => answer.statusCode === 409)?.json().code).toBe('conflict.stale');
  });
});

it('accepts a stored description over the limit unchanged, and no other text of that length', async () => {
  const { id } = await create();
  const description = 'x'.repeat(2000);
  await portal.read.updateTable('video').set({ description }).where('id', '=', id).execute();
  const row = (await call('dealer', 'GET', `/api/videos/${id}`)).json();
  const renamed = (await call('admin', 'PUT', '/api/videos', { ...row, title: 'Altro titolo' })).json();
  expect(renamed).toMatchObject({ title: 'Altro titolo', description });
  const other = await call('admin', 'PUT', '/api/videos', { ...renamed, description: 'y'.repeat(256) });
  expect([other.statusCode, other.json().fieldErrors]).toEqual([
    400,
    [expect.objectContaining({ objectName: 'video', field: 'description', code: 'max' })],
  ]);
  await call('admin', 'DELETE', `/api/videos/${id}`);
});

describe('the list of videos', () => {
  beforeAll(async () => {
    await portal.read.deleteFrom('video').execute();
    for (const [order, title] of [
      [3, 'Firma con OTP'],
      [1, 'Primo accesso'],
      [2, 'Nuovo cliente'],
      [2, 'Nuova cartella'],
    ] as const) {
      await create({ order, title, duration: order * 60, description: `Video ${order}\nseconda riga` });
    }
  });

  it('is in its own order, then in order of creation', async () => {
    const answer = await call('sa3', 'GET', '/api/videos');
    expect(answer.headers['x-total-count']).toBe('4');
    expect(await titles()).toEqual(['Primo accesso', 'Nuovo cliente', 'Nuova cartella', 'Firma con OTP']);
  });

  it('is sorted, filtered and paged as requested', async () => {
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
});
