/** Labels of all fields, including those of generated papers: for messages and the evidence trail. */
import type { Language } from '../../errors.ts';
import { FIELD_LABELS, type LabelledField, lastSegment } from '../../field-labels.ts';
import { PAPER_LABELS } from './own-fields.ts';

/** By the last part of its path (`brands.0.brand`); undefined if unknown. */
export function fieldLabel(field: string, language: Language): string | undefined {
  const name = lastSegment(field);
  if (Object.hasOwn(FIELD_LABELS, name)) return FIELD_LABELS[name as LabelledField][language];
  return Object.hasOwn(PAPER_LABELS, name) ? PAPER_LABELS[name]?.[language] : undefined;
}

/** Labels of the papers' own fields in one language, for a text catalogue. */
export const paperLabels = (language: Language): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(PAPER_LABELS).map(([name, label]) => [name, label[language]]));
