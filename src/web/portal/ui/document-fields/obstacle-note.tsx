/** Beside the button: what keeps the signature from starting; fetched when there is something to tell. */
import { Suspense } from 'react';
import { holdPiece } from '../../text/language.ts';
import type { Catalogue } from '../../text/pieces.ts';
import { fetched } from '../fetched.tsx';

export interface Obstacle {
  readonly kind: Exclude<keyof Catalogue['startObstacle'], 'feaModuleWaiting' | 'correct'>;
  readonly dossierId: number | null;
  readonly mobilePhone: string;
  readonly moduleId: number | null;
}

export interface ObstacleProps {
  obstacle: Obstacle;
  /** Leads to the form of a customer who is new. */
  onCustomer?: () => void;
}

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
