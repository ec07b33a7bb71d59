/** Whether a new customer may be without birth and fiscal data (P-9). */
import { useQuery } from '@tanstack/react-query';
import { signsSimply } from '#domain/entitlements/signs-simply.ts';
import { signatureServicesQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { toIsoDate } from '../../text/dates.ts';
import type { WizardSubject } from './configuration.ts';

/** Whether the legal entity of this dealer signs simply here; while that is not known the server decides alone. */
export function useSignsSimply(subject: WizardSubject): (hst: string) => boolean {
  const { dealers } = useSession();
  const services = useQuery(signatureServicesQuery);
  return (hst) => {
    const dealer = dealers.find((one) => one.hst2011 === hst);
    if (!services.data || !dealer) return true;
    return signsSimply(services.data, dealer.legal_entity, toIsoDate(new Date()), subject.folderType);
  };
}
