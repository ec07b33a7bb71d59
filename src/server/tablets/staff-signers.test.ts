/** Staff signers chosen when a document is queued on a tablet still apply when the customer opens it there. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pairedTablet, type TestTablet } from '../../../test/stages/devices.ts';
import { openStage, type Stage } from '../../../test/stages/signing-stage.ts';
import { newTablet } from '../../../test/stages/tablets.ts';

let stage: Stage;
let tabletId: number;
let tablet: TestTablet;
let ids: Record<'manager' | 'operator' | 'sales', number>;
beforeAll(async () => {
  stage = await openStage();
  const reach = async (url: string, payload: object) => stage.app.inject({ method: 'POST', url, payload });
  ({ id: tabletId, tablet } = await pairedTablet(stage, reach));
  const rows = await stage.read.selectFrom('app_user').select(['id', 'login']).execute();
  const idOf = (login: string) => rows.find((row) => row.login === login)?.id ?? 0;
  ids = { manager: idOf('manager'), operator: idOf('operator'), sales: idOf('sales') };
});
afterAll(() => stage.close());

const proposal = () => stage.newDocument({ type: 'SALE_NEW_PROPOSAL' });

const send = (id: number, body: object = {}, login = 'dealer') =>
  stage.callAs(login, 'POST', `/api/documents/${id}/tablet-queue`, { tabletId, ...body });

async function sent(id: number, body: object = {}): Promise<void> {
  const answer = await send(id, { signers: { salesManager: ids.manager }, ...body });
  expect(answer.statusCode, answer.body).toBe(200);
}

/** The tablet's answer when its customer opens the document. */
async function open(id: number) {
  const [path, time] = [`/api/device/queue/${id}/open`, stage.test.clock.now().getTime()];
  const call = { method: 'POST', path, body: '{}', time } as const;
  const answer = await stage.app.inject({
    ...{ method: 'POST', url: path, payload: call.body },
    headers: { 'content-type': 'application/json', ...tablet.proof(call) },
  });
  return { status: answer.statusCode, ...answer.json<{ code?: string; signUrl?: string | null }>() };
}

const staffOf = async (id: number) =>
  (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`))
    .json<{ signers: { role: string; name: string }[] }>()
    .signers.filter(({ role }) => role !== 'customer');

describe('the staff signer', () => {
  it('is named when the document is sent, and applies when it is opened; nothing is sent before', async () => {
    const { id, customer } = await proposal();
    await sent(id);
    await stage.test.world.jobs.drain();
    expect((await stage.document(id)).status).toBe('READY_TO_SIGN');
    expect(await stage.test.outbox(customer.email)).toEqual([]);
    expect(await open(id)).toMatchObject({ status: 200, signUrl: null });
    await stage.test.world.jobs.drain();
    expect(await open(id)).toMatchObject({ status: 200, signUrl: expect.stringContaining('/sign/') });
    expect(await staffOf(id)).toMatchObject([{ role: 'salesManager', name: 'Matteo Greco' }]);
  });

  it('must work at the dealer with the role, and the document must require the role', async () => {
    const { id } = await proposal();
    for (const signers of [{ salesManager: ids.operator }, { salesManager: ids.sales }, { salesManager: 999_999 }]) {
      const refused = await send(id, { signers });
      expect([refused.statusCode, refused.json().fieldErrors]).toMatchObject([
        400,
        [{ field: 'salesManager', code: 'coworker' }],
      ]);
    }
    const more = await send(id, { signers: { salesManager: ids.manager, operatorDealer: ids.operator } });
    expect([more.statusCode, more.json().fieldErrors]).toMatchObject([400, [{ field: 'operatorDealer' }]]);
  });

  it('is kept when the document goes to another tablet, whoever moves it', async () => {
    const { id } = await proposal();
    await sent(id, { tabletId: await newTablet(stage, 'Banco 2') });
    expect((await send(id, {}, 'admin')).statusCode).toBe(200);
    expect(await open(id)).toMatchObject({ status: 200 });
    expect(await staffOf(id)).toHaveLength(1);
  });

  it('stays when it is sent again without a name, and an empty role names no signer', async () => {
    const { id } = await proposal();
    await sent(id);
    const { database } = stage.test.world;
    const kept = async () =>
      (
        await database.read
          .selectFrom('tablet_queue_entry')
          .select('signers')
          .where('document_id', '=', id)
          .where('withdrawn_date', 'is', null)
          .executeTakeFirstOrThrow()
      ).signers;
    expect(await kept()).toEqual({ salesManager: ids.manager });
    await sent(id, { signers: { salesManager: ids.manager, dealer: null } });
    expect(await kept()).toEqual({ salesManager: ids.manager });
    expect((await send(id)).statusCode).toBe(200);
    expect(await kept()).toEqual({ salesManager: ids.manager });
  });

  it('who has left since prevents the opening; the error asks staff to resolve it', async () => {
    const { id } = await proposal();
    await sent(id);
    const employed = (activated: boolean) =>
      stage.test.world.database.transaction((tx) =>
        tx.updateTable('app_user').set({ activated }).where('id', '=', ids.manager).execute(),
      );
    await employed(false);
    expect(await open(id)).toMatchObject({ status: 409, code: 'tablet.notStarted' });
    await employed(true);
    expect(await open(id)).toMatchObject({ status: 200 });
  });
});
