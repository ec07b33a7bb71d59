/** Proofs of staff who sign in the portal: their turn, the repeated sign-in, the signature, a replacement signer. */
import type { RefusalCode } from '#domain/errors.ts';
import { type Answer, Signer, type Walk } from '../ground.ts';
import type { Proof, Proofs } from '../proof.ts';

const BMW = [{ brand: 'bmw' as const, permissions: ['SALE_NEW'] }];
const PASSWORD = { password: 'prova' };
const REASON = { reason: 'Sconto non autorizzato' };

interface Turn {
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
async function managers(walk: Walk): Promise<{ login: string; id: number; otherId: number }> {
  const [login, other] = [`responsabile-${walk.next()}`, `responsabile-${walk.next()}`];
  for (const one of [login, other]) await walk.newUser(one, 'ROLE_SALE_MANAGER', ['10001'], BMW);
  const rows = await walk.database.read.selectFrom('app_user').select(['id', 'login']).execute();
  const idOf = (name: string) => rows.find((row) => row.login === name)?.id ?? 0;
  return { login, id: idOf(login), otherId: idOf(other) };
}

/** A pending proposal: waiting for its customer, or for the sales manager once the customer has signed. */
export async function proposal(walk: Walk, upTo: 'started' | 'turn'): Promise<Turn> {
  const { login, id: userId, otherId } = await managers(walk);
  const { id, phone } = await walk.ready({ type: 'SALE_NEW_PROPOSAL' });
  await walk.row(walk.post('dealer', `/api/documents/${id}/sign`, { signers: { salesManager: userId } }));
  await walk.test.world.jobs.drain();
  if (upTo === 'turn') {
    const { signUrl } = await walk.row(walk.get('dealer', `/api/documents/${id}`));
    const customer = new Signer(walk, new URL(signUrl).pathname.replace('/sign/', '/api/sign/'));
    await customer.read();
    await walk.row(customer.post('/otp'));
    const view = (await customer.get()).json<{ points: { id: string }[] }>();
    const signed = { code: await walk.code(phone), points: view.points.map((point) => point.id) };
    await walk.row(customer.post('/sign', signed));
    await walk.test.world.jobs.drain();
  }
  const { signers } = await walk.row(walk.get('dealer', `/api/documents/${id}/signing`));
  const own = await walk.row(walk.get(login, `/api/documents/${id}/own-signature`));
  const points = own.points.map((point: { id: string }) => point.id);
  const shown = own.documents.map((document: { sha256: string }) => document.sha256);
  return { id, login, otherId, signerId: signers[1].id, points, shown };
}

const own = ({ id }: Pick<Turn, 'id'>, rest = ''): string => `/api/documents/${id}/own-signature${rest}`;
const read = (walk: Walk, turn: Turn): Promise<Answer> => walk.get(turn.login, own(turn, '/document'));
const prove = (walk: Walk, turn: Turn, body: object = PASSWORD): Promise<Answer> =>
  walk.post(turn.login, own(turn, '/identity'), body);
const sign = (walk: Walk, turn: Turn, points = turn.points): Promise<Answer> =>
  walk.post(turn.login, own(turn), { points, shown: turn.shown });
const decline = (walk: Walk, turn: Turn): Promise<Answer> => walk.post(turn.login, own(turn, '/decline'), REASON);

async function ready(walk: Walk): Promise<Turn> {
  const turn = await proposal(walk, 'turn');
  await read(walk, turn);
  await walk.row(prove(walk, turn));
  return turn;
}

async function signed(walk: Walk): Promise<Turn> {
  const turn = await ready(walk);
  await walk.row(sign(walk, turn));
  await walk.test.world.jobs.drain();
  return turn;
}

async function cancelled(walk: Walk): Promise<Turn> {
  const turn = await proposal(walk, 'turn');
  await walk.row(walk.post('dealer', `/api/documents/${turn.id}/cancel-sign`));
  return turn;
}

/** The signer's role was removed. */
async function stripped(walk: Walk): Promise<Turn> {
  const turn = await proposal(walk, 'turn');
  await read(walk, turn);
  await walk.database.transaction((tx) =>
    tx
      .updateTable('app_user')
      .set({ authorities: ['ROLE_SALE_DEALER'] })
      .where('login', '=', turn.login)
      .execute(),
  );
  return turn;
}

/** What prevents a sign-in for a signature, and the signature. */
const notNow = (
  call: (walk: Walk, turn: Turn) => Promise<Answer>,
): Partial<Record<RefusalCode, Proof['success'][string]>> => ({
  'document.notFound': async (walk) => {
    const turn = await proposal(walk, 'turn');
    return call(walk, { ...turn, login: 'dealer' });
  },
  'signing.closed': async (walk) => call(walk, await cancelled(walk)),
  'signing.customerFirst': async (walk) => call(walk, await proposal(walk, 'started')),
  'signing.notEntitled': async (walk) => call(walk, await stripped(walk)),
  'signing.notRead': async (walk) => call(walk, await proposal(walk, 'turn')),
});

const replace = (walk: Walk, turn: Pick<Turn, 'id' | 'signerId' | 'otherId'>): Promise<Answer> =>
  walk.put('dealer', `/api/documents/${turn.id}/staff-signer`, { signerId: turn.signerId, userId: turn.otherId });

/**
 * A signature cancelled after the customer signed and before the sales manager did. @returns the path of the partly
 * signed document that is kept.
 */
async function halfSigned(walk: Walk): Promise<string> {
  const { id } = await proposal(walk, 'turn');
  await walk.row(walk.post('dealer', `/api/documents/${id}/cancel-sign`));
  await walk.test.world.jobs.drain();
  const { partlySigned } = await walk.row(walk.get('dealer', `/api/documents/${id}/signing`));
  return `/api/partly-signed-documents/${partlySigned[0].id}/download`;
}

export const OWN_SIGNATURES: Proofs = {
  downloadPartlySigned: {
    success: {
      'the file that the customer signed': async (walk) => walk.get('dealer', await halfSigned(walk)),
      'a part of it': async (walk) => walk.get('dealer', await halfSigned(walk), { range: 'bytes=0-99' }),
    },
    refusals: {
      'document.notFound': async (walk) => walk.get('modena', await halfSigned(walk)),
      'file.range': async (walk) => walk.get('dealer', await halfSigned(walk), { range: 'bytes=99999999-' }),
    },
  },
  listOwnSignatures: {
    success: {
      'the documents waiting for the caller': async (walk) => {
        const turn = await proposal(walk, 'turn');
        return walk.get(turn.login, '/api/own-signatures');
      },
    },
  },
  readOwnSignature: {
    success: {
      'the document to sign': async (walk) => {
        const turn = await proposal(walk, 'turn');
        return walk.get(turn.login, own(turn));
      },
    },
    refusals: {
      'document.notFound': async (walk) => walk.get('dealer', own(await proposal(walk, 'turn'))),
    },
  },
  readOwnDocument: {
    success: { 'the bytes that are signed': async (walk) => read(walk, await proposal(walk, 'turn')) },
    refusals: {
      'document.notFound': async (walk) => walk.get('dealer', own(await proposal(walk, 'turn'), '/document')),
    },
  },
  proveOwnIdentity: {
    success: {
      'the fresh sign-in': async (walk) => {
        const turn = await proposal(walk, 'turn');
        await read(walk, turn);
        return prove(walk, turn);
      },
    },
    refusals: {
      ...notNow(prove),
      'signing.alreadySigned': async (walk) => prove(walk, await signed(walk)),
      'signing.identityWrong': async (walk) => {
        const turn = await proposal(walk, 'turn');
        await read(walk, turn);
        return prove(walk, turn, { password: 'sbagliata' });
      },
      'request.tooMany': async (walk) => {
        const turn = await proposal(walk, 'turn');
        await read(walk, turn);
        for (let turns = 0; turns < 10; turns++) await prove(walk, turn, { password: 'sbagliata' });
        return prove(walk, turn);
      },
      'signing.identityUnavailable': async (walk) => {
        const turn = await proposal(walk, 'turn');
        await read(walk, turn);
        const { world } = walk.test;
        // As if signed in through the identity provider, which does not answer now.
        const [cookie, headers] = await walk.boundSession(turn.login);
        const before = world.identityProvider.authorizationUrl;
        world.identityProvider.authorizationUrl = () => Promise.reject(new TypeError('fetch failed'));
        try {
          return await walk.ask({
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
    success: { 'the completed signature': async (walk) => sign(walk, await ready(walk)) },
    refusals: {
      ...notNow(sign),
      'signing.otherBytes': async (walk) => sign(walk, { ...(await ready(walk)), shown: ['0'.repeat(64)] }),
      'signing.pointMissing': async (walk) => sign(walk, await ready(walk), []),
      'signing.identityNeeded': async (walk) => {
        const turn = await proposal(walk, 'turn');
        await read(walk, turn);
        return sign(walk, turn);
      },
    },
  },
  declineOwnSignature: {
    success: { 'the refusal of the caller': async (walk) => decline(walk, await proposal(walk, 'turn')) },
    refusals: {
      'document.notFound': async (walk) => walk.post('dealer', own(await proposal(walk, 'turn'), '/decline'), REASON),
      'signing.alreadySigned': async (walk) => decline(walk, await signed(walk)),
      'signing.closed': async (walk) => decline(walk, await cancelled(walk)),
    },
  },
  replaceStaffSigner: {
    success: { 'the new signer': async (walk) => replace(walk, await proposal(walk, 'turn')) },
    refusals: {
      'document.notFound': (walk) => replace(walk, { id: 999_999, signerId: 1, otherId: 1 }),
      'document.invalid': async (walk) => replace(walk, { ...(await proposal(walk, 'turn')), otherId: 1 }),
      'life.notWaiting': async (walk) => replace(walk, await signed(walk)),
      'signing.signerSigned': async (walk) => {
        const turn = await proposal(walk, 'turn');
        await walk.database.transaction((tx) =>
          tx.updateTable('signer').set({ state: 'SIGNED' }).where('id', '=', turn.signerId).execute(),
        );
        return replace(walk, turn);
      },
    },
  },
};
