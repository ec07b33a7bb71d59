/** Proofs of signing by hand behind a link, on a tablet of the dealer. */
import type { HandTerms } from '#contract/signing/handwriting.ts';
import { pairedTablet, type TestTablet } from '../../stages/devices.ts';
import { handwritingFor } from '../../stages/handwriting.ts';
import { wrongCode } from '../../stages/signing-stage.ts';
import { newActivation } from '../../stages/tablets.ts';
import type { Proofs, ProvokeCall } from '../proof.ts';
import type { Answer, TestApi } from '../test-api.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const reachOf =
  (api: TestApi) =>
  (path: string, body: object): Promise<Answer> =>
    api.ask({ method: 'POST', path, headers: JSON_TYPE, body: JSON.stringify(body) });
const paired = (api: TestApi, activation?: number) => pairedTablet(api, reachOf(api), activation);

/** A customer's browser on a tablet. */
class HandSigner {
  readonly api: TestApi;
  readonly tablet: TestTablet;
  readonly link: string;
  cookie: string | undefined;

  constructor(api: TestApi, tablet: TestTablet, link: string) {
    [this.api, this.tablet, this.link] = [api, tablet, link];
  }

  async call(method: 'GET' | 'POST', rest: string, body?: object): Promise<Answer> {
    const path = `${this.link}${rest}`;
    const sent = { method, path, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const proof = this.tablet.proof({ ...sent, time: this.api.test.clock.now().getTime() });
    const headers: Record<string, string> = { ...proof, ...(body ? JSON_TYPE : {}) };
    if (this.cookie !== undefined) headers.cookie = this.cookie;
    const answer = await this.api.ask({ ...sent, headers });
    const [setCookie] = [answer.headers['set-cookie'] ?? []].flat().map(String);
    if (setCookie !== undefined) this.cookie = setCookie.split(';', 1)[0];
    return answer;
  }

  async read(): Promise<this> {
    await this.call('POST', '/open', {});
    await this.call('GET', '/document');
    return this;
  }

  async terms(): Promise<HandTerms> {
    return (await this.call('GET', '/handwriting')).json<HandTerms>();
  }

  async sign(change: object = {}): Promise<Answer> {
    return this.call('POST', '/handwriting', { ...(await handwritingFor(await this.terms())), ...change });
  }
}

/** A document to be signed by hand, of a dealer without a tablet. */
async function documentByHand(api: TestApi): Promise<number> {
  const { hst } = await api.newDealer();
  return (await api.newReadyDocument({ sigType: 'GRAPHOMETRIC' }, { hst })).id;
}

/** What prevents a document from being signed by hand. */
export const handwritingRefusals = (
  call: (api: TestApi, login: string, id: number) => Promise<Answer>,
): Readonly<Record<string, ProvokeCall>> => ({
  // A separate dealer, because others have tablets.
  'life.noDevice': async (api) => call(api, 'admin', await documentByHand(api)),
  'life.noCustodian': async (api) => {
    const { world } = api.test;
    const { custodian } = world;
    try {
      Object.assign(world, { custodian: null });
      return await call(api, 'admin', await documentByHand(api));
    } finally {
      Object.assign(world, { custodian });
    }
  },
});

const NOTHING = { points: [], shown: [], consentSha256: '0'.repeat(64), hands: [] };

/** A document that waits for its customer's handwriting, on a tablet of its dealer. */
async function waitingSigner(api: TestApi): Promise<HandSigner> {
  const { tablet } = await paired(api);
  const { id } = await api.newReadyDocument({ sigType: 'GRAPHOMETRIC' });
  return new HandSigner(api, tablet, await api.startSigning(id));
}

const readingSigner = async (api: TestApi): Promise<HandSigner> => (await waitingSigner(api)).read();

async function signedByHand(api: TestApi): Promise<HandSigner> {
  const signer = await readingSigner(api);
  await signer.sign();
  await api.test.world.jobs.drain();
  return signer;
}

async function declinedByHand(api: TestApi): Promise<HandSigner> {
  const signer = await waitingSigner(api);
  await signer.call('POST', '/decline', { reason: 'Ho cambiato idea' });
  return signer;
}

/** Locked by wrong codes, which are offered as an alternative. */
async function lockedSigner(api: TestApi): Promise<HandSigner> {
  const { tablet } = await paired(api);
  const { id, phone } = await api.newReadyDocument({ sigType: 'GRAPHOMETRIC' });
  const signer = await new HandSigner(api, tablet, await api.startSigning(id)).read();
  const { points, shown } = await handwritingFor(await signer.terms());
  for (const tries of [3, 2]) {
    await signer.call('POST', '/otp', {});
    const code = wrongCode(await api.code(phone));
    for (let round = 0; round < tries; round++) await signer.call('POST', '/sign', { code, points, shown });
    await api.advance(61);
  }
  return signer;
}

const codeSigner = async (api: TestApi): Promise<HandSigner> =>
  new HandSigner(api, (await paired(api)).tablet, await api.startSigning((await api.newReadyDocument()).id));

const signerElsewhere = async (api: TestApi): Promise<HandSigner> => {
  const { link } = await waitingSigner(api);
  const { tablet } = await paired(api, await newActivation(api, 'Altrove', { hst: '10002' }));
  return new HandSigner(api, tablet, link);
};

const signerOnDisabledTablet = async (api: TestApi): Promise<HandSigner> => {
  const { link } = await waitingSigner(api);
  const { id, tablet } = await paired(api);
  await api.bodyOf(api.put('admin', `/api/activations/${id}/device`, { disabled: true }));
  return new HandSigner(api, tablet, link);
};

/** Another browser came first and has sent its cookie back. */
async function signerOnSecondBrowser(api: TestApi): Promise<HandSigner> {
  const signer = await readingSigner(api);
  await signer.call('POST', '/handwriting', NOTHING);
  await signer.call('POST', '/handwriting', NOTHING);
  return new HandSigner(api, signer.tablet, signer.link);
}

const signerOfUnknownLink = async (api: TestApi): Promise<HandSigner> =>
  new HandSigner(api, (await paired(api)).tablet, `/api/sign/${'A'.repeat(32)}`);

export const HANDWRITING: Proofs = {
  readHandTerms: {
    success: { 'the data needed to write': async (api) => (await readingSigner(api)).call('GET', '/handwriting') },
    refusals: {
      'device.notActive': async (api) => (await signerOnDisabledTablet(api)).call('GET', '/handwriting'),
      'signing.unknownLink': async (api) => (await signerOfUnknownLink(api)).call('GET', '/handwriting'),
      'signing.notYours': async (api) => (await signerOnSecondBrowser(api)).call('GET', '/handwriting'),
      'signing.notOpened': async (api) => (await waitingSigner(api)).call('GET', '/handwriting'),
      'signing.byCodeOnly': async (api) => (await codeSigner(api)).call('GET', '/handwriting'),
      'signing.otherTablet': async (api) => (await signerElsewhere(api)).call('GET', '/handwriting'),
      'signing.alreadySigned': async (api) => (await signedByHand(api)).call('GET', '/handwriting'),
      'signing.closed': async (api) => (await declinedByHand(api)).call('GET', '/handwriting'),
      'signing.locked': async (api) => (await lockedSigner(api)).call('GET', '/handwriting'),
    },
  },
  signByHand: {
    success: { 'the signature': async (api) => (await readingSigner(api)).sign() },
    refusals: {
      'device.notActive': async (api) => (await signerOnDisabledTablet(api)).call('POST', '/handwriting', NOTHING),
      'signing.unknownLink': async (api) => (await signerOfUnknownLink(api)).call('POST', '/handwriting', NOTHING),
      'signing.notYours': async (api) => (await signerOnSecondBrowser(api)).call('POST', '/handwriting', NOTHING),
      'signing.notRead': async (api) => (await waitingSigner(api)).call('POST', '/handwriting', NOTHING),
      'signing.otherBytes': async (api) => (await readingSigner(api)).sign({ shown: ['0'.repeat(64)] }),
      'signing.pointMissing': async (api) => (await readingSigner(api)).sign({ hands: [] }),
      'signing.byCodeOnly': async (api) => (await codeSigner(api)).call('POST', '/handwriting', NOTHING),
      'signing.otherTablet': async (api) => (await signerElsewhere(api)).call('POST', '/handwriting', NOTHING),
      'signing.bioConsent': async (api) => (await readingSigner(api)).sign({ consentSha256: '0'.repeat(64) }),
      'signing.handRefused': async (api) => {
        const signer = await readingSigner(api);
        const { hands } = await handwritingFor(await signer.terms());
        return signer.sign({ hands: hands.map((hand) => ({ ...hand, envelope: 'AAAA' })) });
      },
      'signing.closed': async (api) => (await declinedByHand(api)).call('POST', '/handwriting', NOTHING),
      'signing.locked': async (api) => (await lockedSigner(api)).call('POST', '/handwriting', NOTHING),
    },
  },
};
