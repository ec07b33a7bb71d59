/** Deleting a document through HTTP: possible until signing starts, then hidden from all users with its evidence kept. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testNow } from '#test/clock.ts';
import { openPortalWithFolder, type Portal } from '../../../test/portal.ts';
import { documentSubject, listTrail, verifyChain } from '../evidence/index.ts';

let portal: Portal;
let folderId: number;
beforeAll(async () => {
  ({ portal, folderId } = await openPortalWithFolder());
});
afterAll(() => portal.close());

const remove = (login: string, id: number | string) => portal.callAs(login, 'DELETE', `/api/documents/${id}`);
const stored = (id: number) =>
  portal.read.selectFrom('document').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const trail = async (id: number) => listTrail(portal.read, documentSubject(id));
const count = async (id: number): Promise<number> =>
  (await portal.callAs('admin', 'GET', `/api/folders/${id}`)).json().numberOfDocuments;
const change = (id: number, values: object) =>
  portal.test.world.database.transaction((tx) => tx.updateTable('document').set(values).where('id', '=', id).execute());

describe('a deleted document', () => {
  it('is absent from every call, as if it had never existed', async () => {
    const id = await portal.newDocument(folderId);
    const before = await count(folderId);
    const answer = await remove('dealer', id);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await count(folderId)).toBe(before - 1);
    const calls = [
      ['GET', ''],
      ['GET', '/download'],
      ['GET', '/events'],
      ['GET', '/signing'],
      ['GET', '/validation'],
      ['POST', '/take-back'],
      ['POST', '/sign'],
      ['POST', '/cancel-sign'],
      ['POST', '/renew'],
      ['DELETE', ''],
    ] as const;
    for (const [method, path] of calls) {
      const bodies = await Promise.all(
        [id, 999_999].map(async (one) => {
          const { correlationId: _own, ...body } = (
            await portal.callAs('admin', method, `/api/documents/${one}${path}`)
          ).json();
          return body;
        }),
      );
      expect(bodies[0], `${method} ${path}`).toEqual(bodies[1]);
      expect(bodies[0]).toMatchObject({ status: 404, code: 'document.notFound' });
    }
    const edit = { id, signable: true, archivable: true, sigType: 'OTP', draft: true };
    expect((await portal.callAs('admin', 'PUT', '/api/documents', edit)).statusCode).toBe(404);
    expect((await portal.callAs('admin', 'POST', '/api/documents/fea', { id })).statusCode).toBe(404);
    const found = await portal.callAs('admin', 'POST', '/api/documents-ext/search', { id: { equals: id } });
    expect([found.json(), found.headers['x-total-count']]).toEqual([[], '0']);
  });

  it('keeps its row, its file and a trail that names the user who deleted it', async () => {
    const id = await portal.newDocument(folderId);
    const row = await stored(id);
    await remove('supervisor', id);
    expect(await stored(id)).toEqual({ ...row, deleted_date: expect.any(Date), deleted_by: 'supervisor' });
    expect((await portal.test.world.storage.get(row.file_sha256 ?? '')).byteLength).toBe(row.file_size);
    expect((await trail(id)).at(-1)).toMatchObject({
      type: 'document.deleted',
      actor: { kind: 'staff', name: 'supervisor', ip: '127.0.0.1' },
      detail: { status: 'READY_TO_SIGN' },
    });
    expect(await verifyChain(portal.read, documentSubject(id))).toBeNull();
  });

  it('no longer prevents the deletion of its folder', async () => {
    const folder = await portal.newFolder();
    const id = await portal.newDocument(folder);
    expect((await portal.callAs('dealer', 'DELETE', `/api/folders/${folder}`)).statusCode).toBe(409);
    await remove('dealer', id);
    expect((await portal.callAs('dealer', 'DELETE', `/api/folders/${folder}`)).statusCode).toBe(204);
  });

  it('releases its storage', async () => {
    const used = async (): Promise<number> => {
      const row = await portal.read
        .selectFrom('quota')
        .select('used')
        .where('legal_entity', '=', 'LE001')
        .where('kind', '=', 'DISK_SPACE')
        .executeTakeFirstOrThrow();
      return row.used;
    };
    const first = await portal.newDocument(folderId);
    const before = await used();
    const id = await portal.newDocument(folderId);
    const { file_size: size } = await stored(id);
    expect(await used()).toBe(before + (size ?? 0));
    await remove('dealer', id);
    expect(await used()).toBe(before);
    await remove('dealer', first);
    expect(await used()).toBe(before - (size ?? 0));
  });

  it('is deleted and counted once for concurrent requests', async () => {
    const folder = await portal.newFolder();
    const [one, other] = [await portal.newDocument(folder), await portal.newDocument(folder)];
    const answers = await Promise.all([one, other, one, other, one, other].map((id) => remove('dealer', id)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([204, 204, 404, 404, 404, 404]);
    expect(await count(folder)).toBe(0);
    for (const id of [one, other]) {
      expect((await trail(id)).filter((event) => event.type === 'document.deleted')).toHaveLength(1);
    }
  });
});

describe('a deletion is refused', () => {
  async function expectRefused(login: string, id: number, status: number, code: string): Promise<void> {
    const [row, events] = [await stored(id), (await trail(id)).length];
    const before = await count(row.folder_id);
    const answer = await remove(login, id);
    expect([answer.statusCode, answer.json().code], login).toEqual([status, code]);
    expect(await stored(id)).toEqual(row);
    expect(await trail(id)).toHaveLength(events);
    expect(await count(row.folder_id)).toBe(before);
  }

  it.each([
    ['PENDING_START_SIGN'],
    ['START_SIGN'],
    ['COMPLETING'],
    ['PRIVACY_UPDATING'],
    ['SIGNED'],
    ['EXPIRED'],
    ['READY_TO_SIGN'],
  ] as const)('to every role in %s once signing was started', async (status) => {
    const id = await portal.newDocument(folderId);
    await change(id, { status, start_sign_date: testNow() });
    for (const login of ['admin', 'nsc', 'supervisor', 'dealer']) {
      await expectRefused(login, id, 409, 'conflict.signingStarted');
    }
  });

  it('to a technical account except for its own drafts', async () => {
    const own = await portal.newFolder('dms');
    const ready = await portal.newDocument(own, {}, 'dms');
    await expectRefused('dms', ready, 409, 'conflict.notDraft');
    const draft = await portal.newDocument(own, { draft: true }, 'dms');
    expect((await remove('dms', draft)).statusCode).toBe(204);
    expect(await count(own)).toBe(1);
  });
});
