/** What a paper is printed with besides its own data: the dealer's letterhead, what its legal entity says of itself, the published texts (P-9, D-5). */
import type { Brand } from '#domain/dealers/brands.ts';
import type { OwnTexts } from '#domain/papers/compose.ts';
import type { PaperData } from '#domain/papers/data.ts';
import type { Letterhead } from '#domain/papers/paper.ts';
import { type CompanyFacts, feaOf, insuranceOf, NO_FACTS, type WrittenClause } from '#domain/papers/version-schemas.ts';
import type { Db } from '#ports/database/database.ts';
import { type DealerRow, findDealer } from '../dealers/index.ts';
import { listPublished, type VersionRow } from './queries.ts';

export interface PaperSource extends Pick<PaperData, 'letterhead' | 'place' | 'fea' | 'insurance' | 'dpo'> {
  texts: OwnTexts;
}

/** What directory and legal entity have not told stays off the paper. */
export function letterheadOf(
  dealer: DealerRow | undefined,
  { hst, brand }: { hst: string; brand: Brand },
  { vatNumber, rea, pec, phone }: CompanyFacts,
): Letterhead {
  const dealerName = dealer?.nome_commerciale || dealer?.name || hst;
  const town = [dealer?.citta, dealer?.provincia && `(${dealer.provincia})`].filter(Boolean).join(' ');
  return {
    dealerName,
    brand,
    company: dealer?.ragione_sociale || dealerName,
    address: [dealer?.indirizzo, town].filter(Boolean).join(', '),
    vatNumber: vatNumber ?? '',
    rea,
    pec,
    phone,
  };
}

/** Clauses of one language as composing takes them; only what was published is approved. */
export const approvedTexts = (version: string, clauses: readonly WrittenClause[]) => ({
  version,
  approved: true,
  clauses: Object.fromEntries(clauses.map(({ id, heading, text }) => [id, { heading, text, approved: true }])),
});

/** The legal entity's own clauses before those for everybody. */
export function textsOf(published: readonly VersionRow[]): OwnTexts {
  const generalFirst = [...published].sort(
    (one, other) => Number(one.legal_entity !== null) - Number(other.legal_entity !== null),
  );
  return Object.fromEntries(
    generalFirst.flatMap(({ language, version, content }) =>
      language !== null && version !== null && 'clauses' in content
        ? [[language, approvedTexts(version, content.clauses)]]
        : [],
    ),
  );
}

export function factsOf(published: readonly VersionRow[]): CompanyFacts {
  const content = published.find(({ kind }) => kind === 'COMPANY')?.content;
  return { ...NO_FACTS, ...(content && 'company' in content ? content.company : {}) };
}

/** Where this installation publishes what a legal entity has to publish of its advanced signature (D-10). */
export const publicPageOf = (publicUrl: string, legalEntity: string): string =>
  `${publicUrl}/fea/${encodeURIComponent(legalEntity)}`;

/** @param publicPage printed where the legal entity names no page of its own. */
export const saidBy = (
  facts: CompanyFacts,
  publicPage: string | null,
): Pick<PaperData, 'fea' | 'insurance' | 'dpo'> => ({
  fea: { ...feaOf(facts), publicPage: facts.publicPage ?? publicPage },
  insurance: insuranceOf(facts),
  dpo: facts.dpo,
});

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
    ...saidBy(facts, dealer === undefined ? null : publicPageOf(publicUrl, dealer.legal_entity)),
    texts: textsOf(published),
  };
}
