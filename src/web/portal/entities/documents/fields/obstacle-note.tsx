/** Next to the button: what prevents the signature from starting; loaded when there is something to show. */
import { Suspense } from 'react';
import { lazyPart } from '../../../connected/lazy-part.tsx';
import { loadTexts } from '../../../text/language.ts';
import type { ObstacleProps } from './obstacle-text.tsx';

const ObstacleText = lazyPart(async () => {
  const [module] = await Promise.all([import('./obstacle-text.tsx'), loadTexts('startObstacle')]);
  return module.ObstacleText;
});

export function ObstacleNote(props: ObstacleProps) {
  return (
    <Suspense>
      <ObstacleText {...props} />
    </Suspense>
  );
}
