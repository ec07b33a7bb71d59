/** Validates birth dates: they must not be in the future. */
import type { FieldIssue } from '../field-message.ts';

/** `2026-11-20` in the format of the messages: 20/11/2026. */
export const dayLimit = (day: string): { limit: string } => ({ limit: day.split('-').reverse().join('/') });

/** @param birthDate an ISO day; other forms are refused by the schema. @param today the day in Rome. */
export function birthDateIssues(birthDate: string | null | undefined, today: string): FieldIssue[] {
  if (!birthDate || !/^\d{4}-\d{2}-\d{2}$/.test(birthDate) || birthDate <= today) return [];
  return [{ objectName: 'dossier', field: 'birthDate', code: 'dateMax', parameters: dayLimit(today) }];
}
