/** Proofs of the evidence tree's calls. */
import { createHash } from 'node:crypto';
import type { Proofs } from '../proof.ts';
import type { TestApi } from '../test-api.ts';

const proofOf = (api: TestApi, id: number) => api.get('dealer', `/api/documents/${id}/events/proof`);

async function headSize(api: TestApi): Promise<number> {
  const { head } = await api.bodyOf<{ head: { size: number } }>(proofOf(api, (await api.newSignedDocument()).id));
  return head.size;
}

export const EVIDENCE: Proofs = {
  proveEvents: {
    success: {
      'for a signed document': async (api) => proofOf(api, (await api.newSignedDocument()).id),
      'for a waiting document': async (api) => proofOf(api, (await api.readyToConfirm()).id),
    },
    refusals: {
      'document.notFound': async (api) =>
        api.get('modena', `/api/documents/${(await api.newSignedDocument()).id}/events/proof`),
    },
  },
  findIssued: {
    success: {
      'a signed file': async (api) => {
        const { signedDocumentId } = await api.newSignedDocument();
        const file = await api.get('dealer', `/api/signed-documents/${signedDocumentId}/download`);
        const sha256 = createHash('sha256').update(file.rawPayload).digest('hex');
        return api.ask({ method: 'GET', path: `/api/issued/${sha256}` });
      },
      'a foreign file': (api) => api.ask({ method: 'GET', path: `/api/issued/${'0'.repeat(64)}` }),
    },
    refusals: {},
  },
  proveConsistency: {
    success: {
      'up to the newest': async (api) => api.get('dealer', `/api/evidence/consistency?first=${await headSize(api)}`),
      'of a head with itself': async (api) => {
        const size = await headSize(api);
        return api.get('dealer', `/api/evidence/consistency?first=${size}&second=${size}`);
      },
    },
    refusals: {
      'evidence.headNotFound': (api) => api.get('dealer', '/api/evidence/consistency?first=999999999'),
    },
  },
};
