/** Users who wait for a customer get a live update when they sign, even if staff sign after them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeFor, type Outcome, readChange } from '#domain/live.ts';
import { openStage, pathOf, type Stage } from '../../../../test/stages/signing-stage.ts';

let stage: Stage;
let stop: () => Promise<void>;
/** Changes sent by the database since the last read, oldest first. */
const told: string[] = [];
const marks = new Map<string, () => void>();
beforeAll(async () => {
  stage = await openStage();
  stop = await stage.test.world.database.listen('fascicolo_change', (payload) => {
    told.push(payload ?? '');
    marks.get(payload ?? '')?.();
  });
});
afterAll(async () => {
  await stop();
  await stage.close();
});

/** Updates about the document that this login received, after all pending ones have been delivered. */
async function heard(login: string, id: number): Promise<Outcome[]> {
  const { database } = stage.test.world;
  const mark = `mark ${told.length} ${id}`;
  const arrived = new Promise<void>((resolve) => marks.set(mark, resolve));
  await database.transaction((tx) =>
    tx.selectNoFrom((eb) => eb.fn('pg_notify', [eb.val('fascicolo_change'), eb.val(mark)]).as('x')).execute(),
  );
  await arrived;
  return told.flatMap((payload) => {
    const change = readChange(payload);
    if (change === null || 'many' in change || change.change.entity !== 'document' || change.change.id !== id)
      return [];
    return changeFor({ login }, change).outcome ?? [];
  });
}

async function started(type: string): Promise<{ id: number; sign: () => Promise<void> }> {
  const { id, customer } = await stage.newDocument({ type });
  const answer = await stage.begin('dealer', id);
  expect(answer.statusCode, answer.body).toBe(200);
  await stage.test.world.jobs.drain();
  const path = pathOf((await stage.document(id)).signUrl ?? '');
  return { id, sign: () => stage.sign(path, customer) };
}

it('the customer’s signature is reported before the staff’s, each once, and only to users who wait for it', async () => {
  const { id, sign } = await started('SALE_NEW_PROPOSAL');
  expect(await heard('dealer', id)).toEqual([]);
  await sign();
  expect((await stage.document(id)).status).toBe('START_SIGN');
  expect(await heard('dealer', id)).toEqual(['customerSigned']);
  expect(await heard('manager', id)).toEqual([]);

  const own = (rest: string) => `/api/documents/${id}/own-signature${rest}`;
  const view = (await stage.as('manager', 'GET', own(''))).json();
  await stage.as('manager', 'GET', own('/document'));
  const proved = await stage.as('manager', 'POST', own('/identity'), { password: 'demo' });
  expect(proved.statusCode, proved.body).toBe(200);
  const points = proved.json().signature.points.map((point: { id: string }) => point.id);
  const shown = view.documents.map(({ sha256 }: { sha256: string }) => sha256);
  const signed = await stage.as('manager', 'POST', own(''), { points, shown });
  expect(signed.statusCode, signed.body).toBe(200);
  await stage.test.world.jobs.drain();
  expect((await stage.document(id)).status).toBe('SIGNED');
  expect(await heard('dealer', id)).toEqual(['customerSigned', 'signed']);
});

it('where only customers sign only the completion is reported', async () => {
  const { id, sign } = await started('SALE_NEW_RFO');
  await sign();
  expect(await heard('dealer', id)).toEqual(['signed']);
});
