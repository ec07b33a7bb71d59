/** The consent texts of a signature, as of its start. */
import { createHash } from 'node:crypto';
import { consentQuestions } from '#domain/consents/notices.ts';
import type { SignaturePoint } from '../queries.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/**
 * The text stored with a point; for points from before it was stored, the product's draft that the point names. @throws
 * when that draft no longer exists.
 */
export function consentTextOf(type: string, point: SignaturePoint): { title: string; text: string } {
  const { consent_title: title, consent_text: text, purpose, channel } = point;
  if (title !== null && text !== null) return { title, text };
  const draft = consentQuestions(type).find((question) => question.purpose === purpose && question.channel === channel);
  if (draft === undefined || sha256(draft.text) !== point.text_sha256) {
    throw new Error(`The text of point ${point.id} has changed since the signature was started`);
  }
  return draft;
}
