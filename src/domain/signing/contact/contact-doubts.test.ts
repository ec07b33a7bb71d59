/** Which phones and addresses can be used for a signature, need a second person, or are refused. */
import { describe, expect, it } from 'vitest';
import {
  type ContactFacts,
  type ContactPolicy,
  judgeContact,
  mayVouch,
  otherPeople,
  toldPhone,
} from './contact-doubts.ts';

const DEFAULT: ContactPolicy = { staffNumbers: 'refuse', sharedNumbers: 'second-person', sharedPeople: 2 };
const signer = { firstName: 'Ginevra', lastName: 'Provetti' };
const seller = { firstName: 'Dario', lastName: 'Provini' };
const judge = (facts: Partial<ContactFacts>, policy: Partial<ContactPolicy> = {}) =>
  judgeContact({ kind: 'phone', signer, staff: [], company: false, others: 0, ...facts }, { ...DEFAULT, ...policy });

describe('a telephone', () => {
  it('of one of the staff is refused, or needs a second person where it is configured so', () => {
    expect(judge({ staff: [seller] })).toBe('staff');
    expect(judge({ staff: [seller] }, { staffNumbers: 'second-person' })).toBe('word');
    expect(judge({ staff: [seller], kind: 'email' })).toBe('staff');
  });

  it('of one of the staff who signs in their own name needs a second person', () => {
    expect(judge({ signer: seller, staff: [seller] })).toBe('word');
    expect(judge({ signer: { firstName: 'PROVINI', lastName: 'Dario' }, staff: [seller] })).toBe('word');
    expect(judge({ signer: seller, staff: [seller, { firstName: 'Paolo', lastName: 'Ricci' }] })).toBe('staff');
  });

  it('that a company publishes is treated as one of the staff’s, whoever signs', () => {
    expect(judge({ company: true })).toBe('staff');
    expect(judge({ company: true, signer: seller, staff: [seller] })).toBe('staff');
    expect(judge({ company: true }, { staffNumbers: 'second-person' })).toBe('word');
  });

  it('is shared by two without a question; from the third one on a second person is asked', () => {
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

describe('people behind names', () => {
  it('are counted once, however they are written, and whoever signs is none of them', () => {
    const names = [
      { firstName: 'GINEVRA', lastName: 'Provetti' },
      { firstName: 'Marta', lastName: 'D’Angelo' },
      { firstName: "D'Angelo", lastName: 'Marta' },
    ];
    expect(otherPeople(names, signer)).toBe(1);
  });
});

describe('a word', () => {
  it('is not given by whoever wrote the contact', () => {
    expect(mayVouch('sales', ['dealer'])).toBe(true);
    expect(mayVouch('dealer', ['dms-incadea', 'dealer'])).toBe(false);
  });
});

describe('a telephone that an identity provider tells', () => {
  it.each(['+393331234567', '+39 333 123-4567', 'tel:+39-333-1234567', '0039 333 1234567', '333 1234567'])(
    'is one number, also as %s',
    (text) => expect(toldPhone(text)).toBe('+393331234567'),
  );

  it.each(['', '123', 'none', '051 234567', '+39 333 1234567;ext=12'])('is none, as %s', (text) =>
    expect(toldPhone(text)).toBeNull(),
  );
});
