/** A note above the fields; its code and texts are loaded when it is first shown. */
import { type ComponentType, Suspense } from 'react';
import type { Piece } from '../../text/catalogue-pieces.ts';
import { loadTexts } from '../../text/language.ts';
import { lazyPart } from '../lazy-part.tsx';

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
