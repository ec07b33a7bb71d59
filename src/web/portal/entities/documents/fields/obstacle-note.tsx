/** Next to the button: what prevents the signature from starting; loaded when there is something to show. */
import { lazyExtra } from '../../../connected/lazy-part.tsx';

export const ObstacleNote = lazyExtra(async () => (await import('./obstacle-text.tsx')).ObstacleText, 'startObstacle');
