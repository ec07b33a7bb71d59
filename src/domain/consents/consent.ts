/** What a customer consents to: purposes, channels and choices, whose they are, and where they stand now (D-6, D-90, D-91). */
import type { Language } from '../errors.ts';

export const CONSENT_PURPOSES = ['MARKETING', 'PROFILING', 'SURVEYS', 'THIRD_PARTIES', 'SERVICE_OFFERS'] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

/** `ALL`: the purpose knows no channels, it is consented to as a whole. */
export const CONSENT_CHANNELS = ['EMAIL', 'MESSAGES', 'PHONE', 'POST', 'ALL'] as const;
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number];

/** What a signer can answer; nothing is ever answered in their place. */
export const CONSENT_ANSWERS = ['GRANTED', 'DENIED'] as const;
export type ConsentAnswer = (typeof CONSENT_ANSWERS)[number];

/** NOT_ASKED is where a purpose stands that no signed document has asked about. */
export const CONSENT_CHOICES = [...CONSENT_ANSWERS, 'NOT_ASKED'] as const;
export type ConsentChoice = (typeof CONSENT_CHOICES)[number];

/** How the customer asked for a withdrawal. */
export const WITHDRAWAL_WAYS = ['IN_PERSON', 'EMAIL', 'PHONE', 'POST', 'OTHER'] as const;
export type WithdrawalWay = (typeof WITHDRAWAL_WAYS)[number];

/** The national company, controller of its own form; every other controller is a legal entity by its code (D-6). */
export const NATIONAL_CONTROLLER = 'NSC';

/** Only the national company keeps a register of its own that is told of every change (P-5). */
export const keepsRegister = (controller: string): boolean => controller === NATIONAL_CONTROLLER;

type Words = Readonly<Record<Language, string>>;

export const PURPOSE_NAMES = {
  MARKETING: { it: 'Comunicazioni commerciali', en: 'Marketing' },
  PROFILING: { it: 'Profilazione', en: 'Profiling' },
  SURVEYS: { it: 'Indagini sulla soddisfazione', en: 'Satisfaction surveys' },
  THIRD_PARTIES: { it: 'Comunicazione a terzi', en: 'Sharing with third parties' },
  SERVICE_OFFERS: { it: 'Promemoria e offerte di assistenza', en: 'Service reminders and offers' },
} as const satisfies Record<ConsentPurpose, Words>;

export const CHANNEL_NAMES = {
  EMAIL: { it: 'E-mail', en: 'E-mail' },
  MESSAGES: { it: 'SMS e messaggi', en: 'SMS and messages' },
  PHONE: { it: 'Telefono', en: 'Telephone' },
  POST: { it: 'Posta', en: 'Post' },
  ALL: { it: 'Consenso', en: 'Consent' },
} as const satisfies Record<ConsentChannel, Words>;

export interface ConsentKey {
  readonly controller: string;
  readonly purpose: ConsentPurpose;
  readonly channel: ConsentChannel;
}

/** `Profilazione`, or `Comunicazioni commerciali: E-mail`. */
export function consentLabel({ purpose, channel }: Omit<ConsentKey, 'controller'>, language: Language = 'it'): string {
  const name = PURPOSE_NAMES[purpose][language];
  return channel === 'ALL' ? name : `${name}: ${CHANNEL_NAMES[channel][language]}`;
}

/** Each key's newest record; what was said later stands behind what was said earlier in `records`, whenever it was written. */
export function latestConsents<R extends ConsentKey>(records: readonly R[]): R[] {
  const latest = new Map<string, R>();
  for (const record of records) latest.set(`${record.controller} ${record.purpose} ${record.channel}`, record);
  return [...latest.values()];
}
