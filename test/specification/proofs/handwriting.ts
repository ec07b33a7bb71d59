/** Proofs of signing by hand behind a link, on a tablet of the dealer. */
import type { HandTerms } from '#contract/signing/handwriting.ts';
import { pairedTablet, type TestTablet } from '../../stages/devices.ts';
import { written } from '../../stages/handwriting.ts';
import { wrongCode } from '../../stages/signing-stage.ts';
import { newActivation } from '../../stages/tablets.ts';
import type { Answer, Walk } from '../ground.ts';
import type { Proofs, Provoke } from '../proof.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const reachOf =
  (walk: Walk) =>
  (path: string, body: object): Promise<Answer> =>
    walk.ask({ method: 'POST', path, headers: JSON_TYPE, body: JSON.stringify(body) });
const paired = (walk: Walk, activation?: number) => pairedTablet(walk, reachOf(walk), activation);

/** A customer's browser on a tablet. */
class Hand {
  readonly walk: Walk;
  readonly tablet: TestTablet;
  readonly link: string;
  cookie: string | undefined;

  constructor(walk: Walk, tablet: TestTablet, link: string) {
    [this.walk, this.tablet, this.link] = [walk, tablet, link];
  }

  async call(method: 'GET' | 'POST', rest: string, body?: object): Promise<Answer> {
    const path = `${this.link}${rest}`;
    const sent = { method, path, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const proof = this.tablet.proof({ ...sent, time: this.walk.test.clock.now().getTime() });
    const headers: Record<string, string> = { ...proof, ...(body ? JSON_TYPE : {}) };
    if (this.cookie !== undefined) headers.cookie = this.cookie;
    const answer = await this.walk.ask({ ...sent, headers });
    const [set] = [answer.headers['set-cookie'] ?? []].flat().map(String);
    if (set !== undefined) this.cookie = set.split(';', 1)[0];
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
    return this.call('POST', '/handwriting', { ...(await written(await this.terms())), ...change });
  }
}

/** A document to be signed by hand, of a dealer without a tablet. */
async function drawn(walk: Walk): Promise<number> {
  const { hst } = await walk.newDealer();
  return (await walk.ready({ sigType: 'GRAPHOMETRIC' }, { hst })).id;
}

/** What prevents a document from being signed by hand. */
export const notWritable = (
  call: (walk: Walk, login: string, id: number) => Promise<Answer>,
): Readonly<Record<string, Provoke>> => ({
  // A separate dealer, because others have tablets.
  'life.noDevice': async (walk) => call(walk, 'admin', await drawn(walk)),
  'life.noCustodian': async (walk) => {
    const { world } = walk.test;
    const { custodian } = world;
    try {
      Object.assign(world, { custodian: null });
      return await call(walk, 'admin', await drawn(walk));
    } finally {
      Object.assign(world, { custodian });
    }
  },
});

const NOTHING = { points: [], shown: [], consentSha256: '0'.repeat(64), hands: [] };

/** A document that waits for its customer's handwriting, on a tablet of its dealer. */
async function waiting(walk: Walk): Promise<Hand> {
  const { tablet } = await paired(walk);
  const { id } = await walk.ready({ sigType: 'GRAPHOMETRIC' });
  return new Hand(walk, tablet, await walk.started(id));
}

const read = async (walk: Walk): Promise<Hand> => (await waiting(walk)).read();

async function signed(walk: Walk): Promise<Hand> {
  const hand = await read(walk);
  await hand.sign();
  await walk.test.world.jobs.drain();
  return hand;
}

async function declined(walk: Walk): Promise<Hand> {
  const hand = await waiting(walk);
  await hand.call('POST', '/decline', { reason: 'Ho cambiato idea' });
  return hand;
}

/** Locked by wrong codes, which are offered as an alternative. */
async function locked(walk: Walk): Promise<Hand> {
  const { tablet } = await paired(walk);
  const { id, phone } = await walk.ready({ sigType: 'GRAPHOMETRIC' });
  const hand = await new Hand(walk, tablet, await walk.started(id)).read();
  const { points, shown } = await written(await hand.terms());
  for (const tries of [3, 2]) {
    await hand.call('POST', '/otp', {});
    const code = wrongCode(await walk.code(phone));
    for (let round = 0; round < tries; round++) await hand.call('POST', '/sign', { code, points, shown });
    await walk.later(61);
  }
  return hand;
}

const byCode = async (walk: Walk): Promise<Hand> =>
  new Hand(walk, (await paired(walk)).tablet, await walk.started((await walk.ready()).id));

const elsewhere = async (walk: Walk): Promise<Hand> => {
  const { link } = await waiting(walk);
  const { tablet } = await paired(walk, await newActivation(walk, 'Altrove', { hst: '10002' }));
  return new Hand(walk, tablet, link);
};

const putAside = async (walk: Walk): Promise<Hand> => {
  const { link } = await waiting(walk);
  const { id, tablet } = await paired(walk);
  await walk.row(walk.put('admin', `/api/activations/${id}/device`, { disabled: true }));
  return new Hand(walk, tablet, link);
};

/** Another browser came first and has sent its cookie back. */
async function onAnother(walk: Walk): Promise<Hand> {
  const hand = await read(walk);
  await hand.call('POST', '/handwriting', NOTHING);
  await hand.call('POST', '/handwriting', NOTHING);
  return new Hand(walk, hand.tablet, hand.link);
}

const nowhere = async (walk: Walk): Promise<Hand> =>
  new Hand(walk, (await paired(walk)).tablet, `/api/sign/${'A'.repeat(32)}`);

export const HANDWRITING: Proofs = {
  readHandTerms: {
    success: { 'the data needed to write': async (walk) => (await read(walk)).call('GET', '/handwriting') },
    refusals: {
      'device.notActive': async (walk) => (await putAside(walk)).call('GET', '/handwriting'),
      'signing.unknownLink': async (walk) => (await nowhere(walk)).call('GET', '/handwriting'),
      'signing.notYours': async (walk) => (await onAnother(walk)).call('GET', '/handwriting'),
      'signing.notOpened': async (walk) => (await waiting(walk)).call('GET', '/handwriting'),
      'signing.byCodeOnly': async (walk) => (await byCode(walk)).call('GET', '/handwriting'),
      'signing.otherTablet': async (walk) => (await elsewhere(walk)).call('GET', '/handwriting'),
      'signing.alreadySigned': async (walk) => (await signed(walk)).call('GET', '/handwriting'),
      'signing.closed': async (walk) => (await declined(walk)).call('GET', '/handwriting'),
      'signing.locked': async (walk) => (await locked(walk)).call('GET', '/handwriting'),
    },
  },
  signByHand: {
    success: { 'the signature': async (walk) => (await read(walk)).sign() },
    refusals: {
      'device.notActive': async (walk) => (await putAside(walk)).call('POST', '/handwriting', NOTHING),
      'signing.unknownLink': async (walk) => (await nowhere(walk)).call('POST', '/handwriting', NOTHING),
      'signing.notYours': async (walk) => (await onAnother(walk)).call('POST', '/handwriting', NOTHING),
      'signing.notRead': async (walk) => (await waiting(walk)).call('POST', '/handwriting', NOTHING),
      'signing.otherBytes': async (walk) => (await read(walk)).sign({ shown: ['0'.repeat(64)] }),
      'signing.pointMissing': async (walk) => (await read(walk)).sign({ hands: [] }),
      'signing.byCodeOnly': async (walk) => (await byCode(walk)).call('POST', '/handwriting', NOTHING),
      'signing.otherTablet': async (walk) => (await elsewhere(walk)).call('POST', '/handwriting', NOTHING),
      'signing.bioConsent': async (walk) => (await read(walk)).sign({ consentSha256: '0'.repeat(64) }),
      'signing.handRefused': async (walk) => {
        const hand = await read(walk);
        const { hands } = await written(await hand.terms());
        return hand.sign({ hands: hands.map((one) => ({ ...one, envelope: 'AAAA' })) });
      },
      'signing.closed': async (walk) => (await declined(walk)).call('POST', '/handwriting', NOTHING),
      'signing.locked': async (walk) => (await locked(walk)).call('POST', '/handwriting', NOTHING),
    },
  },
};
