/** The templates behind the form, loaded with the first type whose paper the portal generates. */
import type { ConfiguredDocumentType } from '#domain/folders/folder-types.ts';
import { acceptedValues, isAcceptance, isProposal } from '#domain/papers/accepted-proposal.ts';
import { composePaper, hasTemplate, paperFields } from '#domain/papers/compose-paper.ts';
import { asGenerated } from '#domain/papers/configured-types.ts';
import { longTextLimits, type PaperField } from '#domain/papers/fields.ts';
import { DEFAULT_LOAN_RULES, requiredLicence, valueIssues } from '#domain/papers/loan-rules.ts';
import type { PaperData } from '#domain/papers/paper-data.ts';
import { EMPTY_COMPANY } from '#domain/papers/versions/version-schemas.ts';
import { romeDay } from '#domain/rome-time.ts';
import { toIsoDate } from '../../../text/dates.ts';
import { uiLanguage } from '../../../text/language.ts';
import type { DocumentTypeRules, Paper, PaperCase } from './paper.ts';
import { storedOf, typedOf } from './typed-values.ts';

/** The type with its template and all its fields; unchanged without a template. */
export function withTemplate(type: ConfiguredDocumentType): DocumentTypeRules {
  if (!hasTemplate(type.slug)) return type;
  return { ...asGenerated(type), paper: paperOf(type.slug) };
}

function paperOf(slug: string): Paper {
  const fields = paperFields(slug);
  const byName = new Map(fields.map((field) => [field.name, field]));
  const longTexts = longTextLimits(fields);
  const convert = (change: (field: PaperField, text: string) => string) => (name: string, text: string) => {
    const field = byName.get(name);
    return field && change(field, text);
  };
  return {
    fields,
    longTexts: (name) => longTexts.get(name),
    typed: convert(typedOf),
    stored: convert(storedOf),
    judge(values, paperCase, draft) {
      const { missing, warnings } = composePaper(slug, { ...dataOf(paperCase), values });
      if (!draft) return { missing, warnings };
      return { missing: valueIssues(fields, values).filter(({ code }) => code !== 'required'), warnings };
    },
    usual: (name, brand) => (name === 'VEHICLE_LICENCE' ? requiredLicence({}, brand) : undefined),
    proposals: (paperCase) =>
      isAcceptance(slug)
        ? { ...proposalsOf(byName, paperCase), ...acceptedOf(byName, paperCase) }
        : proposalsOf(byName, paperCase),
  };
}

/** Data that the validation does not use stay empty: the server renders the paper itself. */
function dataOf(paperCase: PaperCase): Omit<PaperData, 'values'> {
  return {
    letterhead: {
      ...{ dealerName: '', brand: paperCase.brand, company: '', address: '', vatNumber: '' },
      ...{ rea: null, pec: null, phone: null },
    },
    customer: paperCase.customer,
    folder: paperCase.folder,
    number: paperCase.folder.businessId,
    place: '',
    date: toIsoDate(new Date()),
    signers: [],
    fea: { provider: null, insurer: null, policy: null, coverage: null, assistance: null, publicPage: null },
    insurance: { insurer: null, policy: null },
    dpo: null,
    national: EMPTY_COMPANY,
    trails: [],
    demo: false,
    rules: DEFAULT_LOAN_RULES,
    messages: uiLanguage(),
  };
}

/** Values of the newest signed proposal in the folder. */
function acceptedOf(fields: ReadonlyMap<string, PaperField>, { documents = [] }: PaperCase): Record<string, string> {
  const signed = documents
    .filter(({ type, status, startSignDate }) => isProposal(type) && status === 'SIGNED' && startSignDate !== null)
    .toSorted((a, b) => (a.startSignDate ?? '').localeCompare(b.startSignDate ?? ''))
    .at(-1);
  if (!signed?.startSignDate) return {};
  const accepted = acceptedValues(signed.variableFields, romeDay(new Date(signed.startSignDate)));
  const typed = Object.entries(accepted).flatMap(([name, value]) => {
    const field = fields.get(name);
    return field === undefined ? [] : [[name, typedOf(field, value)] as const];
  });
  return Object.fromEntries(typed);
}

/** A workshop folder has the customer's own vehicle and the order number; any other folder has the vehicle being handed over. */
function proposalsOf(fields: ReadonlyMap<string, PaperField>, { folder, folderType }: PaperCase) {
  const ofCustomer = folderType === 'SERVICE' || fields.has('REPLACED_MODEL');
  const candidates: Record<string, string | null> = {
    VEHICLE_PLATE: ofCustomer ? null : folder.plate,
    VEHICLE_VIN: ofCustomer ? null : folder.vin,
    WORK_ORDER: folderType === 'SERVICE' ? folder.businessId : null,
  };
  const filled = Object.entries(candidates).filter(
    (entry): entry is [string, string] => fields.has(entry[0]) && entry[1] !== null && entry[1] !== '',
  );
  return Object.fromEntries(filled);
}
