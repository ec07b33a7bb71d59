/** Parses whole numbers in URLs; a refusal names the violated bound. */
import { z } from 'zod';

/** Digits, at most `maximum`; the bounds are part of the printed description. */
export const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .superRefine((text, context) => {
      const addIssue = (message: string, params?: { limit: number }) =>
        context.addIssue({ code: 'custom', message, ...(params && { params }) });
      if (!/^-?\d+$/.test(text)) addIssue('integer');
      else if (Number(text) < minimum || text.startsWith('-')) addIssue('numberMin', { limit: minimum });
      else if (Number(text) > maximum) addIssue('numberMax', { limit: maximum });
    })
    .meta({ shape: z.int().min(minimum).max(maximum) })
    .transform(Number);
