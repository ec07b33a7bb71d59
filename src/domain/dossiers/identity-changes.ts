/** Detects edits that would turn a customer with signed documents into a different person. */
import { fiscalCodeMismatches, isValidFiscalCode } from '../codes/fiscal-code.ts';
import { normalisedCode } from '../documents/fea.ts';
import { isCompany } from './customer-name.ts';
import { nameLetters, type PersonName, samePersonName } from './same-person.ts';

/** The identifying fields of a dossier. */
export interface Identity extends PersonName {
  readonly organizationName: string | null;
  readonly rspSearchType: string | null;
  readonly birthDate: string | null;
  readonly fiscalCode: string | null;
}
const NAME_FIELDS = ['firstName', 'lastName'] as const;
type IdentityField = (typeof NAME_FIELDS)[number] | 'organizationName' | 'birthDate' | 'fiscalCode';

/** Whether a personal code matches this name and birth date. */
function codeMatches(code: string | null, { firstName, lastName, birthDate }: Identity): boolean {
  if (code === null || !isValidFiscalCode(code)) return false;
  return fiscalCodeMismatches(code, { firstName, lastName, ...(birthDate === null ? {} : { birthDate }) }).length === 0;
}

/**
 * The fields by which an edit turns a customer into a different person. If documents were signed under the old name,
 * the name may be respelled or completed to match the codice fiscale, and a mistyped codice fiscale may be corrected to
 * match name and birth. Never both, or A could become B in two steps.
 */
export function identityChanges(before: Identity, after: Identity): IdentityField[] {
  if (isCompany(before) !== isCompany(after)) return ['organizationName'];
  const [codeBefore, code] = [normalisedCode(before.fiscalCode), normalisedCode(after.fiscalCode)];
  const codeKept = code === codeBefore;
  if (isCompany(before)) {
    const [name, other] = [nameLetters(before.organizationName ?? ''), nameLetters(after.organizationName ?? '')];
    return [
      ...(name === other ? [] : (['organizationName'] as const)),
      ...(codeKept || codeBefore === null ? [] : (['fiscalCode'] as const)),
    ];
  }
  const nameKept = samePersonName(before, after);
  const birthKept = before.birthDate === null || before.birthDate === after.birthDate;
  const isCorrected = after.birthDate !== null && codeMatches(code, after);
  if (codeKept && ((nameKept && birthKept) || isCorrected)) return [];
  const wasMistyped = !codeMatches(codeBefore, before);
  if (!codeKept && nameKept && birthKept && wasMistyped && codeMatches(code, after)) return [];
  return [
    ...(nameKept ? [] : NAME_FIELDS.filter((field) => nameLetters(before[field]) !== nameLetters(after[field]))),
    ...(birthKept ? [] : (['birthDate'] as const)),
    ...(codeKept ? [] : (['fiscalCode'] as const)),
  ];
}
