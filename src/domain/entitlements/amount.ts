/** How many of something were bought: a whole number of at least one, and a word of its own for whatever else was typed (specification §5). */
import { z } from 'zod';

export const amount = (most: number) =>
  z
    .number({
      error: ({ code, input }) => (code === 'invalid_type' ? (input == null ? 'required' : 'integer') : undefined),
    })
    .int('integer')
    .positive('positive')
    .max(most);
