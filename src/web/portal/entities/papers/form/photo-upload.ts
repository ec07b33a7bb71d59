/** Prepares a photo for upload: smaller, upright, without metadata on place and device. */
import { uploadPhoto as upload } from '#contract/calls/documents.ts';
import { MAX_PHOTO_BYTES, PHOTO_MIME_TYPES } from '#domain/papers/photo-limits.ts';
import { redrawPhoto } from '../../../../shared/redraw-photo.ts';
import { ask } from '../../../api/client.ts';
import { mimeTypeOf, toBase64 } from '../../documents/fields/document-values.ts';

export const PHOTO_ACCEPT = 'image/jpeg,image/png,.jpg,.jpeg,.png';

type PhotoProblem = 'type' | 'unreadable' | 'large';

/** Errors of a file that can be found before it is opened. */
function problemOf(file: File): PhotoProblem | undefined {
  return (PHOTO_MIME_TYPES as readonly string[]).includes(mimeTypeOf(file)) ? undefined : 'type';
}

/** @returns the value of the photo's field, or the problem. @throws ApiFailure when the server refuses it or does not answer. */
export async function uploadPhoto(file: File): Promise<{ photo: string } | { problem: PhotoProblem }> {
  const problem = problemOf(file);
  if (problem !== undefined) return { problem };
  const smaller = await redrawPhoto(file).catch(() => null);
  if (smaller === null) return { problem: 'unreadable' };
  if (smaller.size > MAX_PHOTO_BYTES) return { problem: 'large' };
  const { name: fileName, type: mimeType, size: fileSize } = smaller;
  const content = await toBase64(smaller);
  return ask(upload, { body: { fileName, mimeType, fileSize, content } });
}
