/** Labels of codes from data: the catalogue's label, or a readable form of the code. */
import type { TFunction } from 'i18next';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { lastSegment } from '#domain/field-labels.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import { it } from '../text/it.ts';

type Known = keyof typeof it.label.documentType;

/** A document type's label; a type added later by an administrator shows its code as words. */
export function documentTypeLabel(t: TFunction, slug: string): string {
  return Object.hasOwn(it.label.documentType, slug) ? t(`label.documentType.${slug as Known}`) : readable(slug);
}

/** A field's label, or null without one in the catalogue; the fields of papers are among those of documents. */
export function fieldLabel(t: TFunction, field: string): string | null {
  const name = lastSegment(field);
  if (Object.hasOwn(it.label.field, name)) return t(`label.field.${name as keyof typeof it.label.field}`);
  return t(`paperFields.${name}`, { defaultValue: '' }) || null;
}

/** TEST_DRIVE_DATE → Test drive date */
export function readable(code: string): string {
  const words = code.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The customer of a folder or document; only list rows have it. */
export function customerOf(t: TFunction, row: { dossierDTO?: Parameters<typeof customerName>[0] }): string {
  return row.dossierDTO ? customerName(row.dossierDTO) : t('missing');
}

/** A folder type's label; a type added by a newer server shows its code as words. */
export function folderTypeLabel(t: TFunction, type: FolderType): string {
  return Object.hasOwn(it.label.folderType, type) ? t(`label.folderType.${type}`) : readable(type);
}

/** A folder's title: "Proposta 2026/00418", or its type when it has no number. */
export function folderTitle(t: TFunction, folder: { type: FolderType; businessId: string | null }): string {
  const number = folderNumber(t, folder);
  return number === null ? folderTypeLabel(t, folder.type) : number.charAt(0).toUpperCase() + number.slice(1);
}

/** Its number with the type's name for it: "proposta 2026/00418"; null without a number. */
export function folderNumber(t: TFunction, folder: { type: FolderType; businessId: string | null }): string | null {
  const { type, businessId: number } = folder;
  if (!number) return null;
  return Object.hasOwn(it.label.businessIdShort, type) ? t(`label.businessIdShort.${type}`, { number }) : number;
}
