/** Lists binding texts (the Italian ones) without a published version, and legal entities without company data. */
import { PRIVACY_TYPES } from '#domain/consents/notices.ts';
import { COMPANY_DATA } from '#domain/installation/first-steps.ts';
import { FEA_PAGE } from '#domain/papers/versions/versions.ts';
import type { Db } from '#ports/database/database.ts';
import { listHeld } from './queries.ts';

/** Required before the first FEA signature, and for the public page. */
const ADVANCED = ['FEA_MODULE', FEA_PAGE];

/**
 * Checks the Italian texts, which are the binding ones.
 * @param entities legal entities, and whether they sign with FEA. @returns those with missing texts; null is the
 * national company.
 */
export async function textsLacking(
  db: Db,
  entities: readonly { code: string; advanced: boolean }[],
): Promise<{ legalEntity: string | null; what: string[] }[]> {
  const held = await listHeld(db, [...PRIVACY_TYPES, ...ADVANCED]);
  const holds = (type: string, code: string) =>
    held.some((row) => row.document_type === type && (row.legal_entity === null || row.legal_entity === code));
  const national = held.some(
    ({ kind, legal_entity, named }) => kind === COMPANY_DATA && legal_entity === null && named,
  );
  const ofEntities = entities.map(({ code, advanced }) => {
    const told = held.some(({ kind, legal_entity }) => kind === COMPANY_DATA && legal_entity === code);
    const types = [...PRIVACY_TYPES, ...(advanced ? ADVANCED : [])].filter((type) => !holds(type, code));
    return { legalEntity: code, what: [...(told ? [] : [COMPANY_DATA]), ...types] };
  });
  const ofNational = { legalEntity: null, what: national ? [] : [COMPANY_DATA] };
  return [ofNational, ...ofEntities].filter(({ what }) => what.length > 0);
}
