/** Detects edits that would turn a customer with signed documents into a different person. */
import { fiscalCodeMismatches, isFiscalCodeSound } from '../codes/fiscal-code.ts';
import { normalisedCode } from '../documents/fea.ts';
import { lettersOf, type Named, samePersonName } from './same-person.ts';

/** The identifying fields of a dossier. */
export interface Identity extends Named {
  readonly organizationName: string | null;
  readonly rspSearchType: string | null;
  readonly birthDate: string | null;
  readonly fiscalCode: string | null;
}
const NAMES = ['firstName', 'lastName'] as const;
type IdentityField = (typeof NAMES)[number] | 'organizationName' | 'birthDate' | 'fiscalCode';

const isCompany = ({ organizationName, rspSearchType }: Identity): boolean =>
  organizationName !== null || rspSearchType === 'ORGANIZATION';

/** Whether a personal code matches this name and birth date. */
function says(code: string | null, { firstName, lastName, birthDate }: Identity): boolean {
  if (code === null || !isFiscalCodeSound(code)) return false;
  return fiscalCodeMismatches(code, { firstName, lastName, ...(birthDate === null ? {} : { birthDate }) }).length === 0;
}

/**
 * The fields by which an edit turns a customer into a different person. If documents were signed under the old name,
 * the name may be respelled or completed to match the codice fiscale, and a mistyped codice fiscale may be corrected to
 * match name and birth. Never both, or A could become B in two steps.
 */
export function becomesSomebodyElse(before: Identity, after: Identity): IdentityField[] {
  if (isCompany(before) !== isCompany(after)) return ['organizationName'];
  const [codeBefore, code] = [normalisedCode(before.fiscalCode), normalisedCode(after.fiscalCode)];
  const codeKept = code === codeBefore;
  if (isCompany(before)) {
    const [name, other] = [lettersOf(before.organizationName ?? ''), lettersOf(after.organizationName ?? '')];
    return [
      ...(name === other ? [] : (['organizationName'] as const)),
      ...(codeKept || codeBefore === null ? [] : (['fiscalCode'] as const)),
    ];
  }
  const nameKept = samePersonName(before, after);
  const birthKept = before.birthDate === null || before.birthDate === after.birthDate;
  const corrected = after.birthDate !== null && says(code, after);
  if (codeKept && ((nameKept && birthKept) || corrected)) return [];
  const mistyped = !says(codeBefore, before);
  if (!codeKept && nameKept && birthKept && mistyped && says(code, after)) return [];
  return [
    ...(nameKept ? [] : NAMES.filter((field) => lettersOf(before[field]) !== lettersOf(after[field]))),
    ...(birthKept ? [] : (['birthDate'] as const)),
    ...(codeKept ? [] : (['fiscalCode'] as const)),
  ];
}
