/** Values of the licence and activation forms, and their conversion to the server's bodies; uses the server's own rules. Pure. */
import type { createActivation, createLicense } from '#contract/calls/licenses.ts';
import type { BodyOf } from '#contract/definition/call-types.ts';
import { activationSchema, licenseSchema, MAX_AFGCLIC_BYTES } from '#domain/entitlements/license.ts';
import type { FieldIssue } from '#domain/errors.ts';
import { issuesOf } from '#domain/validation.ts';
import type { ActivationRow, LicenseRow } from '../../api/queries/entitlements.ts';
import { toFieldText, toServerDay } from '../../connected/form/expiry-field.tsx';
import { parseTypedCount } from '../../text/numbers.ts';

/** Raw input; an empty text is a missing value. */
export interface LicenseValues extends Record<string, unknown> {
  licenseCode: string;
  legalEntity: string;
  licenseAmount: string;
  hstList: string[];
  expiresAt: string;
  notes: string;
  /** A new file; null keeps the stored one. */
  file: File | null;
}

export function licenseValues(row: LicenseRow | null, legalEntity = ''): LicenseValues {
  return {
    licenseCode: row?.licenseCode ?? '',
    legalEntity: row?.legalEntity ?? legalEntity,
    licenseAmount: row === null ? '' : String(row.licenseAmount),
    hstList: row?.hstList ?? [],
    expiresAt: toFieldText(row?.expiresAt ?? null),
    notes: row?.notes ?? '',
    file: null,
  };
}

const typedLicense = (values: LicenseValues) => ({
  licenseCode: values.licenseCode,
  legalEntity: values.legalEntity || undefined,
  licenseAmount: parseTypedCount(values.licenseAmount),
  hstList: values.hstList,
  expiresAt: toServerDay(values.expiresAt),
  notes: values.notes.trim() || null,
});

export function licenseIssues(values: LicenseValues): FieldIssue[] {
  return issuesOf('license', licenseSchema, typedLicense(values));
}

/** Not zero, but fewer than are in use: the server refuses it too. */
export function fewerThanUsed(values: LicenseValues, row: LicenseRow | null): boolean {
  const amount = parseTypedCount(values.licenseAmount);
  return row !== null && amount !== null && amount > 0 && amount < row.activationsCount;
}

export type FileProblem = 'fileType' | 'fileLarge' | 'fileSmall';

/** An .afgclic file of one byte to 1 MiB. */
export function fileProblem(file: Pick<File, 'name' | 'size'> | null): FileProblem | null {
  if (file === null) return null;
  if (!/[^./\\]\.afgclic$/i.test(file.name)) return 'fileType';
  if (file.size > MAX_AFGCLIC_BYTES) return 'fileLarge';
  return file.size === 0 ? 'fileSmall' : null;
}

export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let start = 0; start < bytes.length; start += 32_768) {
    text += String.fromCharCode(...bytes.subarray(start, start + 32_768));
  }
  return btoa(text);
}

export type LicenseBody = BodyOf<typeof createLicense>;
export type ActivationBody = BodyOf<typeof createActivation>;

/** @throws when the file cannot be read: it was moved or changed after it was chosen. */
export async function licenseBody(values: LicenseValues, row: LicenseRow | null): Promise<LicenseBody> {
  const { file } = values;
  return {
    ...row,
    ...typedLicense(values),
    ...(file === null ? {} : { afgclic: { fileName: file.name, content: await base64Of(file) } }),
    // Raw input: the schema rejects it before it is sent.
  } as LicenseBody;
}

export interface ActivationValues extends Record<string, unknown> {
  hst: string;
  deviceLabel: string;
  licenseCodeNamirial: string;
  expiresAt: string;
  notes: string;
}

/** A new activation lasts as long as its licence, and takes the dealer when there is only one. */
export function activationValues(
  row: ActivationRow | null,
  license: Pick<LicenseRow, 'expiresAt'>,
  dealers: readonly string[],
): ActivationValues {
  const [only] = dealers;
  return {
    hst: row?.hst ?? (dealers.length === 1 && only ? only : ''),
    deviceLabel: row?.deviceLabel ?? '',
    licenseCodeNamirial: row?.licenseCodeNamirial ?? '',
    expiresAt: toFieldText(row === null ? license.expiresAt : row.expiresAt),
    notes: row?.notes ?? '',
  };
}

const orNull = (text: string): string | null => text.trim() || null;

export function activationBody(
  values: ActivationValues,
  row: ActivationRow | null,
  license: Pick<LicenseRow, 'id'>,
): ActivationBody {
  return {
    ...row,
    licenseId: license.id,
    hst: values.hst || undefined,
    deviceLabel: orNull(values.deviceLabel),
    licenseCodeNamirial: orNull(values.licenseCodeNamirial),
    expiresAt: toServerDay(values.expiresAt),
    notes: orNull(values.notes),
    // Raw input: the schema rejects it before it is sent.
  } as ActivationBody;
}

export function activationIssues(
  values: ActivationValues,
  row: Pick<ActivationRow, 'expiresAt'> | null,
  license: Pick<LicenseRow, 'id' | 'expiresAt'>,
): FieldIssue[] {
  const issues = issuesOf('activation', activationSchema, activationBody(values, null, license));
  const day = toServerDay(values.expiresAt);
  // Shortening a licence does not change the expiry of its activations.
  const after = license.expiresAt !== null && day !== null && day > license.expiresAt && day !== row?.expiresAt;
  if (after && !issues.some(({ field }) => field === 'expiresAt')) {
    issues.push({ objectName: 'activation', field: 'expiresAt', code: 'afterLicense' });
  }
  return issues;
}
