/** The verdict on a signed file and the lines of its evidence. */
import { describe, expect, it } from 'vitest';
import type { EventRow, ValidatedSignature } from '../../api/answer-types.ts';
import { eventFacts, kindOf, knownEvent, withoutHashes } from './event-facts.ts';
import { verdictOf, verifiabilityOf } from './validity-card.tsx';

const signature = (indication: ValidatedSignature['indication']): ValidatedSignature => ({
  kind: 'signature',
  indication,
  subIndication: null,
  level: 'PAdES-B-T',
  signer: 'x',
  signedAt: null,
  changesAfter: [],
});
const verdict = (intact: boolean, ...indications: ValidatedSignature['indication'][]) =>
  verdictOf({ intact, sha256: '', signatures: indications.map(signature) });

describe('the verdict on a signed file', () => {
  it('is valid only if it is intact and every signature passed', () => {
    expect(verdict(true, 'TOTAL-PASSED', 'TOTAL-PASSED')).toBe('valid');
  });

  it('is indeterminate if trust is open or nothing is signed', () => {
    expect(verdict(true, 'TOTAL-PASSED', 'INDETERMINATE')).toBe('unclear');
    expect(verdict(true)).toBe('unclear');
  });

  it('is invalid if bytes changed or a signature failed', () => {
    expect(verdict(false, 'TOTAL-PASSED')).toBe('invalid');
    expect(verdict(true, 'TOTAL-PASSED', 'TOTAL-FAILED')).toBe('invalid');
  });
});

describe('the verifiability period of a signed file', () => {
  const lasting = (intact: boolean, ...levels: (string | null)[]) =>
    verifiabilityOf({
      intact,
      sha256: '',
      signatures: levels.map((level) => ({
        ...signature('TOTAL-PASSED'),
        level,
        kind: level === null ? 'timestamp' : 'seal',
      })),
    });

  it('is that of its weakest signature, even if timestamps follow', () => {
    expect(lasting(true, 'B-LTA', 'B-LTA', null)).toBe('archived');
    expect(lasting(true, 'B-LTA', 'B-LT')).toBe('longTerm');
    expect(lasting(true, 'B-LT', 'B-T')).toBeNull();
  });

  it('is absent for a changed file, and for one without signatures', () => {
    expect(lasting(false, 'B-LTA')).toBeNull();
    expect(lasting(true, null)).toBeNull();
  });
});

describe('evidence events', () => {
  const event = (detail: EventRow['detail'], actorName: string | null = 'Anna Verdi'): EventRow => ({
    seq: 1,
    type: 'x',
    time: '',
    actorName,
    detail,
  });

  it('have a text of their own or none', () => {
    expect(knownEvent('otp.sent')).toBe('otp.sent');
    expect(knownEvent('other')).toBeNull();
    expect(knownEvent('something.new')).toBeNull();
  });

  it('shorten long codes, and keep them beside their text', () => {
    expect(eventFacts(event('Certificato 6c73e886f2804a46e6b101ef7aa54912', null))).toBe('Certificato\u00a06c73e886…');
    const { text, at } = {
      text: 'originale, SHA-256 f07dc1d4d78558fd…',
      at: 'originale, SHA-\u2060256\u00a0f07dc1d4d78558fd…',
    };
    expect(eventFacts(event(text, null))).toBe(at);
    expect(withoutHashes(at)).toBe('originale');
  });

  it('show times to the second, in the page’s time zone', () => {
    expect(eventFacts(event('22/11/2026 12:16:07.027 +01:00', null))).toBe('22/11/2026 12:16:07');
  });

  it('show actor and fact on one line', () => {
    expect(eventFacts(event('*** *** 567'))).toBe('Anna Verdi · ***\u00a0***\u00a0567');
    expect(eventFacts(event(null, null))).toBe('');
  });
});

describe('the summary line of an event', () => {
  it('omits fingerprints', () => {
    expect(withoutHashes('dealer · originale, SHA-256 f07dc1d4d78558fd…')).toBe('dealer · originale');
    expect(withoutHashes('SHA-256 05e7c2d2918b5750…')).toBe('');
    expect(withoutHashes('Ginevra Provetti · SHA-256 d85fa06385b73eb3…')).toBe('Ginevra Provetti');
  });
});

describe('the categories of events in the complete list', () => {
  it('separate messages and codes from signatures and accesses', () => {
    expect(['link.sent', 'signature.applied', 'downloaded', 'document.edited'].map(kindOf)).toEqual([
      'sending',
      'signature',
      'access',
      'document',
    ]);
  });

  it('put an unknown event with the document', () => {
    expect(kindOf('something.new')).toBe('document');
  });
});
