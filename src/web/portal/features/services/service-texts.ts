/** Describes a service as text: its name, its amount, its signature and folder types. */
import { useTranslation } from 'react-i18next';
import { listedSignatureTypes } from '#domain/entitlements/service-types.ts';
import { FOLDER_TYPES, type FolderType } from '#domain/folders/folder-types.ts';
import type { ServiceRow } from '../../api/queries/entitlements.ts';
import { useLegalEntities } from '../../connected/legal-entities.ts';
import { formatCount, formatSpace, spaceOf } from '../../text/numbers.ts';

export function useServiceWords() {
  const { t } = useTranslation();
  const { entityName } = useLegalEntities();
  const named = (row: Pick<ServiceRow, 'serviceType' | 'legalEntity'>) =>
    t('services.named', { type: t(`services.type.${row.serviceType}`), entity: entityName(row.legalEntity) });
  const folderTypes = (types: readonly FolderType[]) =>
    types.length === FOLDER_TYPES.length
      ? t('all.types')
      : FOLDER_TYPES.filter((type) => types.includes(type))
          .map((type) => t(`label.folderType.${type}`))
          .join(', ');
  /** "412 di 1.000 OTP"; only the total when the service has expired; null when it has no amount. */
  const amount = (row: ServiceRow): string | null => {
    if (row.totalOtp !== null) {
      const total = formatCount(row.totalOtp);
      if (row.usedOtp === null) return t('services.amount.unusedOTP', { total });
      return t('services.amount.OTP', { used: formatCount(row.usedOtp), total });
    }
    if (row.totalSpace === null) return null;
    const { totalSpace, usedSpace } = row;
    if (usedSpace === null) return formatSpace(totalSpace);
    return t('services.amount.space', spaceOf(usedSpace, totalSpace));
  };
  /** All readable text of a row, for the search. */
  const everything = (row: ServiceRow): string =>
    [
      named(row),
      row.legalEntity,
      ...listedSignatureTypes(row.signatureType).map((type) => t(`services.signatureLong.${type}`)),
      row.folderTypeSet?.map((type) => t(`label.folderType.${type}`)).join(' '),
      row.notes,
    ]
      .filter(Boolean)
      .join('\n');
  return { named, folderTypes, amount, everything };
}
