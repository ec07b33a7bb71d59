/** Proofs of the customer's calls behind a link. */
import { wrongCode } from '../../stages/signing-stage.ts';
import type { Proofs, ProvokeCall } from '../proof.ts';
import { Signer, type TestApi } from '../test-api.ts';
import { sellService } from './uploads.ts';

const opened = async (api: TestApi): Promise<Signer> =>
  new Signer(api, await api.startSigning((await api.newReadyDocument()).id));
const REASON = { reason: 'Il prezzo non è quello concordato' };
const UNKNOWN = '/api/sign/AAAAAAEtq83vASNFZ4mrze8BI0VniavN';

const unknownLink =
  (method: 'GET' | 'POST', call: string, body?: object): ProvokeCall =>
  (api) =>
    method === 'GET' ? new Signer(api, UNKNOWN).get(call) : new Signer(api, UNKNOWN).post(call, body);

async function declinedSigner(api: TestApi): Promise<Signer> {
  const signer = await opened(api);
  await signer.post('/decline', REASON);
  return signer;
}

/** Five wrong codes in one signing session. */
async function lockedSigner(api: TestApi): Promise<Signer> {
  const { signer, code, points, phone } = await api.readyToConfirm();
  for (let round = 0; round < 3; round++) await signer.post('/sign', { code: wrongCode(code), points });
  await api.advance(61);
  await signer.post('/otp');
  const second = await api.code(phone);
  for (let round = 0; round < 2; round++) await signer.post('/sign', { code: wrongCode(second), points });
  return signer;
}

/** A browser other than the one that requested the code. */
const otherBrowser = async (api: TestApi): Promise<Signer> => new Signer(api, (await api.readyToConfirm()).path);

const ANY_CODE = { code: '123456', points: [] };

export const SIGNER: Proofs = {
  openLink: {
    success: { 'the signing session': async (api) => (await opened(api)).get() },
    refusals: { 'signing.unknownLink': unknownLink('GET', '') },
  },
  beginReading: {
    success: {
      'as opened in this browser': async (api) => (await opened(api)).post('/open'),
      'as taken over by this browser': async (api) => (await otherBrowser(api)).takeOver(),
    },
    refusals: {
      'signing.unknownLink': unknownLink('POST', '/open'),
      'signing.notYours': async (api) => (await otherBrowser(api)).post('/open'),
    },
  },
  readLinkDocument: {
    success: { 'the exact bytes': async (api) => (await opened(api)).read() },
    refusals: {
      'signing.unknownLink': unknownLink('GET', '/document'),
      'signing.notYours': async (api) => (await otherBrowser(api)).get('/document'),
      'signing.notOpened': async (api) => (await opened(api)).get('/document'),
    },
  },
  readLinkText: {
    success: {
      'the text of its pages': async (api) => {
        const signer = await opened(api);
        await signer.post('/open');
        return signer.get('/text');
      },
    },
    refusals: {
      'signing.unknownLink': unknownLink('GET', '/text'),
      'signing.notYours': async (api) => (await otherBrowser(api)).get('/text'),
      'signing.notOpened': async (api) => (await opened(api)).get('/text'),
    },
  },
  requestCode: {
    success: { 'a code by SMS': async (api) => (await opened(api)).post('/otp') },
    refusals: {
      'signing.unknownLink': unknownLink('POST', '/otp'),
      'signing.notYours': async (api) => (await otherBrowser(api)).post('/otp'),
      'signing.alreadySigned': async (api) => (await api.newSignedDocument()).signer.post('/otp'),
      'signing.closed': async (api) => (await declinedSigner(api)).post('/otp'),
      'signing.locked': async (api) => (await lockedSigner(api)).post('/otp'),
      'otp.phoneCountry': async (api) => {
        const { settings } = api.test.world;
        const { otpCountries } = settings;
        const signer = await opened(api);
        Object.assign(settings, { otpCountries: ['49'] });
        return signer.post('/otp').finally(() => Object.assign(settings, { otpCountries }));
      },
      'otp.tooSoon': async (api) => (await api.readyToConfirm()).signer.post('/otp'),
      'otp.tooMany': async (api) => {
        const { signer } = await api.readyToConfirm();
        for (let round = 0; round < 3; round++) {
          await api.advance(61);
          await signer.post('/otp');
        }
        await api.advance(61);
        return signer.post('/otp');
      },
      'otp.noneLeft': async (api) => {
        const { hst, legalEntity } = await api.newDealer();
        await sellService(api, 'OTP', legalEntity);
        const { signer } = await api.readyToConfirm(await api.newReadyDocument({}, { hst }));
        await api.advance(61);
        return signer.post('/otp');
      },
    },
  },
  confirmSignature: {
    success: {
      'the signature': async (api) => {
        const { signer, code, points } = await api.readyToConfirm();
        return signer.post('/sign', { code, points });
      },
    },
    refusals: {
      'signing.unknownLink': unknownLink('POST', '/sign', ANY_CODE),
      'signing.notYours': async (api) => (await otherBrowser(api)).post('/sign', ANY_CODE),
      'signing.notRead': async (api) => {
        const { id, phone } = await api.newReadyDocument();
        const signer = new Signer(api, await api.startSigning(id));
        await signer.post('/otp');
        const { points } = (await signer.get()).json<{ points: { id: string }[] }>();
        return signer.post('/sign', { code: await api.code(phone), points: points.map((point) => point.id) });
      },
      'signing.otherBytes': async (api) => {
        const { signer, code, points } = await api.readyToConfirm();
        return signer.post('/sign', { code, points, shown: ['0'.repeat(64)] });
      },
      'signing.pointMissing': async (api) => {
        const { signer, code } = await api.readyToConfirm();
        return signer.post('/sign', { code, points: [] });
      },
      'signing.closed': async (api) => (await declinedSigner(api)).post('/sign', ANY_CODE),
      'signing.locked': async (api) => (await lockedSigner(api)).post('/sign', ANY_CODE),
      'otp.none': async (api) => {
        const signer = await opened(api);
        await signer.read();
        const { points } = (await signer.get()).json<{ points: { id: string }[] }>();
        return signer.post('/sign', { code: '123456', points: points.map((point) => point.id) });
      },
      'otp.wrong': async (api) => {
        const { signer, code, points } = await api.readyToConfirm();
        return signer.post('/sign', { code: wrongCode(code), points });
      },
      'otp.expired': async (api) => {
        const { signer, code, points } = await api.readyToConfirm();
        await api.advance(5 * 60 + 1);
        return signer.post('/sign', { code, points });
      },
    },
  },
  declineSignature: {
    success: { 'refused, with a reason': async (api) => (await opened(api)).post('/decline', REASON) },
    refusals: {
      'signing.unknownLink': unknownLink('POST', '/decline', REASON),
      'signing.notYours': async (api) => (await otherBrowser(api)).post('/decline', REASON),
      'signing.alreadySigned': async (api) => (await api.newSignedDocument()).signer.post('/decline', REASON),
      'signing.locked': async (api) => (await lockedSigner(api)).post('/decline', REASON),
    },
  },
  readSignedCopy: {
    success: { 'for the browser that signed': async (api) => (await api.newSignedDocument()).signer.get('/signed') },
    refusals: {
      'signing.unknownLink': unknownLink('GET', '/signed'),
      'document.notSigned': async (api) => (await api.readyToConfirm()).signer.get('/signed'),
    },
  },
};
