/** Next to the button: what prevents the signature from starting; loaded when there is something to show. */
import { Suspense } from 'react';
import { fetched } from '../../../connected/fetched.tsx';
import { holdPiece } from '../../../text/language.ts';
import type { ObstacleProps } from './obstacle-text.tsx';

const ObstacleText = fetched(async () => {
  const [module] = await Promise.all([import('./obstacle-text.tsx'), holdPiece('startObstacle')]);
  return module.ObstacleText;
});

export function ObstacleNote(props: ObstacleProps) {
  return (
    <Suspense>
      <ObstacleText {...props} />
    </Suspense>
  );
}
