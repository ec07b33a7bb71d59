/** How the last signature ended, derived from the document's status reason; the texts are those of the signer's page. */
import { describe, expect, it } from 'vitest';
import { english } from '../../web/signer/text/en.ts';
import { italian } from '../../web/signer/text/it.ts';
import { endReasonOf, isNotMe, needsCorrection, WRONG_DATA } from './decline-reasons.ts';

const document = (code: string, text: string, status = 'READY_TO_SIGN') => ({ status, statusReason: { code, text } });

describe('a declined signature', () => {
  it('was the wrong person’s by its code, and by the sentence that earlier versions stored', () => {
    expect(isNotMe('signing.notMe')).toBe(true);
    expect(isNotMe('Chi ha aperto il link segnala di non essere la persona indicata.')).toBe(true);
    for (const reason of ['signing.declined', 'Non sono io', '', null]) expect(isNotMe(reason)).toBe(false);
  });

  it('for wrong data has the words of the signer’s page, in both languages', () => {
    expect(WRONG_DATA).toEqual({ it: italian.decline.reasons.wrongData, en: english.decline.reasons.wrongData });
    for (const words of Object.values(WRONG_DATA)) {
      expect(needsCorrection(document('signing.declined', `Ha rifiutato. ${words}: il prezzo.`))).toBe(true);
    }
  });

  it('for another reason, or ended otherwise, requires no correction', () => {
    expect(needsCorrection(document('signing.declined', 'Ha rifiutato. Ho cambiato idea'))).toBe(false);
    expect(needsCorrection(document('signing.locked', WRONG_DATA.it))).toBe(false);
    expect(needsCorrection({ status: 'READY_TO_SIGN', statusReason: null })).toBe(false);
    expect(needsCorrection(document('signing.declined', WRONG_DATA.it, 'START_SIGN'))).toBe(false);
  });

  it('is shown as such only while its document is to be signed', () => {
    expect(endReasonOf(document('signing.declined', ''))).toBe('declined');
    expect(endReasonOf(document('signing.notMe', ''))).toBe('wrongRecipient');
    expect(endReasonOf(document('signing.locked', ''))).toBe('locked');
    expect(endReasonOf(document('signing.cancelled', ''))).toBeNull();
    expect(endReasonOf(document('toString', ''))).toBeNull();
    for (const status of ['START_SIGN', 'SIGNED', 'EXPIRED']) {
      expect(endReasonOf(document('signing.declined', '', status))).toBeNull();
    }
    expect(endReasonOf({ status: 'DRAFT' })).toBeNull();
  });
});
