/** A note above the fields whose code and words are loaded when first shown. */
import { type ComponentType, Suspense } from 'react';
import { holdPiece } from '../../text/language.ts';
import type { Piece } from '../../text/pieces.ts';
import { fetched } from '../fetched.tsx';

export function fetchedNote<P extends object>(
  words: Piece,
  load: () => Promise<ComponentType<P>>,
): (props: P) => React.ReactNode {
  const Fetched = fetched(async () => (await Promise.all([load(), holdPiece(words)]))[0]);
  return (props) => (
    <Suspense>
      <Fetched {...props} />
    </Suspense>
  );
}
