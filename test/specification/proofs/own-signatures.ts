/** Proofs of staff who sign in the portal: their turn, the repeated sign-in, the signature, a replacement signer. */
import type { RefusalCode } from '#domain/errors.ts';
import type { Proof, Proofs } from '../proof.ts';
import { type Answer, Signer, type TestApi } from '../test-api.ts';

const BMW = [{ brand: 'bmw' as const, permissions: ['SALE_NEW'] }];
const PASSWORD = { password: 'prova' };
const REASON = { reason: 'Sconto non autorizzato' };

interface StaffTurn {
  readonly id: number;
  readonly signerId: number;
  /** Login of the user who signs for the dealer. */
  readonly login: string;
  /** The id of another user who could sign. */
  readonly otherId: number;
  readonly points: readonly string[];
  /** Hashes of the documents shown. */
  readonly shown: readonly string[];
}

/** Two sales managers of the dealer, used by no other test. */
async function createManagers(api: TestApi): Promise<{ login: string; id: number; otherId: number }> {
  const [login, other] = [`responsabile-${api.nextNumber()}`, `responsabile-${api.nextNumber()}`];
  for (const name of [login, other]) await api.newUser(name, 'ROLE_SALE_MANAGER', ['10001'], BMW);
  const rows = await api.database.read.selectFrom('app_user').select(['id', 'login']).execute();
  const idOf = (name: string) => rows.find((row) => row.login === name)?.id ?? 0;
  return { login, id: idOf(login), otherId: idOf(other) };
}

/** A pending proposal: waiting for its customer, or for the sales manager once the customer has signed. */
export async function createProposal(api: TestApi, upTo: 'started' | 'turn'): Promise<StaffTurn> {
  const { login, id: userId, otherId } = await createManagers(api);
  const { id, phone } = await api.newReadyDocument({ type: 'SALE_NEW_PROPOSAL' });
  await api.bodyOf(api.post('dealer', `/api/documents/${id}/sign`, { signers: { salesManager: userId } }));
  await api.test.world.jobs.drain();
  if (upTo === 'turn') {
    const { signUrl } = await api.bodyOf(api.get('dealer', `/api/documents/${id}`));
    const customer = new Signer(api, new URL(signUrl).pathname.replace('/sign/', '/api/sign/'));
    await customer.read();
    await api.bodyOf(customer.post('/otp'));
    const view = (await customer.get()).json<{ points: { id: string }[] }>();
    const signed = { code: await api.code(phone), points: view.points.map((point) => point.id) };
    await api.bodyOf(customer.post('/sign', signed));
    await api.test.world.jobs.drain();
  }
  const { signers } = await api.bodyOf(api.get('dealer', `/api/documents/${id}/signing`));
  const ownSignature = await api.bodyOf(api.get(login, `/api/documents/${id}/own-signature`));
  const points = ownSignature.points.map((point: { id: string }) => point.id);
  const shown = ownSignature.documents.map((document: { sha256: string }) => document.sha256);
  return { id, login, otherId, signerId: signers[1].id, points, shown };
}

const own = ({ id }: Pick<StaffTurn, 'id'>, rest = ''): string => `/api/documents/${id}/own-signature${rest}`;
const read = (api: TestApi, turn: StaffTurn): Promise<Answer> => api.get(turn.login, own(turn, '/document'));
const proveIdentity = (api: TestApi, turn: StaffTurn, body: object = PASSWORD): Promise<Answer> =>
  api.post(turn.login, own(turn, '/identity'), body);
const sign = (api: TestApi, turn: StaffTurn, points = turn.points): Promise<Answer> =>
  api.post(turn.login, own(turn), { points, shown: turn.shown });
const decline = (api: TestApi, turn: StaffTurn): Promise<Answer> => api.post(turn.login, own(turn, '/decline'), REASON);

async function readyTurn(api: TestApi): Promise<StaffTurn> {
  const turn = await createProposal(api, 'turn');
  await read(api, turn);
  await api.bodyOf(proveIdentity(api, turn));
  return turn;
}

async function signedTurn(api: TestApi): Promise<StaffTurn> {
  const turn = await readyTurn(api);
  await api.bodyOf(sign(api, turn));
  await api.test.world.jobs.drain();
  return turn;
}

async function cancelledTurn(api: TestApi): Promise<StaffTurn> {
  const turn = await createProposal(api, 'turn');
  await api.bodyOf(api.post('dealer', `/api/documents/${turn.id}/cancel-sign`));
  return turn;
}

/** The signer's role was removed. */
async function turnWithoutRole(api: TestApi): Promise<StaffTurn> {
  const turn = await createProposal(api, 'turn');
  await read(api, turn);
  await api.database.transaction((tx) =>
    tx
      .updateTable('app_user')
      .set({ authorities: ['ROLE_SALE_DEALER'] })
      .where('login', '=', turn.login)
      .execute(),
  );
  return turn;
}

/** What prevents a sign-in for a signature, and the signature. */
const turnRefusals = (
  call: (api: TestApi, turn: StaffTurn) => Promise<Answer>,
): Partial<Record<RefusalCode, Proof['success'][string]>> => ({
  'document.notFound': async (api) => {
    const turn = await createProposal(api, 'turn');
    return call(api, { ...turn, login: 'dealer' });
  },
  'signing.closed': async (api) => call(api, await cancelledTurn(api)),
  'signing.customerFirst': async (api) => call(api, await createProposal(api, 'started')),
  'signing.notEntitled': async (api) => call(api, await turnWithoutRole(api)),
  'signing.notRead': async (api) => call(api, await createProposal(api, 'turn')),
});

const replace = (api: TestApi, turn: Pick<StaffTurn, 'id' | 'signerId' | 'otherId'>): Promise<Answer> =>
  api.put('dealer', `/api/documents/${turn.id}/staff-signer`, { signerId: turn.signerId, userId: turn.otherId });

/**
 * A signature cancelled after the customer signed and before the sales manager did. @returns the path of the partly
 * signed document that is kept.
 */
async function partlySignedPath(api: TestApi): Promise<string> {
  const { id } = await createProposal(api, 'turn');
  await api.bodyOf(api.post('dealer', `/api/documents/${id}/cancel-sign`));
  await api.test.world.jobs.drain();
  const { partlySigned } = await api.bodyOf(api.get('dealer', `/api/documents/${id}/signing`));
  return `/api/partly-signed-documents/${partlySigned[0].id}/download`;
}

export const OWN_SIGNATURES: Proofs = {
  downloadPartlySigned: {
    success: {
      'the file that the customer signed': async (api) => api.get('dealer', await partlySignedPath(api)),
      'a part of it': async (api) => api.get('dealer', await partlySignedPath(api), { range: 'bytes=0-99' }),
    },
    refusals: {
      'document.notFound': async (api) => api.get('modena', await partlySignedPath(api)),
      'file.range': async (api) => api.get('dealer', await partlySignedPath(api), { range: 'bytes=99999999-' }),
    },
  },
  listOwnSignatures: {
    success: {
      'the documents waiting for the caller': async (api) => {
        const turn = await createProposal(api, 'turn');
        return api.get(turn.login, '/api/own-signatures');
      },
    },
  },
  readOwnSignature: {
    success: {
      'the document to sign': async (api) => {
        const turn = await createProposal(api, 'turn');
        return api.get(turn.login, own(turn));
      },
    },
    refusals: {
      'document.notFound': async (api) => api.get('dealer', own(await createProposal(api, 'turn'))),
    },
  },
  readOwnDocument: {
    success: { 'the bytes that are signed': async (api) => read(api, await createProposal(api, 'turn')) },
    refusals: {
      'document.notFound': async (api) => api.get('dealer', own(await createProposal(api, 'turn'), '/document')),
    },
  },
  proveOwnIdentity: {
    success: {
      'the fresh sign-in': async (api) => {
        const turn = await createProposal(api, 'turn');
        await read(api, turn);
        return proveIdentity(api, turn);
      },
    },
    refusals: {
      ...turnRefusals(proveIdentity),
      'signing.alreadySigned': async (api) => proveIdentity(api, await signedTurn(api)),
      'signing.identityWrong': async (api) => {
        const turn = await createProposal(api, 'turn');
        await read(api, turn);
        return proveIdentity(api, turn, { password: 'sbagliata' });
      },
      'request.tooMany': async (api) => {
        const turn = await createProposal(api, 'turn');
        await read(api, turn);
        for (let turns = 0; turns < 10; turns++) await proveIdentity(api, turn, { password: 'sbagliata' });
        return proveIdentity(api, turn);
      },
      'signing.identityUnavailable': async (api) => {
        const turn = await createProposal(api, 'turn');
        await read(api, turn);
        const { world } = api.test;
        // As if signed in through the identity provider, which does not answer now.
        const [cookie, headers] = await api.boundSession(turn.login);
        const before = world.identityProvider.authorizationUrl;
        world.identityProvider.authorizationUrl = () => Promise.reject(new TypeError('fetch failed'));
        try {
          return await api.ask({
            method: 'POST',
            path: own(turn, '/identity'),
            headers: { ...headers, cookie, 'content-type': 'application/json' },
            body: '{}',
          });
        } finally {
          world.identityProvider.authorizationUrl = before;
        }
      },
    },
  },
  giveOwnSignature: {
    success: { 'the completed signature': async (api) => sign(api, await readyTurn(api)) },
    refusals: {
      ...turnRefusals(sign),
      'signing.otherBytes': async (api) => sign(api, { ...(await readyTurn(api)), shown: ['0'.repeat(64)] }),
      'signing.pointMissing': async (api) => sign(api, await readyTurn(api), []),
      'signing.identityNeeded': async (api) => {
        const turn = await createProposal(api, 'turn');
        await read(api, turn);
        return sign(api, turn);
      },
    },
  },
  declineOwnSignature: {
    success: { 'the refusal of the caller': async (api) => decline(api, await createProposal(api, 'turn')) },
    refusals: {
      'document.notFound': async (api) =>
        api.post('dealer', own(await createProposal(api, 'turn'), '/decline'), REASON),
      'signing.alreadySigned': async (api) => decline(api, await signedTurn(api)),
      'signing.closed': async (api) => decline(api, await cancelledTurn(api)),
    },
  },
  replaceStaffSigner: {
    success: { 'the new signer': async (api) => replace(api, await createProposal(api, 'turn')) },
    refusals: {
      'document.notFound': (api) => replace(api, { id: 999_999, signerId: 1, otherId: 1 }),
      'document.invalid': async (api) => replace(api, { ...(await createProposal(api, 'turn')), otherId: 1 }),
      'life.notWaiting': async (api) => replace(api, await signedTurn(api)),
      'signing.signerSigned': async (api) => {
        const turn = await createProposal(api, 'turn');
        await api.database.transaction((tx) =>
          tx.updateTable('signer').set({ state: 'SIGNED' }).where('id', '=', turn.signerId).execute(),
        );
        return replace(api, turn);
      },
    },
  },
};
