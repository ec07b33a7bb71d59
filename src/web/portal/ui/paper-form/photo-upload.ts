/** A photo on its way from telephone or disk to the server: smaller, upright, without what it tells of place and device (D §8.2). */
import { uploadPhoto as upload } from '#contract/calls/documents.ts';
import { MAX_PHOTO_BYTES, PHOTO_MIME_TYPES } from '#domain/papers/photo-limits.ts';
import { ask } from '../../api/client.ts';
import { mimeTypeOf, toBase64 } from '../document-fields/values.ts';

/** Pixels of the longer side: on the paper that is 480 to an inch. */
const LONGEST_SIDE = 1600;
const QUALITY = 0.82;

export const PHOTO_ACCEPT = 'image/jpeg,image/png,.jpg,.jpeg,.png';

type PhotoProblem = 'type' | 'unreadable' | 'large';

/** What is wrong with a file before it is opened. */
function problemOf(file: File): PhotoProblem | undefined {
  return (PHOTO_MIME_TYPES as readonly string[]).includes(mimeTypeOf(file)) ? undefined : 'type';
}

/** Drawn anew as JPEG, the way up it is seen. @throws when the browser cannot open it. */
async function redrawn(file: File): Promise<File> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const surface = canvas.getContext('2d');
  if (surface === null) throw new Error('There is no canvas');
  // What is transparent would be black in a JPEG.
  surface.fillStyle = '#ffffff';
  surface.fillRect(0, 0, canvas.width, canvas.height);
  surface.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (blob === null) throw new Error('The picture could not be written');
  return new File([blob], `${file.name.replace(/\.[^.]*$/, '') || 'foto'}.jpg`, { type: 'image/jpeg' });
}

/** @returns what the field of the photo holds, or what is wrong. @throws ApiFailure when the server refuses it or does not answer. */
export async function uploadPhoto(file: File): Promise<{ photo: string } | { problem: PhotoProblem }> {
  const problem = problemOf(file);
  if (problem !== undefined) return { problem };
  const smaller = await redrawn(file).catch(() => null);
  if (smaller === null) return { problem: 'unreadable' };
  if (smaller.size > MAX_PHOTO_BYTES) return { problem: 'large' };
  const { name: fileName, type: mimeType, size: fileSize } = smaller;
  const content = await toBase64(smaller);
  return ask(upload, { body: { fileName, mimeType, fileSize, content } });
}
