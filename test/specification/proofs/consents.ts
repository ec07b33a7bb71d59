/** Proofs of a customer's consents. */
import type { Answer, Walk } from '../ground.ts';
import type { Proofs } from '../proof.ts';

let people = 0;
/** Consents belong to a person, so each customer is a different one. */
const anotherPerson = (): string => {
  people += 1;
  return `PRVGVR80A41H${String(100 + people)}D`;
};
const made = async (walk: Walk, change: Record<string, unknown> = {}): Promise<number> =>
  (
    await walk.row<{ id: number }>(
      walk.post('dealer', '/api/dossiers', walk.dossier({ fiscalCode: anotherPerson(), ...change })),
    )
  ).id;
const ofMilano = async (walk: Walk): Promise<number> =>
  (await walk.row<{ id: number }>(walk.post('milano', '/api/dossiers', walk.dossier({ hst: '10003' })))).id;

const withdraw = (walk: Walk, id: number, change: object = {}): Promise<Answer> =>
  walk.post('dealer', `/api/dossiers/${id}/consents/withdraw`, {
    controller: 'NSC',
    purpose: 'PROFILING',
    channels: ['ALL'],
    via: 'PHONE',
    ...change,
  });

export const CONSENTS: Proofs = {
  getConsents: {
    success: {
      'for a customer who was never asked': async (walk) =>
        walk.get('dealer', `/api/dossiers/${await made(walk)}/consents/current`),
    },
    refusals: {
      'dossier.notFound': async (walk) => walk.get('dealer', `/api/dossiers/${await ofMilano(walk)}/consents/current`),
    },
  },
  withdrawConsents: {
    success: {
      'towards the national company': async (walk) => withdraw(walk, await made(walk)),
      'towards the dealer’s company': async (walk) =>
        withdraw(walk, await made(walk), {
          controller: 'LE001',
          purpose: 'MARKETING',
          channels: ['EMAIL', 'PHONE'],
          requestedBy: 'La figlia',
          note: 'Richiesta per telefono',
        }),
    },
    refusals: {
      'dossier.notFound': async (walk) => withdraw(walk, await ofMilano(walk)),
      'withdrawal.invalid': async (walk) => withdraw(walk, await made(walk), { channels: ['EMAIL'] }),
      'consents.notGranted': async (walk) => {
        const id = await made(walk);
        await walk.row(withdraw(walk, id));
        return withdraw(walk, id);
      },
    },
  },
  pushConsents: {
    success: {
      'after a refusal by the register': async (walk) => {
        const id = await made(walk, { searchType: 'RSP', businessId: 'R-RIFIUTATO' });
        await walk.row(withdraw(walk, id));
        await walk.test.world.jobs.drain();
        return walk.post('dealer', `/api/dossiers/${id}/consents/push`);
      },
    },
    refusals: {
      'dossier.notFound': (walk) => walk.post('dealer', '/api/dossiers/999999/consents/push'),
      'consents.nothingToPush': async (walk) => walk.post('dealer', `/api/dossiers/${await made(walk)}/consents/push`),
    },
  },
};
