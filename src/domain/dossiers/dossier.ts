/** The customer's file: fields and rules (specification §3, §5; P-15, P-20). */
import { z } from 'zod';
import { BRANDS, type Brand } from '../dealers/brands.ts';

export const DOSSIER_STATUSES = ['OPEN', 'DELETED'] as const;
export const SEARCH_TYPES = ['RSP', 'DMS'] as const;
export const RSP_SEARCH_TYPES = ['ORGANIZATION', 'INDIVIDUAL'] as const;
export const DOSSIER_TYPES = ['existing', 'new'] as const;
export const SYNC_STATUSES = ['TO_SYNC', 'SYNCING', 'SYNCED', 'SYNC_FAILED'] as const;

/** Plus sign, 2 digits, optional space, then 9 or 10 digits (specification §5). */
export const MOBILE_PHONE = /^\+\d{2} ?\d{9,10}$/;
/** The Italian 16-character pattern, omocodia included, or 11 digits (specification §5, D §6.1). */
export const FISCAL_CODE =
  /^(?:[A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]|\d{11})$/i;
/** Same pattern browsers use, and no control characters or line breaks, so that it is safe in a message header. */
const EMAIL =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;

/** NUL cannot be stored by PostgreSQL; other control characters have no place in one line of text. */
export const printable = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
    .refine((text) => !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text) && text.isWellFormed(), { message: 'type' });

export const requiredText = (max = 255) => printable(max).min(1);
export const optionalText = (max = 255) =>
  printable(max)
    .nullish()
    .transform((text) => (text === '' || text === undefined ? null : text));

/** A calendar date `YYYY-MM-DD` that exists. */
export const isoDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, { message: 'date' })
  .refine(
    (text) => {
      const date = new Date(`${text}T00:00:00Z`);
      return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && text >= '1800-01-01';
    },
    { message: 'date' },
  );

const fiscalCode = printable(16)
  .transform((text) => text.toUpperCase())
  .refine((text) => FISCAL_CODE.test(text), { message: 'fiscalCode' });

const common = {
  hst: requiredText(),
  firstName: requiredText(),
  lastName: requiredText(),
  city: requiredText(),
  postalCode: requiredText(),
  street: requiredText(),
  mobilePhone: requiredText().refine((text) => MOBILE_PHONE.test(text), { message: 'mobilePhone' }),
  email: requiredText().refine((text) => EMAIL.test(text), { message: 'email' }),
  businessId: optionalText(),
  brand: z.enum(BRANDS).nullish(),
  brands: z.array(z.enum(BRANDS)).max(BRANDS.length).nullish(),
  originalAccountSource: optionalText(),
  searchType: z.enum(SEARCH_TYPES).nullish(),
  rspSearchType: z.enum(RSP_SEARCH_TYPES).nullish(),
  dossierType: z.enum(DOSSIER_TYPES).nullish(),
  organizationId: optionalText(),
  organizationName: optionalText(),
  representativeFiscalCode: fiscalCode.nullish(),
  address: optionalText(),
};

/** Under FES the birth and fiscal fields may be null (specification §5). */
export const dossierSchemaFes = z.strictObject({
  ...common,
  birthDate: isoDate.nullish(),
  birthPlace: optionalText(),
  fiscalCode: fiscalCode.nullish(),
});

/** The stricter schema: birth date, birth place and fiscal code required. */
export const dossierSchemaStrict = z.strictObject({
  ...common,
  birthDate: isoDate,
  birthPlace: requiredText(),
  fiscalCode,
});
export type DossierInput = z.input<typeof dossierSchemaFes>;
export type DossierValues = z.output<typeof dossierSchemaFes>;

export function dossierSchema(options: { fes: boolean }) {
  return options.fes ? dossierSchemaFes : dossierSchemaStrict;
}

export interface Warning {
  field: string;
  code: string;
  message: string;
}

/** P-20 "Dossier". Dates are ISO; absent values are null. */
export interface Dossier {
  id: number;
  businessId: string | null;
  hst: string;
  legalEntity: string;
  brands: Brand[];
  originalAccountSource: string | null;
  status: (typeof DOSSIER_STATUSES)[number];
  searchType: (typeof SEARCH_TYPES)[number] | null;
  rspSearchType: (typeof RSP_SEARCH_TYPES)[number] | null;
  dossierType: (typeof DOSSIER_TYPES)[number] | null;
  firstName: string;
  lastName: string;
  organizationId: string | null;
  organizationName: string | null;
  representativeFiscalCode: string | null;
  mobilePhone: string;
  email: string;
  birthDate: string | null;
  birthPlace: string | null;
  fiscalCode: string | null;
  street: string;
  address: string | null;
  city: string;
  postalCode: string;
  numberOfFolders: number;
  activationsCount: number;
  syncStatus: (typeof SYNC_STATUSES)[number] | null;
  lastSync: string | null;
  createdBy: string | null;
  createdDate: string;
  lastModifiedBy: string | null;
  lastModifiedDate: string;
  warnings?: Warning[];
}
