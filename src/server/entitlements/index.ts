/** The door of entitlements: what a legal entity's services allow (P-9, P-14). */
import { FOLDER_TYPES, type FolderType } from '#domain/folders/folder-types.ts';
import { romeDay } from '#domain/rome-time.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { findSignatureServices, insertUse } from './queries.ts';

export { insertServices } from './queries.ts';

/**
 * True when birth date, birth place and fiscal code may be left out: the legal entity signs simply (FES, and not FEA)
 * in that folder type; without a folder type, in every one (P-9).
 */
export async function signsSimply(
  db: Db,
  legalEntity: string,
  options: { folderType?: FolderType; at: Date },
): Promise<boolean> {
  const services = await findSignatureServices(db, legalEntity, romeDay(options.at));
  const wanted = options.folderType === undefined ? FOLDER_TYPES : [options.folderType];
  return wanted.every((type) => {
    const kinds = services
      .filter((service) => service.folder_types.includes(type))
      .map((service) => service.signature_type);
    return kinds.includes('FES') && !kinds.includes('FEA');
  });
}

/** What a legal entity has used up. */
export interface Use {
  readonly legalEntity: string;
  readonly kind: 'OTP' | 'DISK_SPACE' | 'STRONGDOX_SPACE';
  /** Messages, or bytes. */
  readonly amount: number;
  /** What caused it, for example `otp:12`. */
  readonly cause: string;
}

/** Books a use in the ledger, in the transaction of what caused it; the same cause never twice (D-44, P-14). */
export async function bookUse(tx: Tx, use: Use, at: Date): Promise<void> {
  const { legalEntity, kind, amount, cause } = use;
  await insertUse(tx, { legal_entity: legalEntity, kind, amount, cause, created_date: at });
}
