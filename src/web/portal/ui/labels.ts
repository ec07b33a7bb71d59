/** Labels of codes that come from data: the catalogue's word, or the code made readable when it has none. */

import type { TFunction } from 'i18next';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { lastName } from '#domain/field-labels.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import { it } from '../text/it.ts';

type Known = keyof typeof it.label.documentType;

/** A document type's word; a type an administrator added later shows its own code as words. */
export function documentTypeLabel(t: TFunction, slug: string): string {
  return slug in it.label.documentType ? t(`label.documentType.${slug as Known}`) : readable(slug);
}

/** A field's word, or null when the catalogue has none; a paper's own fields are among the words of documents. */
export function fieldLabel(t: TFunction, field: string): string | null {
  const name = lastName(field);
  if (name in it.label.field) return t(`label.field.${name as keyof typeof it.label.field}`);
  return t(`documentFields.field.${name}`, { defaultValue: '' }) || null;
}

/** TEST_DRIVE_DATE → Test drive date */
export function readable(code: string): string {
  const words = code.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whose folder or document a row is; only lists carry the customer. */
export function customerOf(t: TFunction, row: { dossierDTO?: Parameters<typeof customerName>[0] }): string {
  return row.dossierDTO ? customerName(row.dossierDTO) : t('missing');
}

/** A folder in words: "Proposta 2026/00418", or its type when it has no number. */
export function folderTitle(t: TFunction, folder: { type: FolderType; businessId: string | null }): string {
  if (!folder.businessId) return t(`label.folderType.${folder.type}`);
  const text = t(`label.businessIdShort.${folder.type}`, { number: folder.businessId });
  return text.charAt(0).toUpperCase() + text.slice(1);
}
