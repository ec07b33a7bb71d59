/** Proofs of the customer's calls behind a link. */
import { wrongCode } from '../../stages/signing-stage.ts';
import { Signer, type Walk } from '../ground.ts';
import type { Proofs, Provoke } from '../proof.ts';
import { sell } from './uploads.ts';

const opened = async (walk: Walk): Promise<Signer> => new Signer(walk, await walk.started((await walk.ready()).id));
const REASON = { reason: 'Il prezzo non è quello concordato' };
const UNKNOWN = '/api/sign/AAAAAAEtq83vASNFZ4mrze8BI0VniavN';

/** An unknown link. */
const unknownLink =
  (method: 'GET' | 'POST', call: string, body?: object): Provoke =>
  (walk) =>
    method === 'GET' ? new Signer(walk, UNKNOWN).get(call) : new Signer(walk, UNKNOWN).post(call, body);

async function declined(walk: Walk): Promise<Signer> {
  const signer = await opened(walk);
  await signer.post('/decline', REASON);
  return signer;
}

/** Five wrong codes in one signing session. */
async function locked(walk: Walk): Promise<Signer> {
  const { signer, code, points, phone } = await walk.waiting();
  for (let round = 0; round < 3; round++) await signer.post('/sign', { code: wrongCode(code), points });
  await walk.later(61);
  await signer.post('/otp');
  const second = await walk.code(phone);
  for (let round = 0; round < 2; round++) await signer.post('/sign', { code: wrongCode(second), points });
  return signer;
}

/** A browser other than the one that requested the code. */
const stranger = async (walk: Walk): Promise<Signer> => new Signer(walk, (await walk.waiting()).path);

const ANY_CODE = { code: '123456', points: [] };

export const SIGNER: Proofs = {
  openLink: {
    success: { 'the signing session': async (walk) => (await opened(walk)).get() },
    refusals: { 'signing.unknownLink': unknownLink('GET', '') },
  },
  beginReading: {
    success: {
      'as opened in this browser': async (walk) => (await opened(walk)).post('/open'),
      'as taken over by this browser': async (walk) => (await stranger(walk)).moveHere(),
    },
    refusals: {
      'signing.unknownLink': unknownLink('POST', '/open'),
      'signing.notYours': async (walk) => (await stranger(walk)).post('/open'),
    },
  },
  readLinkDocument: {
    success: { 'the exact bytes': async (walk) => (await opened(walk)).read() },
    refusals: {
      'signing.unknownLink': unknownLink('GET', '/document'),
      'signing.notYours': async (walk) => (await stranger(walk)).get('/document'),
      'signing.notOpened': async (walk) => (await opened(walk)).get('/document'),
    },
  },
  readLinkText: {
    success: {
      'the text of its pages': async (walk) => {
        const signer = await opened(walk);
        await signer.post('/open');
        return signer.get('/text');
      },
    },
    refusals: {
      'signing.unknownLink': unknownLink('GET', '/text'),
      'signing.notYours': async (walk) => (await stranger(walk)).get('/text'),
      'signing.notOpened': async (walk) => (await opened(walk)).get('/text'),
    },
  },
  requestCode: {
    success: { 'a code by SMS': async (walk) => (await opened(walk)).post('/otp') },
    refusals: {
      'signing.unknownLink': unknownLink('POST', '/otp'),
      'signing.notYours': async (walk) => (await stranger(walk)).post('/otp'),
      'signing.alreadySigned': async (walk) => (await walk.signed()).signer.post('/otp'),
      'signing.closed': async (walk) => (await declined(walk)).post('/otp'),
      'signing.locked': async (walk) => (await locked(walk)).post('/otp'),
      'otp.phoneCountry': async (walk) => {
        const { settings } = walk.test.world;
        const { otpCountries } = settings;
        const signer = await opened(walk);
        Object.assign(settings, { otpCountries: ['49'] });
        return signer.post('/otp').finally(() => Object.assign(settings, { otpCountries }));
      },
      'otp.tooSoon': async (walk) => (await walk.waiting()).signer.post('/otp'),
      'otp.tooMany': async (walk) => {
        const { signer } = await walk.waiting();
        for (let round = 0; round < 3; round++) {
          await walk.later(61);
          await signer.post('/otp');
        }
        await walk.later(61);
        return signer.post('/otp');
      },
      'otp.noneLeft': async (walk) => {
        const { hst, legalEntity } = await walk.newDealer();
        await sell(walk, 'OTP', legalEntity);
        const { signer } = await walk.waiting(await walk.ready({}, { hst }));
        await walk.later(61);
        return signer.post('/otp');
      },
    },
  },
  confirmSignature: {
    success: {
      'the signature': async (walk) => {
        const { signer, code, points } = await walk.waiting();
        return signer.post('/sign', { code, points });
      },
    },
    refusals: {
      'signing.unknownLink': unknownLink('POST', '/sign', ANY_CODE),
      'signing.notYours': async (walk) => (await stranger(walk)).post('/sign', ANY_CODE),
      'signing.notRead': async (walk) => {
        const { id, phone } = await walk.ready();
        const signer = new Signer(walk, await walk.started(id));
        await signer.post('/otp');
        const { points } = (await signer.get()).json<{ points: { id: string }[] }>();
        return signer.post('/sign', { code: await walk.code(phone), points: points.map((point) => point.id) });
      },
      'signing.otherBytes': async (walk) => {
        const { signer, code, points } = await walk.waiting();
        return signer.post('/sign', { code, points, shown: ['0'.repeat(64)] });
      },
      'signing.pointMissing': async (walk) => {
        const { signer, code } = await walk.waiting();
        return signer.post('/sign', { code, points: [] });
      },
      'signing.closed': async (walk) => (await declined(walk)).post('/sign', ANY_CODE),
      'signing.locked': async (walk) => (await locked(walk)).post('/sign', ANY_CODE),
      'otp.none': async (walk) => {
        const signer = await opened(walk);
        await signer.read();
        const { points } = (await signer.get()).json<{ points: { id: string }[] }>();
        return signer.post('/sign', { code: '123456', points: points.map((point) => point.id) });
      },
      'otp.wrong': async (walk) => {
        const { signer, code, points } = await walk.waiting();
        return signer.post('/sign', { code: wrongCode(code), points });
      },
      'otp.expired': async (walk) => {
        const { signer, code, points } = await walk.waiting();
        await walk.later(5 * 60 + 1);
        return signer.post('/sign', { code, points });
      },
    },
  },
  declineSignature: {
    success: { 'refused, with a reason': async (walk) => (await opened(walk)).post('/decline', REASON) },
    refusals: {
      'signing.unknownLink': unknownLink('POST', '/decline', REASON),
      'signing.notYours': async (walk) => (await stranger(walk)).post('/decline', REASON),
      'signing.alreadySigned': async (walk) => (await walk.signed()).signer.post('/decline', REASON),
      'signing.locked': async (walk) => (await locked(walk)).post('/decline', REASON),
    },
  },
  readSignedCopy: {
    success: { 'for the browser that signed': async (walk) => (await walk.signed()).signer.get('/signed') },
    refusals: {
      'signing.unknownLink': unknownLink('GET', '/signed'),
      'document.notSigned': async (walk) => (await walk.waiting()).signer.get('/signed'),
    },
  },
};
