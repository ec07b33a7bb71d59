/** Renders a paper with sample data, to check texts or company data before they are published; nothing is stored. */
import type { PaperPreview } from '#contract/paper-versions.ts';
import { type FieldIssue, Refusal } from '#domain/errors.ts';
import type { FolderTypeConfiguration } from '#domain/folders/folder-types.ts';
import { clauseLanguages, composePaper, type PublishedTexts, paperFields } from '#domain/papers/compose-paper.ts';
import type { PaperLanguage } from '#domain/papers/paper.ts';
import type { PaperData } from '#domain/papers/paper-data.ts';
import { sampleData, sampleOfType } from '#domain/papers/sample-data.ts';
import { clausesIssues } from '#domain/papers/versions/clauses-of-type.ts';
import { feaPagePaper } from '#domain/papers/versions/fea-page.ts';
import { FEA_PAGE } from '#domain/papers/versions/versions.ts';
import { requiredSignerRoles } from '#domain/signing/staff-signers.ts';
import type { Db } from '#ports/database/database.ts';
import { listDealers, listLegalEntities } from '../dealers/index.ts';
import type { World } from '../world.ts';
import {
  approvedTexts,
  factsOf,
  legalFactsOf,
  letterheadOf,
  nationalFactsOf,
  nationalOf,
  publicPageOf,
  textsOf,
} from './paper-source.ts';
import { listPublished } from './queries.ts';

const invalid = (...fieldErrors: FieldIssue[]) => new Refusal('paperVersion.invalid', { fieldErrors });
const issue = (field: string, code: FieldIssue['code']): FieldIssue => ({ objectName: 'paperVersion', field, code });

/** The public page, with the parts it takes from the published FEA module. */
async function pagePaper(
  db: Db,
  data: PaperData,
  { language, legalEntity, texts }: { language: PaperLanguage; legalEntity: string | null; texts: PublishedTexts },
) {
  const pageLanguage = language === 'en' ? 'en' : 'it';
  const module = textsOf(await listPublished(db, 'FEA_MODULE', legalEntity)).it;
  return feaPagePaper(data, pageLanguage, { page: texts[pageLanguage], module });
}

/** Dependencies of the preview. */
export interface PreviewServices {
  /** The folder types in force, which define who signs a paper. */
  configuration: (db: Db) => Promise<FolderTypeConfiguration>;
  /** Called before anything is drawn. */
  count: () => Promise<void>;
}

/** @throws Refusal paperVersion.invalid for a type without clauses in that language, or clauses that the type does not have */
export async function previewPaper(world: World, body: PaperPreview, services: PreviewServices): Promise<Uint8Array> {
  const { read } = world.database;
  const { type, language, clauses, company } = body;
  if (!clauseLanguages(type).includes(language)) throw invalid(issue('type', 'oneOf'));
  const version = body.version ?? 'anteprima';
  if (clauses) {
    const issues = clausesIssues({ type, language }, { version, clauses });
    if (issues.length > 0) throw invalid(...issues);
  }
  const legalEntity = body.legalEntity ?? null;
  if (legalEntity !== null && (await listLegalEntities(read, [legalEntity])).length === 0) {
    throw invalid(issue('legalEntity', 'unknownLegalEntity'));
  }
  const published = await listPublished(read, type, legalEntity);
  // Company data without a legal entity belongs to the national company.
  const facts = (legalEntity === null ? null : company) ?? factsOf(published);
  const national = (legalEntity === null ? company : null) ?? nationalFactsOf(published);
  const texts: PublishedTexts = clauses ? { [language]: approvedTexts(version, clauses) } : textsOf(published);
  const isPage = type === FEA_PAGE;
  const sample = sampleData(isPage ? [] : paperFields(type), { ...sampleOfType(type), PAPER_LANGUAGE: language });
  const dealer = (await listDealers(read, null)).find(
    (candidate) => candidate.legal_entity === legalEntity && candidate.gone_date === null,
  );
  const { brand } = sample.letterhead;
  // General clauses are shown under an invented company's letterhead.
  const letterhead = dealer ? letterheadOf(dealer, { hst: dealer.hst, brand }, facts) : sample.letterhead;
  const data: PaperData = {
    ...sample,
    letterhead,
    place: dealer?.citta || sample.place,
    signers: requiredSignerRoles(await services.configuration(read), type).map((role) => ({ role, name: null })),
    national: nationalOf(national),
    ...legalFactsOf(facts, legalEntity === null ? null : publicPageOf(world.settings.publicUrl, legalEntity)),
    demo: true,
  };
  const { paper } = isPage
    ? await pagePaper(read, data, { language, legalEntity, texts })
    : composePaper(type, data, texts);
  await services.count();
  const { bytes } = await world.pdf.paper(paper);
  return bytes;
}
