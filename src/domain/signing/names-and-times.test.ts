/** Names, fingerprints and times as shown to people. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { folderTypeConfigurationSchema } from '../folders/folder-type-schemas.ts';
import { paperName, signaturePointLabel } from './messages/paper-names.ts';
import { eventName } from './trail/event-names.ts';
import { fingerprint } from './trail/fingerprint.ts';
import {
  romeDayAndTime,
  romeDeadline,
  romeDeadlineShort,
  romeShort,
  romeTimeWithOffset,
} from './trail/printed-time.ts';
import { eventDetail } from './trail/trail-text.ts';

describe('the fingerprint', () => {
  it('is the first thirty bits in Crockford’s alphabet', () => {
    expect(fingerprint('0'.repeat(64))).toBe('0000-00');
    expect(fingerprint('f'.repeat(64))).toBe('ZZZZ-ZZ');
    expect(fingerprint(`08421084${'0'.repeat(56)}`)).toBe('1111-11');
    expect(fingerprint(`80000000${'0'.repeat(56)}`)).toBe('G000-00');
  });

  it('never has six digits in a row or an ambiguous letter', () => {
    for (let index = 0; index < 2_000; index++) {
      const hash = (Math.imul(index, 2_654_435_761) >>> 0).toString(16).padStart(8, '0') + 'a'.repeat(56);
      expect(fingerprint(hash)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{2}$/);
    }
  });

  it.each(['', 'xyz', 'F'.repeat(64), 'f'.repeat(63)])('is made only from a hash, not from %j', (text) => {
    expect(() => fingerprint(text)).toThrow(RangeError);
  });
});

describe('paper names', () => {
  it('exist in both languages for every type the product ships with', () => {
    const shipped = new URL('../../../db/folder-types.json', import.meta.url);
    const types = folderTypeConfigurationSchema
      .parse(JSON.parse(readFileSync(shipped, 'utf8')))
      .flatMap((folder) => folder.documentTypes.map((type) => type.slug));
    expect(types.length).toBeGreaterThan(10);
    for (const type of types) {
      if (type === 'T_B_D') continue;
      expect(paperName(type), type).not.toBe('Documento');
      expect(paperName(type, 'en'), type).not.toBe('Document');
      expect(signaturePointLabel(type), type).toMatch(/^Firma (de(l|lla|llo|ll’)|dell’)/);
    }
  });

  it('have a fallback for types a configuration adds, prototype names included', () => {
    for (const type of ['NUOVO_TIPO', 'constructor', '__proto__', 'toString']) {
      expect(paperName(type)).toBe('Documento');
      expect(signaturePointLabel(type)).toBe('Firma del documento');
    }
  });
});

describe('times in Rome', () => {
  it('have an offset, which distinguishes the repeated hour', () => {
    expect(romeTimeWithOffset(new Date('2026-10-25T00:30:00.000Z'))).toBe('25/10/2026 02:30:00.000 +02:00');
    expect(romeTimeWithOffset(new Date('2026-10-25T01:30:00.000Z'))).toBe('25/10/2026 02:30:00.000 +01:00');
    expect(romeTimeWithOffset(new Date('2026-03-29T01:00:00.007Z'))).toBe('29/03/2026 03:00:00.007 +02:00');
    expect(romeTimeWithOffset(new Date('2026-12-31T23:00:00.000Z'))).toBe('01/01/2027 00:00:00.000 +01:00');
  });

  it('are formatted for messages', () => {
    expect(romeDayAndTime(new Date('2026-11-20T08:12:00.000Z'))).toBe('venerdì 20 novembre 2026 alle 09:12');
    expect(romeDeadline(new Date('2026-11-20T08:12:00.000Z'))).toBe('venerdì 20 novembre 2026, ore 09:12');
    expect(romeDeadlineShort(new Date('2026-11-20T08:12:00.000Z'))).toBe('20/11, ore 09:12');
    expect(romeShort(new Date('2026-06-01T22:05:59.000Z'))).toBe('02/06/2026 00:05');
  });
});

const changedBy = (by: string) => ({
  ...{ at: '2026-11-20T08:00:00.000Z', by, address: null },
  phone: { before: '*** *** 111', after: '*** *** 222' },
});

describe('event texts', () => {
  it('name and explain what happened in both languages', () => {
    const wrong = { type: 'otp.wrong', detail: { sessionId: 1, attemptsLeft: 2 } } as const;
    expect([eventName('otp.wrong'), eventDetail(wrong)]).toEqual(['Codice sbagliato', 'Tentativi rimasti: 2']);
    expect([eventName('otp.wrong', 'en'), eventDetail(wrong, 'en')]).toEqual(['Wrong code', 'Attempts left: 2']);
    expect(eventDetail({ type: 'cancelled', detail: { sessionId: 1 } })).toBeNull();
  });

  it('number documents and adherences in the language of the reader', () => {
    const used = { signer: 'Giulia Neri', adherenceId: 4, moduleId: 7, textVersion: null, sha256: null };
    const event = { type: 'fea.used', detail: used } as unknown as Parameters<typeof eventDetail>[0];
    expect(eventDetail(event, 'it')).toBe('Giulia Neri: adesione n. 4, Modulo FEA n. 7');
    expect(eventDetail(event, 'en')).toBe('Giulia Neri: adherence no. 4, FEA module no. 7');
    const started = { method: 'OTP', together: [12, 13], originalSha256: 'ab'.repeat(32) };
    const start = { type: 'sign.started', detail: started } as unknown as Parameters<typeof eventDetail>[0];
    expect(eventDetail(start, 'it')).toContain('insieme a n. 12, n. 13');
    expect(eventDetail(start, 'en')).toContain('together with no. 12, no. 13');
  });

  const nameOf = (login: string) => ({ verdi: 'Anna Verdi' })[login] ?? login;
  const at = '2026-11-20T08:12:00.000Z';
  const shared = { sessionId: 1, signer: 'Giulia Neri', contact: '*** *** 567', others: 0 };
  const place = { sessionId: 1, field: 'f', page: 2, box: [320, 96, 510, 156] };
  it.each([
    [{ type: 'identity.confirmed', detail: { sessionId: 1, method: 'PASSWORD', login: 'verdi', at, boundTo: '' } }],
    [{ type: 'signature.placed', detail: { ...place, origin: 'placed', chosenBy: 'verdi' } }],
    [{ type: 'contact.confirmed', detail: { ...shared, staff: ['verdi'] } }],
    [{ type: 'contact.confirmed', detail: { ...shared, staff: ['verdi'], company: true } }],
    [{ type: 'contact.vouched', detail: { ...shared, staff: [], by: 'Anna Verdi', login: 'verdi', at } }],
    [{ type: 'contact.history', detail: { sessionId: 1, earlier: 0, at, changes: [changedBy('verdi')] } }],
  ] as unknown as [Parameters<typeof eventDetail>[0]][])(
    'name users by login in the evidence, by name to colleagues',
    (event) => {
      expect(eventDetail(event, 'it')).toContain('verdi');
      for (const language of ['it', 'en'] as const) {
        const told = eventDetail(event, language, nameOf);
        expect(told).not.toContain('verdi');
        expect(told?.split('Anna Verdi')).toHaveLength(2);
      }
    },
  );

  it('show the raw type of an event of a later version', () => {
    expect(eventName('bio.opened')).toBe('bio.opened');
    expect(eventName('constructor')).toBe('constructor');
  });
});
