/** Proofs of the QR code at the desk: the phone's single exchange, and the staff's answer to it. */
import { createHash, randomBytes } from 'node:crypto';
import type { Walk } from '../ground.ts';
import type { Proofs, Provoke } from '../proof.ts';
import { proposal } from './own-signatures.ts';
import { notStartable, refusedStarts, type StaffCall } from './signing.ts';

const NUMBER = '47';

/** A waiting phone, as left by a used QR code. */
async function waitingPhone(walk: Walk, login: string, documentId: number): Promise<number> {
  const { database, clock } = walk.test.world;
  const now = clock.now();
  return database.transaction(async (tx) => {
    const row = await tx
      .insertInto('qr_exchange')
      .values({
        document_id: documentId,
        code_hash: randomBytes(32).toString('hex'),
        asked_by: (query) => query.selectFrom('app_user').select('id').where('login', '=', login),
        issued_date: now,
        phone_hash: createHash('sha256').update('telefono').digest('hex'),
        ...{ user_agent: null, match_number: NUMBER, state: 'CLAIMED', contended_date: null },
        ...{ signer_id: null, link_epoch: null, ended_by: null, ended_date: null },
        claimed_date: now,
        expires_date: new Date(now.getTime() + 300_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  });
}

const askQrCode: StaffCall = (walk, login, id) => walk.get(login, `/mobile/fdd/qrcode/generate/${id}`);

const say = (walk: Walk, login: string, id: number, word: string, body: object) =>
  walk.post(login, `/api/documents/${id}/qr-request/${word}`, body);

const confirm: StaffCall = async (walk, login, id) =>
  say(walk, login, id, 'confirm', { requestId: await waitingPhone(walk, login, id), number: NUMBER });
const refuse: StaffCall = async (walk, login, id) =>
  say(walk, login, id, 'refuse', { requestId: await waitingPhone(walk, login, id) });

const KEY = 'A'.repeat(43);
const use = (walk: Walk, token: string) =>
  walk.ask({
    method: 'POST',
    path: `/qr/${token}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: KEY }),
  });
const newToken = async (walk: Walk, id: number): Promise<string> =>
  (await walk.row(walk.get('dealer', `/mobile/fdd/qrcode/generate/${id}`))).token;

/** Confirmed: the signature is being prepared. */
async function confirmed(walk: Walk): Promise<string> {
  const { id } = await walk.ready();
  const token = await newToken(walk, id);
  const { number } = await walk.row(use(walk, token));
  const { request } = await walk.row(walk.get('dealer', `/api/documents/${id}/qr-request`));
  await say(walk, 'dealer', id, 'confirm', { requestId: request.id, number });
  await walk.test.world.jobs.drain();
  return token;
}

/** A document to be signed by hand needs a tablet, whether the dealer has one or not. */
function onPhone(refusals: Readonly<Record<string, Provoke>>): Record<string, Provoke> {
  const { 'life.noDevice': byHand, 'life.noCustodian': _, ...rest } = refusals;
  return { ...rest, ...(byHand && { 'life.tabletOnly': byHand }) };
}

const { 'document.notFound': _, ...notFoundApart } = onPhone(refusedStarts(confirm));

export const QR: Proofs = {
  createQrCode: {
    success: {
      'for a ready document': async (walk) => askQrCode(walk, 'dealer', (await walk.ready()).id),
      'for a waiting document': async (walk) => {
        const { id } = await walk.ready();
        await walk.started(id);
        return askQrCode(walk, 'dealer', id);
      },
    },
    refusals: {
      ...onPhone(notStartable(askQrCode)),
      'life.customersSigned': async (walk) => askQrCode(walk, 'dealer', (await proposal(walk, 'turn')).id),
    },
  },
  exchangeQrCode: {
    success: {
      'the number to compare': async (walk) => use(walk, await newToken(walk, (await walk.ready()).id)),
      'the same when repeated with its key': async (walk) => {
        const token = await newToken(walk, (await walk.ready()).id);
        await walk.row(use(walk, token));
        return use(walk, token);
      },
      'the link once staff have confirmed': async (walk) => use(walk, await confirmed(walk)),
    },
    refusals: { 'qr.unknown': (walk) => use(walk, 'nessuno') },
  },
  getQrRequest: {
    success: {
      nobody: async (walk) => walk.get('dealer', `/api/documents/${(await walk.ready()).id}/qr-request`),
      'a waiting phone': async (walk) => {
        const { id } = await walk.ready();
        await waitingPhone(walk, 'dealer', id);
        return walk.get('dealer', `/api/documents/${id}/qr-request`);
      },
    },
    refusals: {
      'document.notFound': async (walk) => walk.get('modena', `/api/documents/${(await walk.ready()).id}/qr-request`),
    },
  },
  confirmQrRequest: {
    success: {
      'the signature starts': async (walk) => confirm(walk, 'dealer', (await walk.ready()).id),
      'a waiting signature continues': async (walk) => {
        const { id } = await walk.ready();
        await walk.started(id);
        return confirm(walk, 'dealer', id);
      },
    },
    refusals: {
      ...notFoundApart,
      'document.notFound': async (walk) => confirm(walk, 'modena', (await walk.ready()).id),
      'qr.noRequest': async (walk) =>
        say(walk, 'dealer', (await walk.ready()).id, 'confirm', { requestId: 999_999, number: NUMBER }),
      'qr.otherNumber': async (walk) => {
        const { id } = await walk.ready();
        const requestId = await waitingPhone(walk, 'dealer', id);
        return say(walk, 'dealer', id, 'confirm', { requestId, number: '11' });
      },
      'qr.signerUnfit': async (walk) => {
        const { id } = await walk.ready();
        const requestId = await waitingPhone(walk, 'dealer', id);
        return say(walk, 'dealer', id, 'confirm', { requestId, number: NUMBER, signerId: 999_999 });
      },
      'qr.askerUnfit': async (walk) => {
        const { id } = await walk.ready();
        const requestId = await waitingPhone(walk, 'readonly', id);
        return say(walk, 'dealer', id, 'confirm', { requestId, number: NUMBER });
      },
    },
  },
  refuseQrRequest: {
    success: { 'the refusal': async (walk) => refuse(walk, 'dealer', (await walk.ready()).id) },
    refusals: {
      'document.notFound': async (walk) => refuse(walk, 'modena', (await walk.ready()).id),
      'qr.noRequest': async (walk) => say(walk, 'dealer', (await walk.ready()).id, 'refuse', { requestId: 999_999 }),
    },
  },
};
