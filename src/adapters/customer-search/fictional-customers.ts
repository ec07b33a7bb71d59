/**
 * Invented people and companies, the same at every start: invented surnames, codici fiscali with a valid check
 * character, P.IVA of a tax office code that was never assigned, phones +39 333 000…, e-mail at example.com.
 */
import { fiscalCodeOf } from '#domain/codes/fiscal-code.ts';
import { vatNumberOf } from '#domain/codes/vat-number.ts';
import type { DirectoryCustomer } from '#domain/customer-search/customer.ts';
import { COMPANY_FORMS, GIVEN_NAMES, SURNAMES, streetKinds, streetNames, TOWNS, TRADES } from './vocabulary.ts';

/** No tax office has this code, so no real company has such a P.IVA. */
const UNASSIGNED_OFFICE = '999';

/** mulberry32: a small generator with a seed, so that the directories never change. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Person = Pick<
  DirectoryCustomer,
  'firstName' | 'lastName' | 'birthDate' | 'birthPlace' | 'mobilePhone' | 'email' | 'street' | 'city' | 'postalCode'
> & { fiscalCode: string };

/** Normalizes a text for use in an e-mail address. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

/** Generates the customers of one directory; phone numbers and P.IVA begin at `first`. */
export class FictionalCustomers {
  private readonly random: () => number;
  private readonly fiscalCodes = new Set<string>();
  private number: number;

  constructor(options: { seed: number; first: number }) {
    this.random = seeded(options.seed);
    this.number = options.first;
  }

  private below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  private pick<T>(list: readonly T[]): T {
    const chosen = list[this.below(list.length)];
    if (chosen === undefined) throw new Error('There is nothing to choose from');
    return chosen;
  }

  /** Each codice fiscale must be unique, since it identifies a person. */
  private identity(): Pick<Person, 'firstName' | 'lastName' | 'birthDate' | 'birthPlace' | 'fiscalCode'> {
    for (;;) {
      const sex = this.pick(['F', 'M'] as const);
      const firstName = this.pick(GIVEN_NAMES[sex]);
      const lastName = this.pick(SURNAMES);
      const town = this.pick(TOWNS);
      const birthDate = new Date(Date.UTC(1945 + this.below(60), this.below(12), 1 + this.below(28)))
        .toISOString()
        .slice(0, 10);
      const fiscalCode = fiscalCodeOf({ firstName, lastName, birthDate, sex, place: town.code });
      if (this.fiscalCodes.has(fiscalCode)) continue;
      this.fiscalCodes.add(fiscalCode);
      return { firstName, lastName, birthDate, birthPlace: town.name, fiscalCode };
    }
  }

  private person(): Person {
    const identity = this.identity();
    const home = this.pick(TOWNS);
    this.number += 1;
    return {
      ...identity,
      mobilePhone: `+39 333${String(this.number).padStart(7, '0')}`,
      email: `${plain(identity.firstName)}.${plain(identity.lastName)}.${this.number}@example.com`,
      street: `${this.pick(streetKinds)} ${this.pick(streetNames)} ${1 + this.below(180)}`,
      city: home.name,
      postalCode: home.postalCode,
    };
  }

  individual(kind: Kind): DirectoryCustomer {
    const { fiscalCode, ...person } = this.person();
    return {
      ...kind,
      rspSearchType: kind.searchType === 'RSP' ? 'INDIVIDUAL' : null,
      ...person,
      organizationId: null,
      organizationName: null,
      fiscalCode,
      representativeFiscalCode: null,
    };
  }

  company(kind: Kind): DirectoryCustomer {
    const { fiscalCode, ...person } = this.person();
    const vatNumber = vatNumberOf(this.number, UNASSIGNED_OFFICE);
    return {
      ...kind,
      rspSearchType: kind.searchType === 'RSP' ? 'ORGANIZATION' : null,
      ...person,
      email: `${plain(person.lastName)}.${this.number}@example.com`,
      organizationId: vatNumber,
      organizationName: `${this.pick(TRADES)} ${person.lastName} ${this.pick(COMPANY_FORMS)}`,
      fiscalCode: vatNumber,
      representativeFiscalCode: fiscalCode,
    };
  }
}

type Kind = Pick<DirectoryCustomer, 'searchType' | 'originalAccountSource' | 'businessId' | 'hst'>;
