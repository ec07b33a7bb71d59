/** Which edits would make a customer, under whose name something was signed, somebody else (P-9, D-1). */
import { fiscalCodeMismatches, isFiscalCodeSound } from '../codes/fiscal-code.ts';
import { normalisedCode } from '../documents/fea.ts';
import { lettersOf, type Named, samePersonName } from './same-person.ts';

/** Of a dossier, what says who its customer is. */
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

/** Does a personal code say this name and this day of birth? */
function says(code: string | null, { firstName, lastName, birthDate }: Identity): boolean {
  if (code === null || !isFiscalCodeSound(code)) return false;
  return fiscalCodeMismatches(code, { firstName, lastName, ...(birthDate === null ? {} : { birthDate }) }).length === 0;
}

/**
 * The fields by which an edit makes a customer somebody else. For one under whose name something was signed: a name may be
 * spelled otherwise or completed to what the codice fiscale has said all along, and a codice fiscale that was mistyped
 * may become the one that name and birth say. Never both, or A would become B in two steps.
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
