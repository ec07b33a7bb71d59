/** English: suggested corrections of typed text. */
import type { suggest as italian } from '../../it/customers/suggest.ts';
import type { Words } from '../../words.ts';

export const suggest: Words<typeof italian> = {
  meant: 'Did you mean',
  take: 'Write {{text}}',
};
