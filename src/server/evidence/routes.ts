/** Routes of the evidence tree as a whole. */
import { proveConsistency as endpoint } from '#contract/signing/evidence.ts';
import { Refusal } from '#domain/errors.ts';
import { type Serving, serveStaff } from '../http/route.ts';
import { findHead, findNewestHead, type HeadRow } from './tree.queries.ts';
import { proveConsistency } from './tree-proofs.ts';

const presentHead = ({ size, statement, signature, stamp }: HeadRow) => ({ size, statement, signature, stamp });

export function evidenceRoutes(serving: Serving): void {
  const { world } = serving;
  const { read } = world.database;

  serveStaff(serving, endpoint, async ({ query }) => {
    const first = await findHead(read, query.first);
    const second = await (query.second === undefined ? findNewestHead(read) : findHead(read, query.second));
    if (first === undefined || second === undefined || first.size > second.size) {
      throw new Refusal('evidence.headNotFound');
    }
    const path = await proveConsistency(world, first.size, second.size);
    return { first: presentHead(first), second: presentHead(second), path };
  });
}
