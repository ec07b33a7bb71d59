/** Validates a purchased amount: a whole number of at least one, with a separate message for any other input. */
import { z } from 'zod';

export const amount = (max: number) =>
  z
    .number({
      error: ({ code, input }) => (code === 'invalid_type' ? (input == null ? 'required' : 'integer') : undefined),
    })
    .int('integer')
    .positive('positive')
    .max(max);
