/** Proofs of photos sent from a phone to the form at the desk. */
import { PHOTO_LIMIT } from '#contract/papers.ts';
import type { RefusalCode } from '#domain/errors.ts';
import { photoJpeg, photoPng, withExif } from '../../papers/photos.ts';
import { type Answer, base64, type Walk } from '../ground.ts';
import type { Proofs, Provoke } from '../proof.ts';
import { picture, REFUSED_COPIES } from './uploads.ts';

const LINKS = '/api/photo-codes';
const TOKEN = 'A'.repeat(32);

const photo = (bytes: Buffer) => ({ fileName: 'paraurti.jpg', content: base64(bytes) });

interface Opened {
  id: number;
  token: string;
}
async function opened(walk: Walk, most = 6): Promise<Opened> {
  const { id, url } = await walk.row(walk.post('dealer', LINKS, { most }));
  return { id, token: String(url).split('/').at(-1) ?? '' };
}

const onPhone = (walk: Walk, path: string, body?: object): Promise<Answer> =>
  walk.ask({
    method: body === undefined ? 'GET' : 'POST',
    path: `/api/photo-links/${path}`,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
const send = (walk: Walk, token: string, body: object) => onPhone(walk, `${token}/photos`, body);
const sendNew: (body: () => object) => Provoke = (body) => async (walk) =>
  send(walk, (await opened(walk)).token, body());

/** Calls until the limit is exceeded; the minute may change meanwhile. */
async function tooMany(most: number, call: () => Promise<Answer>): Promise<Answer> {
  let answer = await call();
  for (let asked = 0; asked < 2 * most && answer.statusCode !== 429; asked++) answer = await call();
  return answer;
}

const { 'file.tooLarge': _ofFiles, 'file.unreadable': _ofPictures, ...OTHERWISE_REFUSED } = REFUSED_COPIES;
const refusedCopies = Object.fromEntries(
  (Object.entries(OTHERWISE_REFUSED) as [RefusalCode, () => object][]).map(([code, copy]) => [code, sendNew(copy)]),
);

export const PHOTO_LINKS: Proofs = {
  openPhotoLink: {
    success: { 'a code': (walk) => walk.post('dealer', LINKS, { most: 2 }) },
    refusals: { 'request.tooMany': (walk) => tooMany(60, () => walk.post('nsc', LINKS, { most: 1 })) },
  },
  getPhotoLink: {
    success: {
      'without photos': async (walk) => walk.get('dealer', `${LINKS}/${(await opened(walk)).id}`),
      'one photo': async (walk) => {
        const { id, token } = await opened(walk);
        await walk.row(send(walk, token, photo(photoJpeg())));
        return walk.get('dealer', `${LINKS}/${id}`);
      },
    },
    refusals: {
      'photoLink.unknown': async (walk) => walk.get('admin', `${LINKS}/${(await opened(walk)).id}`),
    },
  },
  endPhotoLink: {
    success: {
      'the end of the link': async (walk) => walk.as('dealer', 'DELETE', `${LINKS}/${(await opened(walk)).id}`),
      'the same when repeated': async (walk) => {
        const { id } = await opened(walk);
        await walk.as('dealer', 'DELETE', `${LINKS}/${id}`);
        return walk.as('dealer', 'DELETE', `${LINKS}/${id}`);
      },
    },
    refusals: {
      'photoLink.unknown': async (walk) => walk.as('admin', 'DELETE', `${LINKS}/${(await opened(walk)).id}`),
    },
  },
  readPhotoLink: {
    success: { 'room for photos': async (walk) => onPhone(walk, (await opened(walk)).token) },
    refusals: {
      'photoLink.unknown': (walk) => onPhone(walk, TOKEN),
      'request.tooMany': (walk) => tooMany(60, () => onPhone(walk, TOKEN)),
    },
  },
  sendLinkPhoto: {
    success: {
      'a photo': sendNew(() => photo(photoJpeg())),
      'the same photo when repeated': async (walk) => {
        const { token } = await opened(walk, 1);
        await walk.row(send(walk, token, photo(photoJpeg())));
        return send(walk, token, photo(photoJpeg()));
      },
    },
    refusals: {
      ...refusedCopies,
      'photo.tooLarge': sendNew(() => photo(Buffer.concat([photoJpeg(), picture(4_194_304)]))),
      'photo.unreadable': sendNew(() => photo(photoJpeg().subarray(0, -20))),
      // The code is checked before the body is read.
      'request.tooLarge': async (walk) => {
        const path = `/api/photo-links/${(await opened(walk)).token}/photos`;
        const headers = { 'content-type': 'application/json' };
        return walk.ask({ method: 'POST', path, headers, announced: PHOTO_LIMIT + 1 });
      },
      'photoLink.unknown': async (walk) => {
        const { id, token } = await opened(walk);
        await walk.as('dealer', 'DELETE', `${LINKS}/${id}`);
        return send(walk, token, photo(photoJpeg()));
      },
      'photoLink.full': async (walk) => {
        const { token } = await opened(walk, 1);
        await walk.row(send(walk, token, photo(photoJpeg())));
        return send(walk, token, { ...photo(photoPng()), fileName: 'paraurti.png' });
      },
      'request.tooMany': async (walk) => {
        const { token } = await opened(walk);
        return tooMany(30, () => send(walk, token, photo(withExif(photoJpeg(), 6))));
      },
    },
  },
};
