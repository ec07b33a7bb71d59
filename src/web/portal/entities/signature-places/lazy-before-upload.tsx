/** Shows a file's signature fields before the upload; loaded when a PDF is chosen. */
import { lazyPart } from '../../connected/lazy-part.tsx';
import { type DocumentValues, mimeTypeOf } from '../documents/fields/document-values.ts';
import type { FileBeforeUploadProps } from './file-before-upload.tsx';
import type { Unplaced } from './moved-places.ts';

const LazyFileBeforeUpload = lazyPart(
  async () => (await import('./file-before-upload.tsx')).FileBeforeUploadContent,
  ...(['signaturePlaces', 'viewer'] as const),
);

export function FileBeforeUpload(props: FileBeforeUploadProps) {
  const { file } = props;
  return <LazyFileBeforeUpload key={`${file.name} ${file.size} ${file.lastModified}`} {...props} />;
}

export const isPdf = (file: File | null): file is File =>
  file !== null && mimeTypeOf(file) === 'application/pdf' && file.size > 0;

/** Stores where the seller placed the signatures of a new document. @returns null when nothing is left to store. */
export async function storePlaces(id: number, { file, moved, signable }: DocumentValues): Promise<Unplaced | null> {
  return file && moved && signable ? (await import('./use-placing.ts')).storeMoved(id, file, moved) : null;
}
