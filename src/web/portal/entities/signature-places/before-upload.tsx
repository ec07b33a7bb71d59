/** Shows a file's signature fields before the upload; loaded when a PDF is chosen. */
import { Suspense } from 'react';
import { fetched } from '../../connected/fetched.tsx';
import { holdPiece } from '../../text/language.ts';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { type DocumentValues, mimeTypeOf } from '../documents/fields/values.ts';
import type { FileAheadProps } from './file-before-upload.tsx';
import type { Unplaced } from './moved.ts';

const Fetched = fetched(async () => {
  const [module] = await Promise.all([
    import('./file-before-upload.tsx'),
    holdPiece('signaturePlaces'),
    holdPiece('viewer'),
  ]);
  return module.FileAhead;
});

export function FileAhead(props: FileAheadProps) {
  const { file } = props;
  return (
    <Suspense fallback={<LoadingOverlay />}>
      <Fetched key={`${file.name} ${file.size} ${file.lastModified}`} {...props} />
    </Suspense>
  );
}

export const isPdf = (file: File | null): file is File =>
  file !== null && mimeTypeOf(file) === 'application/pdf' && file.size > 0;

/** Stores where the seller placed the signatures of a new document. @returns null when nothing is left to store. */
export async function placed(id: number, { file, moved, signable }: DocumentValues): Promise<Unplaced | null> {
  return file && moved && signable ? (await import('./use-placing.ts')).storeMoved(id, file, moved) : null;
}
