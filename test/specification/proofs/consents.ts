/** Proofs of a customer's consents. */
import type { Proofs } from '../proof.ts';
import type { Answer, TestApi } from '../test-api.ts';

let lastPerson = 0;
/** Consents belong to a person, so each customer is a different one. */
const newPersonData = (): string => {
  lastPerson += 1;
  return `PRVGVR80A41H${String(100 + lastPerson)}D`;
};
const made = async (api: TestApi, change: Record<string, unknown> = {}): Promise<number> =>
  (
    await api.bodyOf<{ id: number }>(
      api.post('dealer', '/api/dossiers', api.dossier({ fiscalCode: newPersonData(), ...change })),
    )
  ).id;
const ofMilano = async (api: TestApi): Promise<number> =>
  (await api.bodyOf<{ id: number }>(api.post('milano', '/api/dossiers', api.dossier({ hst: '10003' })))).id;

const withdraw = (api: TestApi, id: number, change: object = {}): Promise<Answer> =>
  api.post('dealer', `/api/dossiers/${id}/consents/withdraw`, {
    controller: 'NSC',
    purpose: 'PROFILING',
    channels: ['ALL'],
    via: 'PHONE',
    ...change,
  });

export const CONSENTS: Proofs = {
  getConsents: {
    success: {
      'for a customer who was never asked': async (api) =>
        api.get('dealer', `/api/dossiers/${await made(api)}/consents/current`),
    },
    refusals: {
      'dossier.notFound': async (api) => api.get('dealer', `/api/dossiers/${await ofMilano(api)}/consents/current`),
    },
  },
  withdrawConsents: {
    success: {
      'towards the national company': async (api) => withdraw(api, await made(api)),
      'towards the dealer’s company': async (api) =>
        withdraw(api, await made(api), {
          controller: 'LE001',
          purpose: 'MARKETING',
          channels: ['EMAIL', 'PHONE'],
          requestedBy: 'La figlia',
          note: 'Richiesta per telefono',
        }),
    },
    refusals: {
      'dossier.notFound': async (api) => withdraw(api, await ofMilano(api)),
      'withdrawal.invalid': async (api) => withdraw(api, await made(api), { channels: ['EMAIL'] }),
      'consents.notGranted': async (api) => {
        const id = await made(api);
        await api.bodyOf(withdraw(api, id));
        return withdraw(api, id);
      },
    },
  },
  pushConsents: {
    success: {
      'after a refusal by the register': async (api) => {
        const id = await made(api, { searchType: 'RSP', businessId: 'R-RIFIUTATO' });
        await api.bodyOf(withdraw(api, id));
        await api.test.world.jobs.drain();
        return api.post('dealer', `/api/dossiers/${id}/consents/push`);
      },
    },
    refusals: {
      'dossier.notFound': (api) => api.post('dealer', '/api/dossiers/999999/consents/push'),
      'consents.nothingToPush': async (api) => api.post('dealer', `/api/dossiers/${await made(api)}/consents/push`),
    },
  },
};
