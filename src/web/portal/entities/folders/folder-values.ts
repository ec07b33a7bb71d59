/** Values of the folder form, its rules and its body. Pure. */
import type { createFolder } from '#contract/calls/folders.ts';
import type { BodyOf } from '#contract/definition/call-types.ts';
import { folderWarnings } from '#domain/codes/code-warnings.ts';
import { normalisePlate } from '#domain/codes/vehicle.ts';
import type { Brand } from '#domain/dealers/brands.ts';
import type { Warning } from '#domain/dossiers/dossier.ts';
import type { FieldIssue, Language } from '#domain/errors.ts';
import { folderFieldKey, folderTypeIssues } from '#domain/folders/folder.ts';
import { wizardFolderSchema } from '#domain/folders/folder-schemas.ts';
import {
  type ConfiguredFolderType,
  type FolderType,
  type FolderTypeConfiguration,
  isRequired,
} from '#domain/folders/folder-types.ts';
import { issuesOf, unlessStored } from '#domain/validation.ts';
import type { FolderRow } from '../../api/answer-types.ts';
import { formatDate, toIsoDate } from '../../text/dates.ts';
import { parsedDay } from '../../text/typed-dates.ts';

/** Raw input; the date as gg/mm/aaaa. */
export type FolderValues = {
  brand: Brand;
  type: FolderType;
  processDate: string;
  businessId: string;
  plate: string;
  vin: string;
  jobId: string;
  notes: string;
};
export type FolderField = Exclude<keyof FolderValues, 'brand' | 'type'>;

export function folderValues(row: FolderRow): FolderValues {
  return {
    brand: row.brand,
    type: row.type,
    processDate: row.processDate === null ? '' : formatDate(row.processDate),
    businessId: row.businessId ?? '',
    plate: row.plate ?? '',
    vin: row.vin ?? '',
    jobId: row.jobId ?? '',
    notes: row.notes ?? '',
  };
}

export const findFolderType = (
  configuration: FolderTypeConfiguration,
  type: FolderType,
): ConfiguredFolderType | undefined => configuration.find((entry) => entry.slug === type);

export const FOLDER_FIELDS: readonly FolderField[] = ['processDate', 'businessId', 'plate', 'vin', 'jobId', 'notes'];

/** Initial values of a new folder's fields: the type's defaults, and today for a date. */
export function startingFields(type: Pick<ConfiguredFolderType, 'fields'> | undefined): Record<FolderField, string> {
  const today = formatDate(toIsoDate(new Date()));
  const initial = (type?.fields ?? []).flatMap((field): [FolderField, string][] => {
    const key = folderFieldKey(field.name);
    if (key === undefined) return [];
    const defaultValue = field.default ?? '';
    if (key !== 'processDate') return [[key, defaultValue]];
    return [[key, /^\d{4}-\d\d-\d\d$/.test(defaultValue) ? formatDate(defaultValue) : today]];
  });
  const emptyFields = { processDate: '', businessId: '', plate: '', vin: '', jobId: '', notes: '' };
  return { ...emptyFields, ...Object.fromEntries(initial) };
}

/** After a change of type: untouched fields take the new type's initial values. */
export function restartedFields(
  values: FolderValues,
  before: ConfiguredFolderType | undefined,
  after: ConfiguredFolderType | undefined,
): [FolderField, string][] {
  const [initialBefore, initialAfter] = [startingFields(before), startingFields(after)];
  return FOLDER_FIELDS.filter((key) => values[key] === initialBefore[key]).map((key) => [key, initialAfter[key]]);
}

/** The fields to show, in the configured order, plus those that an existing folder already has. */
export function folderFields(
  type: ConfiguredFolderType | undefined,
  row: FolderRow | null,
): { key: FolderField; required: boolean }[] {
  const configured = (type?.fields ?? []).flatMap((field) => {
    const key = folderFieldKey(field.name);
    return key ? [{ key, required: isRequired(field) }] : [];
  });
  const filledKeys = FOLDER_FIELDS.filter((key) => row !== null && row[key] !== null);
  const more = filledKeys.filter((key) => !configured.some((field) => field.key === key));
  return [...configured, ...more.map((key) => ({ key, required: false }))];
}

/** Clears hidden fields: a date filled in for another type must not be sent. */
export function withoutHidden(values: FolderValues, drawn: readonly { key: FolderField }[]): FolderValues {
  const hiddenKeys = FOLDER_FIELDS.filter((key) => !drawn.some((field) => field.key === key));
  return { ...values, ...Object.fromEntries(hiddenKeys.map((key) => [key, ''])) };
}

const text = (value: string): string | null => (value.trim() === '' ? null : value.trim());

/** @param row a date that was not changed keeps its time: the form shows and accepts only days. */
function dateOf(values: FolderValues, row: FolderRow | null): string | null {
  const typed = text(values.processDate);
  if (typed === null) return null;
  if (row?.processDate && typed === formatDate(row.processDate)) return row.processDate;
  return parsedDay(typed);
}

function bodyFields(values: FolderValues, row: FolderRow | null) {
  const vin = text(values.vin)?.toUpperCase();
  return {
    processDate: dateOf(values, row),
    businessId: text(values.businessId),
    // In the stored format.
    plate: normalisePlate(values.plate) || null,
    // Omitted when empty.
    ...(vin === undefined ? {} : { vin }),
    jobId: text(values.jobId),
    notes: text(values.notes),
  };
}

/** The body of a new folder, without its customer. */
export type FolderBody = Omit<BodyOf<typeof createFolder>, 'dossierId'>;

/** For an existing folder the whole row is sent back; `vin` is omitted when it was emptied. */
export function folderBody(values: FolderValues, row: FolderRow | null): FolderBody {
  const written = bodyFields(values, row);
  if (row === null) return { brand: values.brand, type: values.type, ...written };
  const { vin: _stored, ...kept } = row;
  return { ...kept, ...written };
}

export function folderIssues(
  values: FolderValues,
  row: FolderRow | null,
  type: ConfiguredFolderType | undefined,
): FieldIssue[] {
  const body = { brand: values.brand, type: values.type, ...bodyFields(values, row) };
  const missing = type ? folderTypeIssues(body, type) : [];
  return [...missing, ...unlessStored(issuesOf('folder', wizardFolderSchema, body), body, row)];
}

/** Doubts about plate and VIN. */
export function folderDoubts(values: Pick<FolderValues, 'plate' | 'vin'>, language: Language): Warning[] {
  return folderWarnings({ plate: text(values.plate), vin: text(values.vin)?.toUpperCase() ?? null }, language);
}
