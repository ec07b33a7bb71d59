/** Decides whether birth and fiscal data of a new customer are optional. */
import { useQuery } from '@tanstack/react-query';
import { signsSimply } from '#domain/entitlements/simple-signature.ts';
import { signatureServicesQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { toIsoDate } from '../../text/dates.ts';
import type { WizardSubject } from './wizard-rules.ts';

/** Whether the dealer's legal entity uses simple signatures here; while unknown, true: the server decides. */
export function useSignsSimply(subject: WizardSubject): (hst: string) => boolean {
  const { dealers } = useSession();
  const services = useQuery(signatureServicesQuery);
  return (hst) => {
    const dealer = dealers.find((candidate) => candidate.hst2011 === hst);
    if (!services.data || !dealer) return true;
    return signsSimply(services.data, dealer.legal_entity, toIsoDate(new Date()), subject.folderType);
  };
}
