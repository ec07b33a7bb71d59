/** English: suggested corrections of typed text. */
import type { English } from '../../catalogue-types.ts';

export const suggest: English['suggest'] = {
  meant: 'Did you mean',
  take: 'Write {{text}}',
};
