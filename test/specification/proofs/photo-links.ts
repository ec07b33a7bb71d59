/** Proofs of photos sent from a phone to the form at the desk. */
import { PHOTO_LIMIT } from '#contract/papers.ts';
import type { RefusalCode } from '#domain/errors.ts';
import { photoJpeg, photoPng, withExif } from '../../papers/photos.ts';
import type { Proofs, ProvokeCall } from '../proof.ts';
import { type Answer, base64, type TestApi } from '../test-api.ts';
import { picture, REFUSED_COPIES } from './uploads.ts';

const LINKS = '/api/photo-codes';
const TOKEN = 'A'.repeat(32);

const photo = (bytes: Buffer) => ({ fileName: 'paraurti.jpg', content: base64(bytes) });

interface OpenLink {
  id: number;
  token: string;
}
async function openLink(api: TestApi, maxPhotos = 6): Promise<OpenLink> {
  const { id, url } = await api.bodyOf(api.post('dealer', LINKS, { most: maxPhotos }));
  return { id, token: String(url).split('/').at(-1) ?? '' };
}

const callFromPhone = (api: TestApi, path: string, body?: object): Promise<Answer> =>
  api.ask({
    method: body === undefined ? 'GET' : 'POST',
    path: `/api/photo-links/${path}`,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
const send = (api: TestApi, token: string, body: object) => callFromPhone(api, `${token}/photos`, body);
const sendNew: (body: () => object) => ProvokeCall = (body) => async (api) =>
  send(api, (await openLink(api)).token, body());

/** Calls until the limit is exceeded; the minute may change meanwhile. */
async function callPastLimit(limit: number, call: () => Promise<Answer>): Promise<Answer> {
  let answer = await call();
  for (let attempt = 0; attempt < 2 * limit && answer.statusCode !== 429; attempt++) answer = await call();
  return answer;
}

const { 'file.tooLarge': _ofFiles, 'file.unreadable': _ofPictures, ...OTHERWISE_REFUSED } = REFUSED_COPIES;
const refusedCopies = Object.fromEntries(
  (Object.entries(OTHERWISE_REFUSED) as [RefusalCode, () => object][]).map(([code, copy]) => [code, sendNew(copy)]),
);

export const PHOTO_LINKS: Proofs = {
  openPhotoLink: {
    success: { 'a code': (api) => api.post('dealer', LINKS, { most: 2 }) },
    refusals: { 'request.tooMany': (api) => callPastLimit(60, () => api.post('nsc', LINKS, { most: 1 })) },
  },
  getPhotoLink: {
    success: {
      'without photos': async (api) => api.get('dealer', `${LINKS}/${(await openLink(api)).id}`),
      'one photo': async (api) => {
        const { id, token } = await openLink(api);
        await api.bodyOf(send(api, token, photo(photoJpeg())));
        return api.get('dealer', `${LINKS}/${id}`);
      },
    },
    refusals: {
      'photoLink.unknown': async (api) => api.get('admin', `${LINKS}/${(await openLink(api)).id}`),
    },
  },
  endPhotoLink: {
    success: {
      'the end of the link': async (api) => api.callAs('dealer', 'DELETE', `${LINKS}/${(await openLink(api)).id}`),
      'the same when repeated': async (api) => {
        const { id } = await openLink(api);
        await api.callAs('dealer', 'DELETE', `${LINKS}/${id}`);
        return api.callAs('dealer', 'DELETE', `${LINKS}/${id}`);
      },
    },
    refusals: {
      'photoLink.unknown': async (api) => api.callAs('admin', 'DELETE', `${LINKS}/${(await openLink(api)).id}`),
    },
  },
  readPhotoLink: {
    success: { 'room for photos': async (api) => callFromPhone(api, (await openLink(api)).token) },
    refusals: {
      'photoLink.unknown': (api) => callFromPhone(api, TOKEN),
      'request.tooMany': (api) => callPastLimit(60, () => callFromPhone(api, TOKEN)),
    },
  },
  sendLinkPhoto: {
    success: {
      'a photo': sendNew(() => photo(photoJpeg())),
      'the same photo when repeated': async (api) => {
        const { token } = await openLink(api, 1);
        await api.bodyOf(send(api, token, photo(photoJpeg())));
        return send(api, token, photo(photoJpeg()));
      },
    },
    refusals: {
      ...refusedCopies,
      'photo.tooLarge': sendNew(() => photo(Buffer.concat([photoJpeg(), picture(4_194_304)]))),
      'photo.unreadable': sendNew(() => photo(photoJpeg().subarray(0, -20))),
      // The code is checked before the body is read.
      'request.tooLarge': async (api) => {
        const path = `/api/photo-links/${(await openLink(api)).token}/photos`;
        const headers = { 'content-type': 'application/json' };
        return api.ask({ method: 'POST', path, headers, announced: PHOTO_LIMIT + 1 });
      },
      'photoLink.unknown': async (api) => {
        const { id, token } = await openLink(api);
        await api.callAs('dealer', 'DELETE', `${LINKS}/${id}`);
        return send(api, token, photo(photoJpeg()));
      },
      'photoLink.full': async (api) => {
        const { token } = await openLink(api, 1);
        await api.bodyOf(send(api, token, photo(photoJpeg())));
        return send(api, token, { ...photo(photoPng()), fileName: 'paraurti.png' });
      },
      'request.tooMany': async (api) => {
        const { token } = await openLink(api);
        return callPastLimit(30, () => send(api, token, photo(withExif(photoJpeg(), 6))));
      },
    },
  },
};
