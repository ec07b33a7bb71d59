/** The record of a customer's withdrawal of consents: the same rules in the dialog and on the server. */
import { z } from 'zod';
import { CONSENT_CHANNELS, CONSENT_PURPOSES, WITHDRAWAL_WAYS } from './consent.ts';
import { purposesOf } from './notices.ts';

const optionalLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses control characters
    .refine((text) => !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text) && text.isWellFormed(), { message: 'type' })
    .nullish()
    .transform((text) => (text ? text : null));

export const withdrawalSchema = z
  .strictObject({
    /** NSC or the dossier's legal entity. */
    controller: z.string().max(64),
    purpose: z.enum(CONSENT_PURPOSES),
    channels: z.array(z.enum(CONSENT_CHANNELS)).min(1).max(CONSENT_CHANNELS.length),
    /** How the customer requested it. */
    via: z.enum(WITHDRAWAL_WAYS),
    /** The requester, if not the customer. */
    requestedBy: optionalLine(255),
    note: optionalLine(1000),
  })
  .superRefine(({ controller, purpose, channels }, context) => {
    const purposes = purposesOf(controller).filter((entry) => entry.purpose === purpose);
    const knownChannels = new Set(purposes.flatMap((entry) => [...entry.channels]));
    if (knownChannels.size === 0) context.addIssue({ code: 'custom', path: ['purpose'], message: 'oneOf' });
    else if (channels.some((channel) => !knownChannels.has(channel)) || new Set(channels).size !== channels.length) {
      context.addIssue({ code: 'custom', path: ['channels'], message: 'oneOf' });
    }
  });
export type Withdrawal = z.output<typeof withdrawalSchema>;
