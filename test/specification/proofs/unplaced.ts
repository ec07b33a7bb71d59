/** Proofs that no signature starts while a field of the file, meant for the signer, cannot be signed as it is. */
import { fieldPaper, LOWER, merged } from '../../papers/field-papers.ts';
import type { Answer, Walk } from '../ground.ts';
import type { Provoke } from '../proof.ts';

type StaffCall = (walk: Walk, login: string, id: number) => Promise<Answer>;

const CLIENT = '/T (FirmaCliente) /F 4';
const one = (entries: string, rect?: string, page = ''): Uint8Array =>
  fieldPaper({ page, objects: { 10: merged(entries, rect) } });

const PAPERS = {
  'places.fieldNoPage': fieldPaper({ shown: '', objects: { 10: merged() } }),
  'places.fieldHidden': one('/T (FirmaCliente) /F 6'),
  'places.fieldNotPrinted': one('/T (FirmaCliente) /F 0'),
  'places.fieldTurned': one('/T (FirmaCliente) /F 20', undefined, '/Rotate 90'),
  'places.fieldLarge': one(CLIENT, '[0 0 595 842]'),
  'places.placeOutside': one(CLIENT, '[700 900 900 960]'),
  'places.placeSmall': one(CLIENT, '[60 500 160 515]'),
  'places.placeOverlap': fieldPaper({
    ...{ shown: '10 0 R 11 0 R', listed: '10 0 R 11 0 R' },
    objects: { 10: merged(CLIENT, LOWER), 11: merged('/T (Cliente_2) /F 4', '[60 240 260 300]') },
  }),
} as const;

/** Refusals of every call that would start a signature. */
export const unplaced = (call: StaffCall): Readonly<Record<string, Provoke>> =>
  Object.fromEntries(
    Object.entries(PAPERS).map(([code, paper]): [string, Provoke] => [
      code,
      async (walk) => {
        const { id } = await walk.ready();
        const file_sha256 = await walk.test.world.storage.put(Buffer.from(paper));
        await walk.database.transaction((tx) =>
          tx.updateTable('document').set({ file_sha256 }).where('id', '=', id).execute(),
        );
        return call(walk, 'dealer', id);
      },
    ]),
  );

/** Refusals caused by the file, before the tablet or the phone starts a signature. */
export const unread = (call: StaffCall): Readonly<Record<string, Provoke>> => ({
  'places.unread': async (walk) => {
    const { id } = await walk.ready();
    const file_sha256 = await walk.test.world.storage.put(Buffer.from('no PDF'));
    await walk.database.transaction((tx) =>
      tx.updateTable('document').set({ file_sha256 }).where('id', '=', id).execute(),
    );
    return call(walk, 'dealer', id);
  },
  ...unplaced(call),
});
