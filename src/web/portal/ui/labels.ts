/** Labels of codes that come from data: the catalogue's word, or the code made readable when it has none. */
import type { TFunction } from 'i18next';
import { it } from '../text/it.ts';

type Known = keyof typeof it.label.documentType;

/** A document type's word; a type an administrator added later shows its own code as words. */
export function documentTypeLabel(t: TFunction, slug: string): string {
  return slug in it.label.documentType ? t(`label.documentType.${slug as Known}`) : readable(slug);
}

/** A field's word, or null when the catalogue has none. */
export function fieldLabel(t: TFunction, field: string): string | null {
  const name = field.split('.').at(-1) ?? field;
  return name in it.label.field ? t(`label.field.${name as keyof typeof it.label.field}`) : null;
}

/** TEST_DRIVE_DATE → Test drive date */
export function readable(code: string): string {
  const words = code.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
