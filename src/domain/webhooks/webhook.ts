/** Validates a webhook receiver as entered by an administrator. */
import { z } from 'zod';
import { line, requiredLine } from '../text-schemas.ts';
import { WEBHOOK_EVENTS } from './events.ts';

export const MAX_ADDRESS_LENGTH = 2_048;
const MAX_DEALERS = 1_000;
/** Hours for which the previous secret stays valid. */
export const OVERLAP_HOURS = 24;
export const MAX_OVERLAP_HOURS = 168;

const isUnique = (values: readonly string[]): boolean => new Set(values).size === values.length;
const unique = { message: 'duplicate' } as const;

export const WEBHOOK_FIELDS = {
  url: requiredLine(MAX_ADDRESS_LENGTH),
  description: requiredLine(),
  /** Null: all events. */
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1).refine(isUnique, unique).nullish(),
  /** Dealer codes; null: documents of all dealers. */
  dealers: z.array(line(20)).min(1).max(MAX_DEALERS).refine(isUnique, unique).nullish(),
  /** Login; null: documents created by any user. */
  account: line(50).nullish(),
  enabled: z.boolean().default(true),
};
export const webhookSchema = z.strictObject(WEBHOOK_FIELDS);
export type WebhookInput = z.output<typeof webhookSchema>;

export const overlapSchema = z.strictObject({
  hours: z.number().int({ message: 'integer' }).min(0).max(MAX_OVERLAP_HOURS).default(OVERLAP_HOURS),
});
