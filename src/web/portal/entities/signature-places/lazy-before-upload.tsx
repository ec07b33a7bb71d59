/** Shows a file's signature fields before the upload; loaded when a PDF is chosen. */
import { Suspense } from 'react';
import { lazyPart } from '../../connected/lazy-part.tsx';
import { loadTexts } from '../../text/language.ts';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { type DocumentValues, mimeTypeOf } from '../documents/fields/document-values.ts';
import type { FileBeforeUploadProps } from './file-before-upload.tsx';
import type { Unplaced } from './moved-places.ts';

const LazyFileBeforeUpload = lazyPart(async () => {
  const [module] = await Promise.all([
    import('./file-before-upload.tsx'),
    loadTexts('signaturePlaces'),
    loadTexts('viewer'),
  ]);
  return module.FileBeforeUploadContent;
});

export function FileBeforeUpload(props: FileBeforeUploadProps) {
  const { file } = props;
  return (
    <Suspense fallback={<LoadingOverlay />}>
      <LazyFileBeforeUpload key={`${file.name} ${file.size} ${file.lastModified}`} {...props} />
    </Suspense>
  );
}

export const isPdf = (file: File | null): file is File =>
  file !== null && mimeTypeOf(file) === 'application/pdf' && file.size > 0;

/** Stores where the seller placed the signatures of a new document. @returns null when nothing is left to store. */
export async function storePlaces(id: number, { file, moved, signable }: DocumentValues): Promise<Unplaced | null> {
  return file && moved && signable ? (await import('./use-placing.ts')).storeMoved(id, file, moved) : null;
}
