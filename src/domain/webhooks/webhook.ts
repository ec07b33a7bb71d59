/** Validates a webhook receiver as entered by an administrator. */
import { z } from 'zod';
import { line, requiredLine } from '../text.ts';
import { WEBHOOK_EVENTS } from './events.ts';

export const LONGEST_ADDRESS = 2_048;
const MOST_DEALERS = 1_000;
/** Hours for which the previous secret stays valid. */
export const OVERLAP_HOURS = 24;
export const MOST_OVERLAP_HOURS = 168;

const isUnique = (values: readonly string[]): boolean => new Set(values).size === values.length;
const unique = { message: 'duplicate' } as const;

export const WEBHOOK_FIELDS = {
  url: requiredLine(LONGEST_ADDRESS),
  description: requiredLine(),
  /** Null: all events. */
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1).refine(isUnique, unique).nullish(),
  /** Dealer codes; null: documents of all dealers. */
  dealers: z.array(line(20)).min(1).max(MOST_DEALERS).refine(isUnique, unique).nullish(),
  /** Login; null: documents created by any user. */
  account: line(50).nullish(),
  enabled: z.boolean().default(true),
};
export const webhookSchema = z.strictObject(WEBHOOK_FIELDS);
export type WebhookInput = z.output<typeof webhookSchema>;

export const overlapSchema = z.strictObject({
  hours: z.number().int({ message: 'integer' }).min(0).max(MOST_OVERLAP_HOURS).default(OVERLAP_HOURS),
});
