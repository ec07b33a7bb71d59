/** Photos that a phone sends to the form at the desk: the code and the received photos for staff, the upload for the phone. */
import { z } from 'zod';
import { maxRows } from '#domain/papers/labels/list-labels.ts';
import * as calls from '../calls/photo-links.ts';
import { endpoint, staffEndpointsOf } from '../definition/endpoint.ts';
import { idParams } from '../definition/paging.ts';
import { PLAIN_FILE_REFUSALS } from '../documents.ts';
import { copySchema, PHOTO_LIMIT } from '../papers.ts';

const documentEndpoint = staffEndpointsOf('document');

const TOKEN = 'kW3vQ0m1Yc7Zt2Jq9bXfUe5hRn8sLdPa';
const PHOTO = 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c';
const EXPIRES = '2026-11-20T08:27:00.000Z';

export const openPhotoLink = documentEndpoint(calls.openPhotoLink, 'document.create', {
  summary:
    'Create a code with which a phone sends photos to a document’s form: valid for fifteen minutes and `most` photos, until the caller ends it. `url` is the content of the QR code.',
  body: z.strictObject({ most: z.int().min(1).max(maxRows('PHOTO')) }),
  output: z.object({ id: z.number(), url: z.string(), expiresAt: z.string() }),
  example: {
    body: { most: 6 },
    answer: { id: 31, url: `https://fascicolo.example.com/photos/${TOKEN}`, expiresAt: EXPIRES },
  },
  errors: ['request.tooMany'],
});

export const getPhotoLink = documentEndpoint(calls.getPhotoLink, 'document.create', {
  summary: 'Photos received through a code of the caller, in order; each is the value of a field (`PHOTO_1_FILE`).',
  params: idParams,
  output: z.object({ open: z.boolean(), expiresAt: z.string(), photos: z.array(z.string()) }),
  example: { params: { id: 31 }, answer: { open: true, expiresAt: EXPIRES, photos: [PHOTO] } },
  errors: ['photoLink.unknown'],
});

export const endPhotoLink = documentEndpoint(calls.endPhotoLink, 'document.create', {
  summary: 'End a code of the caller: the phone can send no more photos; those received stay. Idempotent.',
  errors: ['photoLink.unknown'],
  params: idParams,
  status: 204,
  example: { params: { id: 31 } },
});

const tokenParams = z.strictObject({ token: z.string() });
const photoAllowance = z.object({
  /** Number of further photos that the form accepts. */
  left: z.number(),
  expiresAt: z.string(),
});

export const readPhotoLink = endpoint(calls.readPhotoLink, {
  summary:
    'How many more photos a phone may send, and until when. Unknown, expired and ended codes get the same response.',
  access: 'signer',
  params: tokenParams,
  output: photoAllowance,
  objectName: 'document',
  example: { params: { token: TOKEN }, answer: { left: 6, expiresAt: EXPIRES } },
  errors: ['photoLink.unknown', 'request.tooMany'],
});

export const sendLinkPhoto = endpoint(calls.sendLinkPhoto, {
  summary:
    'Upload a photo from the phone that scanned the code; its location, time and device metadata are removed, as for uploads by staff. The same photo sent again counts once.',
  access: 'signer',
  params: tokenParams,
  body: copySchema,
  bodyLimit: PHOTO_LIMIT,
  output: photoAllowance,
  objectName: 'document',
  example: {
    params: { token: TOKEN },
    body: {
      fileName: 'paraurti.jpg',
      mimeType: 'image/jpeg',
      fileSize: 48_213,
      content: '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBD…',
    },
    answer: { left: 5, expiresAt: EXPIRES },
  },
  errors: [
    ...PLAIN_FILE_REFUSALS.filter((code) => code !== 'file.tooLarge' && code !== 'file.unreadable'),
    ...(['photo.tooLarge', 'photo.unreadable', 'photoLink.unknown', 'photoLink.full', 'request.tooMany'] as const),
  ],
});
