/** Proofs of FEA adherences. */

import { png } from '../../papers/files.ts';
import { generated } from '../../papers/generated-papers.ts';
import { adhere } from '../../stages/adherence.ts';
import { type Answer, base64, type Walk } from '../ground.ts';
import type { Proofs } from '../proof.ts';
import { type FileRefusal, REFUSED_COPIES } from './uploads.ts';

interface Row {
  id: number;
}

const made = async (walk: Walk, login = 'dealer', change: Record<string, unknown> = {}): Promise<number> =>
  (await walk.row<Row>(walk.post(login, '/api/dossiers', walk.dossier(change)))).id;
const ofMilano = (walk: Walk): Promise<number> => made(walk, 'milano', { hst: '10003' });

/** Of a separate legal entity: the customers of this walk share a codice fiscale. */
async function adhered(walk: Walk): Promise<number> {
  const { hst } = await walk.newDealer();
  const { id, folderId } = await walk.ready(generated('FEA_MODULE'), { hst });
  await adhere(walk.database, id);
  return (await walk.row<{ dossierId: number }>(walk.get('admin', `/api/folders/${folderId}`))).dossierId;
}

const revoke = (walk: Walk, login: string, id: number, change: object = {}): Promise<Answer> =>
  walk.post(login, `/api/dossiers/${id}/fea/revoke`, { date: '2026-01-02', via: 'PHONE', ...change });

const PAPER = { fileName: 'richiesta.png', content: base64(png()) };

/** A revocation with its signed request. */
async function revokedByPaper(walk: Walk): Promise<{ id: number; adherenceId: number }> {
  const id = await adhered(walk);
  const { current } = await walk.row<{ current: Row }>(revoke(walk, 'admin', id, { request: PAPER }));
  return { id, adherenceId: current.id };
}

const copy = (walk: Walk, login: string, id: number): Promise<Answer> =>
  walk.get(login, `/api/dossiers/${id}/fea/copy`);

export const ADHERENCES: Proofs = {
  getAdherence: {
    success: {
      'for a customer without adherence': async (walk) =>
        walk.get('dealer', `/api/dossiers/${await made(walk)}/fea/current`),
      'for a customer with an adherence': async (walk) =>
        walk.get('admin', `/api/dossiers/${await adhered(walk)}/fea/current`),
    },
    refusals: {
      'dossier.notFound': async (walk) => walk.get('dealer', `/api/dossiers/${await ofMilano(walk)}/fea/current`),
    },
  },
  downloadAdherence: {
    success: {
      'for a customer with an adherence': async (walk) => copy(walk, 'admin', await adhered(walk)),
    },
    refusals: {
      'dossier.notFound': async (walk) => copy(walk, 'dealer', await ofMilano(walk)),
      'access.readonly': async (walk) => copy(walk, 'readonly', await made(walk)),
      'fea.nothingToCopy': async (walk) => copy(walk, 'dealer', await made(walk)),
      'fea.copyTooLarge': async (walk) => {
        const id = await adhered(walk);
        await walk.database.transaction((tx) =>
          tx
            .updateTable('document')
            .set({ file_size: 2 ** 32, signed_document_id: null })
            .where('dossier_id', '=', id)
            .execute(),
        );
        return copy(walk, 'admin', id);
      },
    },
  },
  downloadRevocationRequest: {
    success: {
      'the file': async (walk) => {
        const { id, adherenceId } = await revokedByPaper(walk);
        return walk.get('admin', `/api/dossiers/${id}/fea/${adherenceId}/request`);
      },
    },
    refusals: {
      'dossier.notFound': async (walk) => walk.get('dealer', `/api/dossiers/${await ofMilano(walk)}/fea/1/request`),
      'fea.noRequest': async (walk) => walk.get('dealer', `/api/dossiers/${await made(walk)}/fea/1/request`),
      'file.range': async (walk) => {
        const { id, adherenceId } = await revokedByPaper(walk);
        return walk.get('admin', `/api/dossiers/${id}/fea/${adherenceId}/request`, { range: 'bytes=99999999-' });
      },
    },
  },
  revokeAdherence: {
    success: {
      'a revocation on paper': async (walk) => revoke(walk, 'admin', await adhered(walk), { request: PAPER }),
      'a revocation by telephone': async (walk) =>
        revoke(walk, 'admin', await adhered(walk), { requestedBy: 'La figlia', reason: 'Preferisce la carta' }),
    },
    refusals: {
      'dossier.notFound': async (walk) => revoke(walk, 'dealer', await ofMilano(walk)),
      'adherence.invalid': async (walk) => revoke(walk, 'admin', await adhered(walk), { date: '2999-01-01' }),
      ...(Object.fromEntries(
        Object.entries(REFUSED_COPIES).map(([code, paper]) => [
          code,
          async (walk: Walk) => revoke(walk, 'admin', await adhered(walk), { request: paper() }),
        ]),
      ) as Record<FileRefusal, (walk: Walk) => Promise<Answer>>),
      'fea.notActive': async (walk) => {
        const id = await adhered(walk);
        await walk.row(revoke(walk, 'admin', id));
        return revoke(walk, 'admin', id);
      },
    },
  },
};
