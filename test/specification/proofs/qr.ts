/** Proofs of the QR code at the desk: the phone's single exchange, and the staff's answer to it. */
import { createHash, randomBytes } from 'node:crypto';
import type { Proofs, ProvokeCall } from '../proof.ts';
import type { TestApi } from '../test-api.ts';
import { createProposal } from './own-signatures.ts';
import { allStartRefusals, type StaffCall, startRefusals } from './signing.ts';

const NUMBER = '47';

/** A waiting phone, as left by a used QR code. */
async function waitingPhone(api: TestApi, login: string, documentId: number): Promise<number> {
  const { database, clock } = api.test.world;
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

const askQrCode: StaffCall = (api, login, id) => api.get(login, `/mobile/fdd/qrcode/generate/${id}`);

const say = (api: TestApi, login: string, id: number, action: string, body: object) =>
  api.post(login, `/api/documents/${id}/qr-request/${action}`, body);

const confirm: StaffCall = async (api, login, id) =>
  say(api, login, id, 'confirm', { requestId: await waitingPhone(api, login, id), number: NUMBER });
const refuse: StaffCall = async (api, login, id) =>
  say(api, login, id, 'refuse', { requestId: await waitingPhone(api, login, id) });

const KEY = 'A'.repeat(43);
const scanToken = (api: TestApi, token: string) =>
  api.ask({
    method: 'POST',
    path: `/qr/${token}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: KEY }),
  });
const newToken = async (api: TestApi, id: number): Promise<string> =>
  (await api.bodyOf(api.get('dealer', `/mobile/fdd/qrcode/generate/${id}`))).token;

/** Confirmed: the signature is being prepared. */
async function confirmedToken(api: TestApi): Promise<string> {
  const { id } = await api.newReadyDocument();
  const token = await newToken(api, id);
  const { number } = await api.bodyOf(scanToken(api, token));
  const { request } = await api.bodyOf(api.get('dealer', `/api/documents/${id}/qr-request`));
  await say(api, 'dealer', id, 'confirm', { requestId: request.id, number });
  await api.test.world.jobs.drain();
  return token;
}

/** A document to be signed by hand needs a tablet, whether the dealer has one or not. */
function phoneRefusals(refusals: Readonly<Record<string, ProvokeCall>>): Record<string, ProvokeCall> {
  const { 'life.noDevice': byHand, 'life.noCustodian': _, ...rest } = refusals;
  return { ...rest, ...(byHand && { 'life.tabletOnly': byHand }) };
}

const { 'document.notFound': _, ...otherRefusals } = phoneRefusals(allStartRefusals(confirm));

export const QR: Proofs = {
  createQrCode: {
    success: {
      'for a ready document': async (api) => askQrCode(api, 'dealer', (await api.newReadyDocument()).id),
      'for a waiting document': async (api) => {
        const { id } = await api.newReadyDocument();
        await api.startSigning(id);
        return askQrCode(api, 'dealer', id);
      },
    },
    refusals: {
      ...phoneRefusals(startRefusals(askQrCode)),
      'life.customersSigned': async (api) => askQrCode(api, 'dealer', (await createProposal(api, 'turn')).id),
    },
  },
  exchangeQrCode: {
    success: {
      'the number to compare': async (api) => scanToken(api, await newToken(api, (await api.newReadyDocument()).id)),
      'the same when repeated with its key': async (api) => {
        const token = await newToken(api, (await api.newReadyDocument()).id);
        await api.bodyOf(scanToken(api, token));
        return scanToken(api, token);
      },
      'the link once staff have confirmed': async (api) => scanToken(api, await confirmedToken(api)),
    },
    refusals: { 'qr.unknown': (api) => scanToken(api, 'nessuno') },
  },
  getQrRequest: {
    success: {
      nobody: async (api) => api.get('dealer', `/api/documents/${(await api.newReadyDocument()).id}/qr-request`),
      'a waiting phone': async (api) => {
        const { id } = await api.newReadyDocument();
        await waitingPhone(api, 'dealer', id);
        return api.get('dealer', `/api/documents/${id}/qr-request`);
      },
    },
    refusals: {
      'document.notFound': async (api) =>
        api.get('modena', `/api/documents/${(await api.newReadyDocument()).id}/qr-request`),
    },
  },
  confirmQrRequest: {
    success: {
      'the signature starts': async (api) => confirm(api, 'dealer', (await api.newReadyDocument()).id),
      'a waiting signature continues': async (api) => {
        const { id } = await api.newReadyDocument();
        await api.startSigning(id);
        return confirm(api, 'dealer', id);
      },
    },
    refusals: {
      ...otherRefusals,
      'document.notFound': async (api) => confirm(api, 'modena', (await api.newReadyDocument()).id),
      'qr.noRequest': async (api) =>
        say(api, 'dealer', (await api.newReadyDocument()).id, 'confirm', { requestId: 999_999, number: NUMBER }),
      'qr.otherNumber': async (api) => {
        const { id } = await api.newReadyDocument();
        const requestId = await waitingPhone(api, 'dealer', id);
        return say(api, 'dealer', id, 'confirm', { requestId, number: '11' });
      },
      'qr.signerUnfit': async (api) => {
        const { id } = await api.newReadyDocument();
        const requestId = await waitingPhone(api, 'dealer', id);
        return say(api, 'dealer', id, 'confirm', { requestId, number: NUMBER, signerId: 999_999 });
      },
      'qr.askerUnfit': async (api) => {
        const { id } = await api.newReadyDocument();
        const requestId = await waitingPhone(api, 'readonly', id);
        return say(api, 'dealer', id, 'confirm', { requestId, number: NUMBER });
      },
    },
  },
  refuseQrRequest: {
    success: { 'the refusal': async (api) => refuse(api, 'dealer', (await api.newReadyDocument()).id) },
    refusals: {
      'document.notFound': async (api) => refuse(api, 'modena', (await api.newReadyDocument()).id),
      'qr.noRequest': async (api) =>
        say(api, 'dealer', (await api.newReadyDocument()).id, 'refuse', { requestId: 999_999 }),
    },
  },
};
