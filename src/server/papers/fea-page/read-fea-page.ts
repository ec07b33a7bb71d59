/** Loads the public page of a legal entity at a date: published clauses and facts, or the product's drafts. */
import type { FeaPageAnswer } from '#contract/fea-page.ts';
import type { Language } from '#domain/errors.ts';
import { editionAt, type FeaEdition, feaEditions } from '#domain/papers/versions/fea-editions.ts';
import { composeFeaPage } from '#domain/papers/versions/fea-page.ts';
import { feaOf } from '#domain/papers/versions/version-schemas.ts';
import type { Db } from '#ports/database/database.ts';
import { type DealerRow, listDealersOf, listLegalEntities } from '../../dealers/index.ts';
import type { World } from '../../world.ts';
import { approvedTexts, factsOf, publicPageOf } from '../paper-source.ts';
import { findVersions, listFeaPublications, type VersionRow } from '../queries.ts';

export interface FeaPageRequest {
  legalEntity: string;
  language: Language;
  /** Null for today. */
  at: Date | null;
}

const siteOf = ({ nome_commerciale, name, indirizzo, citta, provincia }: DealerRow) => ({
  name: nome_commerciale || name,
  address: [indirizzo, [citta, provincia && `(${provincia})`].filter(Boolean).join(' ')].filter(Boolean).join(', '),
});

const asEdition = ({ from, until, page }: FeaEdition) => ({
  from: from?.toISOString() ?? null,
  until: until?.toISOString() ?? null,
  version: page?.version ?? null,
});

const publishedTexts = (row: VersionRow | undefined) =>
  row !== undefined && row.version !== null && 'clauses' in row.content
    ? approvedTexts(row.version, row.content.clauses)
    : undefined;

/** As spelt in the address, or in upper case, for an address typed from a paper. */
async function findEntity(db: Db, code: string) {
  const entities = await listLegalEntities(db, [...new Set([code, code.toUpperCase()])]);
  return entities.find((entity) => entity.code === code) ?? entities[0];
}

/** @returns undefined for a legal entity that does not exist, and for a moment before its first edition. */
export async function readFeaPage(
  { database, settings }: Pick<World, 'database' | 'settings'>,
  { legalEntity, language, at }: FeaPageRequest,
): Promise<FeaPageAnswer | undefined> {
  const db = database.read;
  const entity = await findEntity(db, legalEntity);
  if (entity === undefined) return undefined;
  const editions = feaEditions(await listFeaPublications(db, entity.code), language);
  const edition = editionAt(editions, at);
  if (edition === undefined) return undefined;
  const ids = [edition.page, edition.module, edition.company].flatMap((one) => (one === undefined ? [] : [one.id]));
  const rows = await findVersions(db, ids);
  const row = (version: { id: number } | undefined) => rows.find(({ id }) => id === version?.id);
  const facts = factsOf(rows);
  const today = edition.until === null;
  const dealers = (await listDealersOf(db, entity.code)).filter(({ gone_date }) => gone_date === null);
  const sites = dealers.map(siteOf);
  const address = publicPageOf(settings.publicUrl, entity.code);
  const { sections } = composeFeaPage(
    {
      letterhead: {
        ...{ dealerName: entity.name, brand: 'bmw', company: entity.name },
        // The directory keeps no history, and does not mark one of several sites as the registered office.
        address: facts.registeredOffice ?? (today && sites.length === 1 ? (sites[0]?.address ?? '') : ''),
        vatNumber: facts.vatNumber ?? '',
        ...{ rea: facts.rea, pec: facts.pec, phone: facts.phone },
      },
      fea: { ...feaOf(facts), publicPage: facts.publicPage ?? address },
      dpo: facts.dpo,
    },
    language,
    { page: publishedTexts(row(edition.page)), module: publishedTexts(row(edition.module)) },
  );
  const { vatNumber, rea, pec, phone, dpo, provider, insurer, policy, coverage, assistance } = facts;
  return {
    legalEntity: entity.code,
    name: entity.name,
    language,
    address,
    ...asEdition(edition),
    facts: { vatNumber, rea, pec, phone, dpo, provider, insurer, policy, coverage, assistance },
    sites: today ? sites : [],
    sections,
    editions: editions.map(asEdition),
  };
}
