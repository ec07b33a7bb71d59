/** Another person saved the row meanwhile: 409 `conflict.stale`. */
import { ApiFailure } from '../../api/failure.ts';

export const isStale = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.body.code === 'conflict.stale';
