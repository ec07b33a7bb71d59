/** Sweep: collects the gateway's reports on SMS with codes; staff see those that were not delivered. */
import { SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { maskPhone } from '#domain/evidence/masking.ts';
import type { SmsReceipt } from '#ports/messages.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import type { World } from '../../world.ts';
import {
  findCode,
  findLastCode,
  findSigner,
  listSessionDocuments,
  lockSession,
  lockSigner,
  noteEvent,
} from '../queries.ts';
import { codeMessageFacts } from './attempt.ts';
import { settleMessage } from './messages.queries.ts';
import { listAwaitedReceipts, setReceipt } from './receipts.queries.ts';

/** Networks keep a message for a switched-off telephone longer than any code is valid; older ones are not queried. */
const QUERY_MINUTES = 60;
const BATCH_SIZE = 200;

async function noteReceipt(world: World, codeId: number, { state, providerId }: SmsReceipt): Promise<void> {
  const { read } = world.database;
  const code = await findCode(read, codeId);
  const signer = code && (await findSigner(read, code.signer_id));
  if (signer === undefined) return;
  await world.database.transaction(async (tx) => {
    const session = await lockSession(tx, signer.session_id);
    const now = world.clock.now();
    if (!(await setReceipt(tx, codeId, state))) return;
    const isDelivered = state === 'DELIVERED';
    const outcome = { state: isDelivered ? state : 'UNDELIVERED', reason: isDelivered ? null : 'UNREACHABLE' } as const;
    await settleMessage(tx, codeMessageFacts(signer, { id: codeId }).message_id, outcome, now);
    const lockedSigner = await lockSigner(tx, signer.id);
    const isNewest = (await findLastCode(tx, signer.id))?.id === codeId && lockedSigner.last_event === 'otp.sent';
    const type = state === 'DELIVERED' ? 'otp.delivered' : 'otp.undelivered';
    if (session.state === 'OPEN' && isNewest) await noteEvent(tx, signer.id, type, now);
    const detail = { sessionId: session.id, phone: maskPhone(signer.phone), providerId };
    for (const { document_id } of await listSessionDocuments(tx, session.id)) {
      await record(tx, documentSubject(document_id), { type, actor: SYSTEM_ACTOR, detail }, now);
    }
  });
}

/** Queries the gateway about the codes of the last hour, unless the gateway has no reports. */
export async function collectCodeReceipts(world: World): Promise<void> {
  const { sms, clock, database } = world;
  if (sms.receipts === undefined) return;
  const since = new Date(clock.now().getTime() - QUERY_MINUTES * 60_000);
  const awaited = await listAwaitedReceipts(database.read, since, BATCH_SIZE);
  if (awaited.length === 0) return;
  for (const receipt of await sms.receipts(awaited.map(({ providerId }) => providerId))) {
    const code = awaited.find(({ providerId }) => providerId === receipt.providerId);
    if (code !== undefined) await noteReceipt(world, code.codeId, receipt);
  }
}
