/** The customer's dossier: fields and rules. */
import { z } from 'zod';
import { BRANDS, type Brand } from '../dealers/brands.ts';
import { recordOf } from '../record-of.ts';
import { isoDate, optionalDate, optionalText, printable, requiredText } from '../text-schemas.ts';
import { EMAIL, FISCAL_CODE, MOBILE_PHONE, withoutBlanks } from './contact-patterns.ts';
import { type CustomerFacts, OPTIONAL_FACTS } from './customer-facts.ts';

export const DOSSIER_STATUSES = ['OPEN', 'DELETED'] as const;
export const SEARCH_TYPES = ['RSP', 'DMS'] as const;
export const RSP_SEARCH_TYPES = ['ORGANIZATION', 'INDIVIDUAL'] as const;
export const DOSSIER_TYPES = ['existing', 'new'] as const;
export const SYNC_STATUSES = ['TO_SYNC', 'SYNCING', 'SYNCED', 'SYNC_FAILED'] as const;

const LANDLINE = /^(?:(?:\+|00)39)?[ ./-]*0\d/;
export const mobilePhoneSchema = requiredText().superRefine((text, context) => {
  if (MOBILE_PHONE.test(text)) return;
  const parameters = LANDLINE.test(text) ? { params: { landline: 1 } } : {};
  context.addIssue({ code: 'custom', message: 'mobilePhone', ...parameters });
});
export const emailSchema = requiredText().refine((text) => EMAIL.test(text), { message: 'email' });

/** Codes are pasted with spaces between their groups, a partita IVA also with its country prefix: normalize them. */
const fiscalCodeText = printable(255).overwrite((text) =>
  withoutBlanks(text)
    .toUpperCase()
    .replace(/^IT(?=\d{11}$)/, ''),
);
const isFiscalCode = (text: string): boolean => text === '' || FISCAL_CODE.test(text);
const fiscalCode = fiscalCodeText.min(1, { abort: true }).refine(isFiscalCode, { message: 'fiscalCode' });
const optionalFiscalCode = fiscalCodeText
  .refine(isFiscalCode, { message: 'fiscalCode' })
  .nullish()
  .transform((text) => text || null);

const common = {
  hst: requiredText(),
  firstName: requiredText(),
  lastName: requiredText(),
  city: requiredText(),
  postalCode: requiredText(),
  street: requiredText(),
  mobilePhone: mobilePhoneSchema,
  email: emailSchema,
  businessId: optionalText(),
  brand: z.enum(BRANDS).nullish(),
  brands: z.array(z.enum(BRANDS)).max(BRANDS.length).nullish(),
  originalAccountSource: optionalText(),
  searchType: z.enum(SEARCH_TYPES).nullish(),
  rspSearchType: z.enum(RSP_SEARCH_TYPES).nullish(),
  dossierType: z.enum(DOSSIER_TYPES).nullish(),
  ...recordOf(OPTIONAL_FACTS, () => optionalText()),
  representativeFiscalCode: optionalFiscalCode,
};

/** Under FES the birth and fiscal fields may be null. */
export const dossierSchemaFes = z.strictObject({
  ...common,
  birthDate: optionalDate,
  birthPlace: optionalText(),
  fiscalCode: optionalFiscalCode,
});

/** The stricter schema: birth date, birth place and tax code are required, as FEA and its module need them. */
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

/** Data on the customer from RSP and the dealer's DMS: displayed, never written by hand. */
export const EXTERNAL_FIELDS = (['dms', 'rsp'] as const).flatMap((system) =>
  (['FirstName', 'LastName', 'CompanyName', 'Phone', 'Address', 'City', 'PostalCode'] as const).map(
    (field) => `${system}${field}` as const,
  ),
);
export type ExternalField = (typeof EXTERNAL_FIELDS)[number];

export interface Warning {
  field: string;
  code: string;
  message: string;
}

/** A dossier as the API returns it. Dates are ISO; absent values are null. */
export interface Dossier extends CustomerFacts, Readonly<Record<ExternalField, string | null>> {
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
