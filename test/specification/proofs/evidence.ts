/** Proofs of the evidence tree's calls. */
import { createHash } from 'node:crypto';
import type { Walk } from '../ground.ts';
import type { Proofs } from '../proof.ts';

const proofOf = (walk: Walk, id: number) => walk.get('dealer', `/api/documents/${id}/events/proof`);

async function headSize(walk: Walk): Promise<number> {
  const { head } = await walk.row<{ head: { size: number } }>(proofOf(walk, (await walk.signed()).id));
  return head.size;
}

export const EVIDENCE: Proofs = {
  proveEvents: {
    success: {
      'for a signed document': async (walk) => proofOf(walk, (await walk.signed()).id),
      'for a waiting document': async (walk) => proofOf(walk, (await walk.waiting()).id),
    },
    refusals: {
      'document.notFound': async (walk) =>
        walk.get('modena', `/api/documents/${(await walk.signed()).id}/events/proof`),
    },
  },
  findIssued: {
    success: {
      'a signed file': async (walk) => {
        const { signedDocumentId } = await walk.signed();
        const file = await walk.get('dealer', `/api/signed-documents/${signedDocumentId}/download`);
        const sha256 = createHash('sha256').update(file.rawPayload).digest('hex');
        return walk.ask({ method: 'GET', path: `/api/issued/${sha256}` });
      },
      'a foreign file': (walk) => walk.ask({ method: 'GET', path: `/api/issued/${'0'.repeat(64)}` }),
    },
    refusals: {},
  },
  proveConsistency: {
    success: {
      'up to the newest': async (walk) => walk.get('dealer', `/api/evidence/consistency?first=${await headSize(walk)}`),
      'of a head with itself': async (walk) => {
        const size = await headSize(walk);
        return walk.get('dealer', `/api/evidence/consistency?first=${size}&second=${size}`);
      },
    },
    refusals: {
      'evidence.headNotFound': (walk) => walk.get('dealer', '/api/evidence/consistency?first=999999999'),
    },
  },
};
