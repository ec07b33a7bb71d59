/** Lists requested by several users in parallel: response time when all CPUs are busy, and responses per second. */
import { performance } from 'node:perf_hooks';
import { ACTORS, type ActorName } from './actors.ts';
import { type Call, Client, openDocuments, search } from './client.ts';
import { type Figures, figuresOf } from './measure.ts';

export const READERS = 8;

export interface ReadingResult {
  readonly figures: Figures;
  /** Responses per second, all readers together. */
  readonly answers: number;
}

/** A user's typical morning: the dashboard, the three lists, a search by name. */
const callsOf = (name: ActorName): Call[] => [
  openDocuments(ACTORS[name].legalEntity),
  search('documents', {}),
  search('folders', { status: { equals: 'OPEN' } }),
  search('dossiers', { status: { equals: 'OPEN' } }),
  search('dossiers', { status: { equals: 'OPEN' }, genericFilter: { contains: 'giuseppe rossi' } }),
];

/**
 * @param seconds for which each reader sends one call after another. @throws Error when a call is not answered with
 * 200.
 */
export async function listTogether(address: string, seconds: number): Promise<ReadingResult> {
  const actors: readonly ActorName[] = ['big', 'medium', 'small', 'supervisor'];
  const samples: number[] = [];
  const until = performance.now() + seconds * 1000;
  const read = async (index: number): Promise<void> => {
    const client = new Client(address);
    const name = actors[index % actors.length] ?? 'big';
    const calls = callsOf(name);
    try {
      for (let turn = index; performance.now() < until; turn += 1) {
        const call = calls[turn % calls.length];
        if (call === undefined) return;
        const answer = await client.call(ACTORS[name].login, call);
        if (answer.status !== 200) throw new Error(`${call.path}: ${answer.status} ${answer.bytes}`);
        samples.push(answer.ms);
      }
    } finally {
      client.close();
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: READERS }, (_, index) => read(index)));
  return { figures: figuresOf(samples), answers: samples.length / ((performance.now() - began) / 1000) };
}
