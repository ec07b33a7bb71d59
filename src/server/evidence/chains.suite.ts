/** Checks every chain, for tests that wrote many. */
import type { ChainFault } from '#domain/evidence/chain.ts';
import type { Db } from '#ports/database/database.ts';
import { verifyChain } from './chains.ts';
import { listAllSubjects } from './queries.ts';

const SUBJECTS_AT_ONCE = 500;

/** Recomputes every chain. @returns how many there are, and each broken chain with its first wrong row. */
export async function verifyAllChains(
  db: Db,
): Promise<{ chains: number; faults: { subject: string; fault: ChainFault }[] }> {
  const faults: { subject: string; fault: ChainFault }[] = [];
  let chains = 0;
  for (let after = ''; ; ) {
    const subjects = await listAllSubjects(db, after, SUBJECTS_AT_ONCE);
    for (const subject of subjects) {
      const fault = await verifyChain(db, subject);
      if (fault !== null) faults.push({ subject, fault });
    }
    chains += subjects.length;
    const last = subjects.at(-1);
    if (last === undefined || subjects.length < SUBJECTS_AT_ONCE) return { chains, faults };
    after = last;
  }
}
