/** Sets up a custodian configured for the demo: two of its administrators approve it before any handwriting is signed. */
import { callsAs, type DemoTarget } from './http-calls.ts';

const VERSIONS = '/api/paper-versions';

/** Written by one, published by the other. */
export async function agreeOnCustodian(target: DemoTarget, sha256: string): Promise<void> {
  const [author, publisher] = [await callsAs(target, 'admin'), await callsAs(target, 'admin2')];
  const version = { kind: 'COMPANY', legalEntity: null, company: { custodian: sha256 } };
  const { id } = (await author('POST', VERSIONS, version)) as { id: number };
  const { digest } = (await author('POST', `${VERSIONS}/${id}/submit`, {})) as { digest: string };
  await publisher('POST', `${VERSIONS}/${id}/publish`, { digest });
}
