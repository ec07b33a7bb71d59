/** Users who wait for a customer get a live update when they sign, even if staff sign after them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeFor, type Outcome, readChange } from '#domain/live-change.ts';
import { openStage, pathOf, type Stage } from '../../../../test/stages/signing-stage.ts';

let stage: Stage;
let stop: () => Promise<void>;
/** Changes sent by the database since the last read, oldest first. */
const payloads: string[] = [];
const marks = new Map<string, () => void>();
beforeAll(async () => {
  stage = await openStage();
  stop = await stage.test.world.database.listen('fascicolo_change', (payload) => {
    payloads.push(payload ?? '');
    marks.get(payload ?? '')?.();
  });
});
afterAll(async () => {
  await stop();
  await stage.close();
});

/** Updates about the document that this login received, after all pending ones have been delivered. */
async function outcomesFor(login: string, id: number): Promise<Outcome[]> {
  const { database } = stage.test.world;
  const mark = `mark ${payloads.length} ${id}`;
  const arrived = new Promise<void>((resolve) => marks.set(mark, resolve));
  await database.transaction((tx) =>
    tx.selectNoFrom((eb) => eb.fn('pg_notify', [eb.val('fascicolo_change'), eb.val(mark)]).as('x')).execute(),
  );
  await arrived;
  return payloads.flatMap((payload) => {
    const change = readChange(payload);
    if (change === null || 'many' in change || change.change.entity !== 'document' || change.change.id !== id)
      return [];
    return changeFor({ login }, change).outcome ?? [];
  });
}

async function startDocument(type: string): Promise<{ id: number; sign: () => Promise<void> }> {
  const { id, customer } = await stage.newDocument({ type });
  const answer = await stage.requestStart('dealer', id);
  expect(answer.statusCode, answer.body).toBe(200);
  await stage.test.world.jobs.drain();
  const path = pathOf((await stage.document(id)).signUrl ?? '');
  return { id, sign: () => stage.sign(path, customer) };
}

it('the customer’s signature is reported before the staff’s, each once, and only to users who wait for it', async () => {
  const { id, sign } = await startDocument('SALE_NEW_PROPOSAL');
  expect(await outcomesFor('dealer', id)).toEqual([]);
  await sign();
  expect((await stage.document(id)).status).toBe('START_SIGN');
  expect(await outcomesFor('dealer', id)).toEqual(['customerSigned']);
  expect(await outcomesFor('manager', id)).toEqual([]);

  const ownUrl = (rest: string) => `/api/documents/${id}/own-signature${rest}`;
  const view = (await stage.callAs('manager', 'GET', ownUrl(''))).json();
  await stage.callAs('manager', 'GET', ownUrl('/document'));
  const proved = await stage.callAs('manager', 'POST', ownUrl('/identity'), { password: 'demo' });
  expect(proved.statusCode, proved.body).toBe(200);
  const points = proved.json().signature.points.map((point: { id: string }) => point.id);
  const shown = view.documents.map(({ sha256 }: { sha256: string }) => sha256);
  const signed = await stage.callAs('manager', 'POST', ownUrl(''), { points, shown });
  expect(signed.statusCode, signed.body).toBe(200);
  await stage.test.world.jobs.drain();
  expect((await stage.document(id)).status).toBe('SIGNED');
  expect(await outcomesFor('dealer', id)).toEqual(['customerSigned', 'signed']);
});

it('where only customers sign only the completion is reported', async () => {
  const { id, sign } = await startDocument('SALE_NEW_RFO');
  await sign();
  expect(await outcomesFor('dealer', id)).toEqual(['signed']);
});
