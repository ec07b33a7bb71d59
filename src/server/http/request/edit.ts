/** Rules of every edit: fixed fields, stale rows, a row's new date. */
import { type FieldIssue, Refusal } from '#domain/errors.ts';

/** Fixed fields sent with another value; null and absent are ignored. */
export function changedFixedFields(
  objectName: string,
  input: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, string | number | boolean | null>>,
): FieldIssue[] {
  return Object.entries(stored)
    .filter(([field, value]) => input[field] !== undefined && input[field] !== null && input[field] !== value)
    .map(([field]) => ({ objectName, field, code: 'readOnly' }));
}

/** @param readDate the date that the caller read; without it, nothing is compared. @throws Refusal conflict.stale */
export function refuseStale(readDate: Date | null | undefined, stored: Date): void {
  if (readDate && readDate.getTime() < stored.getTime()) throw new Refusal('conflict.stale');
}

/** The new date of a row: always later than the last one, so that two edits within a millisecond differ. */
export function editDate(stored: Date, at: Date): Date {
  return new Date(Math.max(at.getTime(), stored.getTime() + 1));
}

/** Author and last editor of a new row. */
export const createdColumns = ({ login }: { login: string }, at: Date) => ({
  created_by: login,
  created_date: at,
  last_modified_by: login,
  last_modified_date: at,
});

/** Last editor of a changed row. */
export const editedColumns = ({ login }: { login: string }, stored: { last_modified_date: Date }, at: Date) => ({
  last_modified_by: login,
  last_modified_date: editDate(stored.last_modified_date, at),
});
