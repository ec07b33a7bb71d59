/** Texts for documents that are signed together. */
import type { TFunction } from 'i18next';
import type { TogetherChoice } from './together-choices.ts';

export const named = (label: string, id: number): string => `${label} n.\u00a0${id}`;

/** Why a document must be signed separately, as a sentence. */
export function togetherReasonText(t: TFunction, reason: NonNullable<TogetherChoice['reason']>): string {
  switch (reason) {
    case 'otherFolder':
    case 'module':
    case 'byHand':
    case 'otherKind':
    case 'sameForm':
      return t(`togetherDialog.reason.${reason}`);
    default:
      return t('documents.startNotNow', { reason: t(`label.lifeReason.${reason}`) });
  }
}
