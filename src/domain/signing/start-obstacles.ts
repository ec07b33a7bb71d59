/** Determines what would block a first signing session before its document exists, so that forms can show it next to their button. Pure. */
import type { SignatureType } from '../documents/document-states.ts';
import { needsFea } from '../documents/fea.ts';
import { signingObstacle } from '../documents/unsigned-actions.ts';
import { MOBILE_PHONE, normalisedPhone } from '../dossiers/contact-patterns.ts';
import type { ServiceSignatureType } from '../entitlements/service-types.ts';
import type { RefusalCode } from '../errors.ts';
import { canReceiveCodes } from './contact/contact.ts';

/** Each maps to the code of the server's refusal. */
export const START_OBSTACLES = {
  folderClosed: 'life.folderClosed',
  feaModuleMissing: 'life.feaModuleMissing',
  phoneMissing: 'signing.phoneMissing',
  phoneFixed: 'signing.phoneCountry',
  phoneAbroad: 'signing.phoneCountry',
} as const satisfies Record<string, RefusalCode>;
export type StartObstacle = keyof typeof START_OBSTACLES;

/** A document not yet created; null means unknown and blocks nothing. */
export interface FirstStart {
  readonly customer: { readonly mobilePhone: string } | null;
  readonly folder: { readonly status: string };
  readonly type: string;
  readonly signable: boolean;
  readonly sigType: SignatureType | null;
  /** Signature types that the legal entity's services provide for the folder type. */
  readonly services: readonly ServiceSignatureType[] | null;
  /** Whether the customer has a valid FEA adherence that covers the type. */
  readonly adhered: boolean | null;
  /** Calling codes of the countries to which codes are sent, without `+`. */
  readonly countries: readonly string[] | null;
}

/** Whether the start requires the customer's FEA adherence. */
export const needsAdherence = ({ type, signable, sigType, services }: Omit<FirstStart, 'adhered'>): boolean =>
  needsFea({ status: 'READY_TO_SIGN', type, signable, sigType }, services ?? []);

/** The first obstacle, in the server's order of refusal; null also if no signature is intended. */
export function firstObstacle(start: FirstStart): StartObstacle | null {
  const { customer, folder, signable, sigType, adhered, countries } = start;
  if (!signable || sigType === null) return null;
  const reason = signingObstacle({
    ...{ status: 'READY_TO_SIGN', signable, sigType, mimeType: 'application/pdf', folderStatus: folder.status },
    feaBlocked: adhered === false && needsAdherence(start),
  });
  if (reason === 'folderClosed' || reason === 'feaModuleMissing') return reason;
  return customer && contactObstacle(customer, sigType, countries);
}

function contactObstacle(
  { mobilePhone }: NonNullable<FirstStart['customer']>,
  sigType: SignatureType,
  countries: FirstStart['countries'],
): StartObstacle | null {
  if (!MOBILE_PHONE.test(mobilePhone)) return 'phoneMissing';
  // Handwriting needs no code.
  if (sigType === 'GRAPHOMETRIC' || countries === null || canReceiveCodes(mobilePhone, countries)) return null;
  return normalisedPhone(mobilePhone).startsWith('+39') && countries.includes('39') ? 'phoneFixed' : 'phoneAbroad';
}
