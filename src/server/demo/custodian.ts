/** Sets up a custodian configured for the demo: two of its administrators approve it before any handwriting is signed. */
import { callsAs, type Reached } from './calls.ts';

const VERSIONS = '/api/paper-versions';

/** Written by one, published by the other. */
export async function agreeOnCustodian(reached: Reached, sha256: string): Promise<void> {
  const [one, other] = [await callsAs(reached, 'admin'), await callsAs(reached, 'admin2')];
  const written = { kind: 'COMPANY', legalEntity: null, company: { custodian: sha256 } };
  const { id } = (await one('POST', VERSIONS, written)) as { id: number };
  const { digest } = (await one('POST', `${VERSIONS}/${id}/submit`, {})) as { digest: string };
  await other('POST', `${VERSIONS}/${id}/publish`, { digest });
}
