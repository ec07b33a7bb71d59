/**
 * Whether a legal entity signs simply (FES), derived from its services of kind SIGNATURE_TYPE: the browser's version of
 * the server's decision. Pure.
 */
import { FOLDER_TYPES, type FolderType } from '../folders/folder-types.ts';
import type { ServiceSignatureType, SignatureTypesValue } from './service-types.ts';

/** Optional fields of a dossier whose legal entity signs simply. */
export const BIRTH_AND_FISCAL = ['birthDate', 'birthPlace', 'fiscalCode'] as const;

/** A service as returned by GET /api/intesys-services. */
export interface SignatureService {
  serviceType: string;
  legalEntity: string;
  /** ISO date; valid until the end of that day in Rome. */
  expiresAt: string | null;
  signatureType: SignatureTypesValue;
  folderTypeSet: readonly FolderType[] | null;
}

/**
 * True when birth date, birth place and tax code may be omitted: FES, and not FEA, for that folder type; without a
 * folder type, for every one.
 * @param today ISO date in Rome: administrators also see services that have ended.
 */
export function signsSimply(
  services: readonly SignatureService[],
  legalEntity: string,
  today: string,
  folderType?: FolderType,
): boolean {
  const folderTypes = folderType === undefined ? FOLDER_TYPES : [folderType];
  return folderTypes.every((type) => {
    const kinds = signatureKinds(services, legalEntity, today, type);
    return kinds.includes('FES') && !kinds.includes('FEA');
  });
}

/** Kinds of signature in force for a folder type. @param today ISO date in Rome. */
export function signatureKinds(
  services: readonly SignatureService[],
  legalEntity: string,
  today: string,
  folderType: FolderType,
): ServiceSignatureType[] {
  return services
    .filter(
      (service) =>
        service.serviceType === 'SIGNATURE_TYPE' &&
        service.legalEntity === legalEntity &&
        (service.expiresAt === null || service.expiresAt >= today) &&
        service.folderTypeSet?.includes(folderType),
    )
    .flatMap((service) => service.signatureType ?? []);
}
