/** A note above the fields; its code and texts are loaded when it is first shown. */
import { type ComponentType, Suspense } from 'react';
import { loadTexts } from '../../text/language.ts';
import type { Piece } from '../../text/pieces.ts';
import { lazyPart } from '../fetched.tsx';

export function lazyNote<P extends object>(
  words: Piece,
  load: () => Promise<ComponentType<P>>,
): (props: P) => React.ReactNode {
  const LazyNote = lazyPart(async () => (await Promise.all([load(), loadTexts(words)]))[0]);
  return (props) => (
    <Suspense>
      <LazyNote {...props} />
    </Suspense>
  );
}
