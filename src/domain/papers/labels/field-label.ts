/** The label of any field, those of the papers included: in messages and in the trail (specification §8, P-18). */
import type { Language } from '../../errors.ts';
import { FIELD_LABELS, type LabelledField, lastName } from '../../field-labels.ts';
import { PAPER_LABELS } from './labels.ts';

/** By the last part of its path (`brands.0.brand`); undefined when there is none. */
export function fieldLabel(field: string, language: Language): string | undefined {
  const name = lastName(field);
  if (Object.hasOwn(FIELD_LABELS, name)) return FIELD_LABELS[name as LabelledField][language];
  return Object.hasOwn(PAPER_LABELS, name) ? PAPER_LABELS[name]?.[language] : undefined;
}

/** The labels of the papers' own fields in one language, for a catalogue of words. */
export const paperLabels = (language: Language): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(PAPER_LABELS).map(([name, label]) => [name, label[language]]));
