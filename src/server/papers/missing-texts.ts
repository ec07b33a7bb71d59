/** Lists binding texts (the Italian ones) without a published version, and legal entities without company data. */
import { PRIVACY_TYPES } from '#domain/consents/notices.ts';
import { COMPANY_DATA } from '#domain/installation/first-steps.ts';
import { FEA_PAGE } from '#domain/papers/versions/versions.ts';
import type { Db } from '#ports/database/database.ts';
import { listPublishedTexts } from './queries.ts';

/** Required before the first FEA signature, and for the public page. */
const FEA_TYPES = ['FEA_MODULE', FEA_PAGE];

/**
 * Checks the Italian texts, which are the binding ones.
 * @param entities legal entities, and whether they sign with FEA. @returns those with missing texts; null is the
 * national company.
 */
export async function listMissingTexts(
  db: Db,
  entities: readonly { code: string; advanced: boolean }[],
): Promise<{ legalEntity: string | null; what: string[] }[]> {
  const published = await listPublishedTexts(db, [...PRIVACY_TYPES, ...FEA_TYPES]);
  const isPublished = (type: string, code: string) =>
    published.some((row) => row.document_type === type && (row.legal_entity === null || row.legal_entity === code));
  const national = published.some(
    ({ kind, legal_entity, named }) => kind === COMPANY_DATA && legal_entity === null && named,
  );
  const ofEntities = entities.map(({ code, advanced }) => {
    const hasCompanyData = published.some(({ kind, legal_entity }) => kind === COMPANY_DATA && legal_entity === code);
    const types = [...PRIVACY_TYPES, ...(advanced ? FEA_TYPES : [])].filter((type) => !isPublished(type, code));
    return { legalEntity: code, what: [...(hasCompanyData ? [] : [COMPANY_DATA]), ...types] };
  });
  const ofNational = { legalEntity: null, what: national ? [] : [COMPANY_DATA] };
  return [ofNational, ...ofEntities].filter(({ what }) => what.length > 0);
}
