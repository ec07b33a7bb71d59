/** Proofs that no signature starts while a field of the file, meant for the signer, cannot be signed as it is. */
import { fieldPaper, LOWER, merged } from '../../papers/field-papers.ts';
import type { ProvokeCall } from '../proof.ts';
import type { Answer, TestApi } from '../test-api.ts';

type StaffCall = (api: TestApi, login: string, id: number) => Promise<Answer>;

const CLIENT = '/T (FirmaCliente) /F 4';
const paperWithField = (entries: string, rect?: string, page = ''): Uint8Array =>
  fieldPaper({ page, objects: { 10: merged(entries, rect) } });

const PAPERS = {
  'places.fieldNoPage': fieldPaper({ shown: '', objects: { 10: merged() } }),
  'places.fieldHidden': paperWithField('/T (FirmaCliente) /F 6'),
  'places.fieldNotPrinted': paperWithField('/T (FirmaCliente) /F 0'),
  'places.fieldTurned': paperWithField('/T (FirmaCliente) /F 20', undefined, '/Rotate 90'),
  'places.fieldLarge': paperWithField(CLIENT, '[0 0 595 842]'),
  'places.placeOutside': paperWithField(CLIENT, '[700 900 900 960]'),
  'places.placeSmall': paperWithField(CLIENT, '[60 500 160 515]'),
  'places.placeOverlap': fieldPaper({
    ...{ shown: '10 0 R 11 0 R', listed: '10 0 R 11 0 R' },
    objects: { 10: merged(CLIENT, LOWER), 11: merged('/T (Cliente_2) /F 4', '[60 240 260 300]') },
  }),
} as const;

/** Refusals of every call that would start a signature. */
export const unplacedRefusals = (call: StaffCall): Readonly<Record<string, ProvokeCall>> =>
  Object.fromEntries(
    Object.entries(PAPERS).map(([code, paper]): [string, ProvokeCall] => [
      code,
      async (api) => {
        const { id } = await api.newReadyDocument();
        const file_sha256 = await api.test.world.storage.put(Buffer.from(paper));
        await api.database.transaction((tx) =>
          tx.updateTable('document').set({ file_sha256 }).where('id', '=', id).execute(),
        );
        return call(api, 'dealer', id);
      },
    ]),
  );

/** Refusals caused by the file, before the tablet or the phone starts a signature. */
export const unreadableFileRefusals = (call: StaffCall): Readonly<Record<string, ProvokeCall>> => ({
  'places.unread': async (api) => {
    const { id } = await api.newReadyDocument();
    const file_sha256 = await api.test.world.storage.put(Buffer.from('no PDF'));
    await api.database.transaction((tx) =>
      tx.updateTable('document').set({ file_sha256 }).where('id', '=', id).execute(),
    );
    return call(api, 'dealer', id);
  },
  ...unplacedRefusals(call),
});
