/** Which phones and addresses can be used for a signature, need a second person, or are refused. */
import { describe, expect, it } from 'vitest';
import {
  type ContactFacts,
  type ContactPolicy,
  countOtherPeople,
  judgeContact,
  mayVouch,
  mobilePhoneFrom,
} from './contact-doubts.ts';

const DEFAULT: ContactPolicy = { staffNumbers: 'refuse', sharedNumbers: 'second-person', sharedPeople: 2 };
const signer = { firstName: 'Ginevra', lastName: 'Provetti' };
const seller = { firstName: 'Dario', lastName: 'Provini' };
const judge = (facts: Partial<ContactFacts>, policy: Partial<ContactPolicy> = {}) =>
  judgeContact({ kind: 'phone', signer, staff: [], company: false, others: 0, ...facts }, { ...DEFAULT, ...policy });

describe('a telephone', () => {
  it('of a staff member is refused, or needs a second person where so configured', () => {
    expect(judge({ staff: [seller] })).toBe('staff');
    expect(judge({ staff: [seller] }, { staffNumbers: 'second-person' })).toBe('word');
    expect(judge({ staff: [seller], kind: 'email' })).toBe('staff');
  });

  it('of a staff member who signs privately needs a second person', () => {
    expect(judge({ signer: seller, staff: [seller] })).toBe('word');
    expect(judge({ signer: { firstName: 'PROVINI', lastName: 'Dario' }, staff: [seller] })).toBe('word');
    expect(judge({ signer: seller, staff: [seller, { firstName: 'Paolo', lastName: 'Ricci' }] })).toBe('staff');
  });

  it('published by a company is treated like one of the staff, regardless of the signer', () => {
    expect(judge({ company: true })).toBe('staff');
    expect(judge({ company: true, signer: seller, staff: [seller] })).toBe('staff');
    expect(judge({ company: true }, { staffNumbers: 'second-person' })).toBe('word');
  });

  it('may be shared by two people; from the third on it needs a second person', () => {
    expect([0, 1, 2, 3].map((others) => judge({ others }))).toEqual(['fine', 'fine', 'word', 'word']);
    expect(judge({ others: 1 }, { sharedPeople: 1 })).toBe('word');
    expect(judge({ others: 9 }, { sharedNumbers: 'tell' })).toBe('fine');
    expect(judge({ others: 2 }, { sharedNumbers: 'refuse' })).toBe('shared');
  });
});

describe('an address', () => {
  it('may be shared: it opens a link and signs nothing', () =>
    expect(judge({ kind: 'email', others: 9 })).toBe('fine'));
});

describe('distinct people', () => {
  it('are counted once in any spelling, without the signer', () => {
    const names = [
      { firstName: 'GINEVRA', lastName: 'Provetti' },
      { firstName: 'Marta', lastName: 'D’Angelo' },
      { firstName: "D'Angelo", lastName: 'Marta' },
    ];
    expect(countOtherPeople(names, signer)).toBe(1);
  });
});

describe('a confirmation', () => {
  it('must come from another user than the one who entered the contact', () => {
    expect(mayVouch('sales', ['dealer'])).toBe(true);
    expect(mayVouch('dealer', ['dms-incadea', 'dealer'])).toBe(false);
  });
});

describe('a phone number from an identity provider', () => {
  it.each(['+393331234567', '+39 333 123-4567', 'tel:+39-333-1234567', '0039 333 1234567', '333 1234567'])(
    'is valid, also as %s',
    (text) => expect(mobilePhoneFrom(text)).toBe('+393331234567'),
  );

  it.each(['', '123', 'none', '051 234567', '+39 333 1234567;ext=12'])('is ignored, as %s', (text) =>
    expect(mobilePhoneFrom(text)).toBeNull(),
  );
});
