/** Detects known obstacles to signing a document that is being created. */
import { useQuery } from '@tanstack/react-query';
import { isNationalForm } from '#domain/adherences/adherence.ts';
import { signatureKinds } from '#domain/entitlements/simple-signature.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import { type FirstStart, firstObstacle, needsAdherence, type StartObstacle } from '#domain/signing/start-obstacles.ts';
import { settings } from '../../settings.ts';
import { toIsoDate } from '../../text/dates.ts';
import type { DossierRow } from '../answer-types.ts';
import { adherenceQuery, dossierQuery, signatureServicesQuery } from '../queries.ts';
import { useSession } from '../session.tsx';

/** The document as it would be created. */
export interface Planned extends Pick<FirstStart, 'type' | 'signable' | 'sigType'> {
  /** An existing customer, a new one as typed so far, or null while unknown. */
  readonly customer: DossierRow | { readonly hst: string; readonly mobilePhone: string } | null;
  readonly folder: { readonly type: FolderType; readonly status: string };
}

export interface Obstacle {
  readonly kind: StartObstacle;
  /** Null for a new customer. */
  readonly dossierId: number | null;
  readonly mobilePhone: string;
  /** The module that already waits for the customer. */
  readonly moduleId: number | null;
}

/** Null without a known obstacle. */
export function useStartObstacle({ customer: given, folder, type, signable, sigType }: Planned): Obstacle | null {
  const { dealers } = useSession();
  const existing = given && 'id' in given ? given : null;
  // The customer may be corrected elsewhere while the form is open.
  const fresh = useQuery({ ...dossierQuery(existing?.id ?? 0), enabled: existing !== null });
  const customer = (existing && fresh.data) ?? given;
  const services = useQuery(signatureServicesQuery);
  const legalEntity = dealers.find(({ hst2011 }) => hst2011 === customer?.hst)?.legal_entity;
  const kinds =
    services.data && legalEntity !== undefined
      ? signatureKinds(services.data, legalEntity, toIsoDate(new Date()), folder.type)
      : null;
  const plan = { customer, folder, type, signable, sigType, services: kinds, countries: settings.otpCountries };
  const adherence = useQuery({
    ...adherenceQuery(existing?.id ?? 0),
    enabled: existing !== null && needsAdherence(plan),
  });
  const current = adherence.data?.current;
  const covers =
    current?.state === 'ACTIVE' && current.changed.length === 0 && (current.coversNational || !isNationalForm(type));
  // A new customer has signed no module yet.
  const adhered = existing === null ? customer === null && null : adherence.data ? covers : null;
  const kind = firstObstacle({ ...plan, adhered });
  return (
    kind && {
      kind,
      dossierId: existing?.id ?? null,
      mobilePhone: customer?.mobilePhone ?? '',
      moduleId: current?.state === 'REQUESTED' ? current.moduleId : null,
    }
  );
}
