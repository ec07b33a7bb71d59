/** Collects what a paper prints besides its own data: the dealer's letterhead, its legal entity's facts, the published texts. */
import { type ConsentQuestion, isPrivacyType } from '#domain/consents/notices.ts';
import type { Brand } from '#domain/dealers/brands.ts';
import { consentQuestionsFor, type PublishedTexts } from '#domain/papers/compose-paper.ts';
import type { Letterhead } from '#domain/papers/paper.ts';
import type { NationalCompany, PaperData } from '#domain/papers/paper-data.ts';
import {
  type ClauseInput,
  type CompanyFacts,
  EMPTY_COMPANY,
  feaOf,
  insuranceOf,
  loanRulesOf,
} from '#domain/papers/versions/version-schemas.ts';
import { mobilePhoneFrom } from '#domain/signing/contact/contact-doubts.ts';
import type { Db } from '#ports/database/database.ts';
import { type DealerRow, findDealer } from '../dealers/index.ts';
import { listCompanyPhones, listPublished, type VersionRow } from './queries.ts';

export interface PaperSource
  extends Pick<PaperData, 'letterhead' | 'place' | 'fea' | 'insurance' | 'dpo' | 'national' | 'rules'> {
  texts: PublishedTexts;
}

/** Facts missing in directory and company data are left off the paper. */
export function letterheadOf(
  dealer: DealerRow | undefined,
  { hst, brand }: { hst: string; brand: Brand },
  { registeredOffice, vatNumber, rea, pec, phone }: CompanyFacts,
): Letterhead {
  const dealerName = dealer?.nome_commerciale || dealer?.name || hst;
  const town = [dealer?.citta, dealer?.provincia && `(${dealer.provincia})`].filter(Boolean).join(' ');
  return {
    dealerName,
    brand,
    company: dealer?.ragione_sociale || dealerName,
    address: [dealer?.indirizzo, town].filter(Boolean).join(', '),
    ...(registeredOffice === null ? {} : { registeredOffice }),
    vatNumber: vatNumber ?? '',
    rea,
    pec,
    phone,
  };
}

/** Clauses of one language in the form for composing; only published ones count as approved. */
export const approvedTexts = (version: string, clauses: readonly ClauseInput[]) => ({
  version,
  approved: true,
  clauses: Object.fromEntries(clauses.map(({ id, heading, text }) => [id, { heading, text, approved: true }])),
});

/** The legal entity's own clauses override the general ones. */
export function textsOf(published: readonly VersionRow[]): PublishedTexts {
  const generalFirst = [...published].sort(
    (first, second) => Number(first.legal_entity !== null) - Number(second.legal_entity !== null),
  );
  return Object.fromEntries(
    generalFirst.flatMap(({ language, version, content }) =>
      language !== null && version !== null && 'clauses' in content
        ? [[language, approvedTexts(version, content.clauses)]]
        : [],
    ),
  );
}

/** Facts of a company data version; empty without one. */
const factsOfVersion = (row: VersionRow | undefined): CompanyFacts => ({
  ...EMPTY_COMPANY,
  ...(row && 'company' in row.content ? row.content.company : {}),
});

/** Facts of the legal entity. */
export const factsOf = (published: readonly VersionRow[]): CompanyFacts =>
  factsOfVersion(published.find(({ kind, legal_entity }) => kind === 'COMPANY' && legal_entity !== null));

export const nationalFactsOf = (published: readonly VersionRow[]): CompanyFacts =>
  factsOfVersion(published.find(({ kind, legal_entity }) => kind === 'COMPANY' && legal_entity === null));

/** SHA-256 of the custodian's certificate that two administrators have agreed on; null without one. */
export const agreedCustodian = async (db: Db): Promise<string | null> =>
  nationalFactsOf(await listPublished(db, '', null)).custodian;

/** Whether a legal entity, or the national company, publishes this telephone number as its own. @param phone as it is dialled */
export const isCompanyPhone = async (db: Db, phone: string): Promise<boolean> =>
  (await listCompanyPhones(db, phone.slice(-9))).some((published) => mobilePhoneFrom(published) === phone);

/** The national company as printed on papers. */
export const nationalOf = (facts: CompanyFacts): NationalCompany => {
  const { legalName, registeredOffice, vatNumber, rea, pec, phone, dpo } = facts;
  return { legalName, registeredOffice, vatNumber, rea, pec, phone, dpo };
};

/** Address of the public page where a legal entity publishes its FEA information. */
export const publicPageOf = (publicUrl: string, legalEntity: string): string =>
  `${publicUrl}/fea/${encodeURIComponent(legalEntity)}`;

/** @param publicPage printed if the legal entity specifies no page. */
export const legalFactsOf = (
  facts: CompanyFacts,
  publicPage: string | null,
): Pick<PaperData, 'fea' | 'insurance' | 'dpo'> => ({
  fea: { ...feaOf(facts), publicPage: facts.publicPage ?? publicPage },
  insurance: insuranceOf(facts),
  dpo: facts.dpo,
});

/** Consents that an uploaded form of this type asks for on its added page. */
export async function consentsOf(
  db: Db,
  paper: { type: string; hst: string; brand: Brand; publicUrl: string },
): Promise<ConsentQuestion[]> {
  if (!isPrivacyType(paper.type)) return [];
  const { texts, ...source } = await paperSource(db, paper);
  return consentQuestionsFor(paper.type, source, texts);
}

export async function paperSource(
  db: Db,
  { type, hst, brand, publicUrl }: { type: string; hst: string; brand: Brand; publicUrl: string },
): Promise<PaperSource> {
  const dealer = await findDealer(db, hst);
  const published = await listPublished(db, type, dealer?.legal_entity ?? null);
  const facts = factsOf(published);
  return {
    letterhead: letterheadOf(dealer, { hst, brand }, facts),
    place: dealer?.citta ?? '',
    ...legalFactsOf(facts, dealer === undefined ? null : publicPageOf(publicUrl, dealer.legal_entity)),
    national: nationalOf(nationalFactsOf(published)),
    rules: loanRulesOf(facts),
    texts: textsOf(published),
  };
}
