/** A customer's consents: purposes, channels, choices, controllers, and the current state. */
import type { Language } from '../errors.ts';

export const CONSENT_PURPOSES = ['MARKETING', 'PROFILING', 'SURVEYS', 'THIRD_PARTIES', 'SERVICE_OFFERS'] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

/** `ALL`: the purpose has no channels and is consented to as a whole. */
export const CONSENT_CHANNELS = ['EMAIL', 'MESSAGES', 'PHONE', 'POST', 'ALL'] as const;
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number];

/** A signer's possible answers; no answer is ever preset. */
export const CONSENT_ANSWERS = ['GRANTED', 'DENIED'] as const;
export type ConsentAnswer = (typeof CONSENT_ANSWERS)[number];

/** NOT_ASKED: no signed document has asked about the purpose. */
export const CONSENT_CHOICES = [...CONSENT_ANSWERS, 'NOT_ASKED'] as const;
export type ConsentChoice = (typeof CONSENT_CHOICES)[number];

/** How the customer requested a withdrawal. */
export const WITHDRAWAL_WAYS = ['IN_PERSON', 'EMAIL', 'PHONE', 'POST', 'OTHER'] as const;
export type WithdrawalWay = (typeof WITHDRAWAL_WAYS)[number];

/** The national company, controller of its own form; every other controller is a legal entity, identified by its code. */
export const NATIONAL_CONTROLLER = 'NSC';

/** Only the national company has its own register, which receives every change. */
export const hasRegister = (controller: string): boolean => controller === NATIONAL_CONTROLLER;

type LocalizedText = Readonly<Record<Language, string>>;

export const PURPOSE_NAMES = {
  MARKETING: { it: 'Comunicazioni commerciali', en: 'Marketing' },
  PROFILING: { it: 'Profilazione', en: 'Profiling' },
  SURVEYS: { it: 'Indagini sulla soddisfazione', en: 'Satisfaction surveys' },
  THIRD_PARTIES: { it: 'Comunicazione a terzi', en: 'Sharing with third parties' },
  SERVICE_OFFERS: { it: 'Promemoria e offerte di assistenza', en: 'Service reminders and offers' },
} as const satisfies Record<ConsentPurpose, LocalizedText>;

export const CHANNEL_NAMES = {
  EMAIL: { it: 'E-mail', en: 'E-mail' },
  MESSAGES: { it: 'SMS e messaggi', en: 'SMS and messages' },
  PHONE: { it: 'Telefono', en: 'Telephone' },
  POST: { it: 'Posta', en: 'Post' },
  ALL: { it: 'Consenso', en: 'Consent' },
} as const satisfies Record<ConsentChannel, LocalizedText>;

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

/** Each key's newest record; `records` is in the order of the statements, regardless of when they were recorded. */
export function latestConsents<R extends ConsentKey>(records: readonly R[]): R[] {
  const latest = new Map<string, R>();
  for (const record of records) latest.set(`${record.controller} ${record.purpose} ${record.channel}`, record);
  return [...latest.values()];
}
