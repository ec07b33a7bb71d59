/** Proofs of the signature fields of an uploaded document: viewed, chosen, reset, and every refusal. */
import type { Updateable } from 'kysely';
import type { DocumentTable } from '#ports/database/tables.ts';
import { generated } from '../../papers/generated-papers.ts';
import { withEmptyField } from '../../papers/placed-papers.ts';
import type { Answer, Walk } from '../ground.ts';
import type { Proofs, Provoke } from '../proof.ts';

const path = (id: number): string => `/api/documents/${id}/signature-places`;
const BODY = { places: [{ point: 1, page: 1, box: [100, 100, 290, 160] }] };

const PREVIEW = '/api/documents/preview-places';
const WHERE = { hst: '10001', brand: 'bmw', folderType: 'SALE_NEW', type: 'SALE_NEW_RFO' };

type PlacesCall = (walk: Walk, login: string, id: number) => Promise<Answer>;
const read: PlacesCall = (walk, login, id) => walk.get(login, path(id));
const choose: PlacesCall = (walk, login, id) => walk.put(login, path(id), BODY);
const reset: PlacesCall = (walk, login, id) => walk.as(login, 'DELETE', path(id));

const change = (walk: Walk, id: number, values: Updateable<DocumentTable>) =>
  walk.database.transaction((tx) => tx.updateTable('document').set(values).where('id', '=', id).execute());

/** Refusals of every call on signature fields. */
function tooLate(call: PlacesCall): Readonly<Record<string, Provoke>> {
  const left =
    (values: Updateable<DocumentTable>): Provoke =>
    async (walk) => {
      const { id } = await walk.ready();
      await change(walk, id, values);
      return call(walk, 'dealer', id);
    };
  return {
    'document.notFound': async (walk) => call(walk, 'modena', (await walk.ready()).id),
    'life.notReady': async (walk) => call(walk, 'dealer', (await walk.signed()).id),
    'life.alreadyStarted': async (walk) => call(walk, 'dealer', (await walk.waiting()).id),
    'life.notSignable': left({ signable: false }),
    'life.notPdf': left({ mime_type: 'image/png' }),
  };
}

/** Refusals caused by the file itself. */
function ofTheFile(call: PlacesCall): Readonly<Record<string, Provoke>> {
  return {
    'document.noFile': async (walk) => {
      const { id } = await walk.ready();
      await change(walk, id, { file_sha256: null });
      return call(walk, 'dealer', id);
    },
    'pdf.timeout': async (walk) => {
      const { id } = await walk.ready();
      await change(walk, id, { file_sha256: await walk.test.world.storage.put(Buffer.from('no PDF')) });
      return call(walk, 'dealer', id);
    },
  };
}

const ofTheFolder = (call: PlacesCall): Readonly<Record<string, Provoke>> => ({
  'access.readonly': async (walk) => call(walk, 'mixed', (await walk.ready()).id),
  'life.folderClosed': async (walk) => {
    const { id, folderId } = await walk.ready();
    const folder = await walk.row(walk.get('admin', `/api/folders/${folderId}`));
    await walk.row(walk.put('admin', '/api/folders', { ...folder, status: 'CLOSED' }));
    return call(walk, 'dealer', id);
  },
});

export const SIGNATURE_PLACES: Proofs = {
  previewPlaces: {
    success: {
      'for a file before its upload': async (walk) => {
        const file = await withEmptyField({ name: 'Firma_Cliente', page: 1, box: [100, 100, 290, 160] });
        return walk.post('dealer', PREVIEW, { ...WHERE, content: file.toString('base64') });
      },
      'for a file without signatures': (walk) =>
        walk.post('dealer', PREVIEW, { ...WHERE, content: Buffer.from('no PDF').toString('base64') }),
    },
    refusals: {
      'document.invalid': (walk) => walk.post('dealer', PREVIEW, { ...WHERE, type: 'LOAN_TEST_PRODUCT', content: '' }),
      'dossier.notFound': (walk) => walk.post('dealer', PREVIEW, { ...WHERE, hst: '10003', content: '' }),
      'access.readonly': (walk) => walk.post('mixed', PREVIEW, { ...WHERE, content: '' }),
      'access.folderType': (walk) => walk.post('sales', PREVIEW, { ...WHERE, brand: 'mini', content: '' }),
      // The minute may change meanwhile.
      'request.tooMany': async (walk) => {
        let answer = await walk.post('nsc', PREVIEW, { ...WHERE, content: '' });
        for (let asked = 0; asked < 60 && answer.statusCode !== 429; asked++) {
          answer = await walk.post('nsc', PREVIEW, { ...WHERE, content: '' });
        }
        return answer;
      },
    },
  },
  getSignaturePlaces: {
    success: {
      'on the added page': async (walk) => read(walk, 'dealer', (await walk.ready()).id),
      'at a chosen position': async (walk) => {
        const { id } = await walk.ready();
        await walk.row(choose(walk, 'dealer', id));
        return read(walk, 'dealer', id);
      },
    },
    refusals: { ...tooLate(read), ...ofTheFile(read) },
  },
  updateSignaturePlaces: {
    success: {
      'on the first page': async (walk) => choose(walk, 'dealer', (await walk.ready()).id),
      'remembered, as read from the file': async (walk) => {
        const { id } = await walk.ready();
        return walk.put('dealer', path(id), { ...BODY, remember: true, lastModifiedDate: null });
      },
    },
    refusals: {
      ...tooLate(choose),
      ...ofTheFile(choose),
      ...ofTheFolder(choose),
      'document.invalid': async (walk) => {
        const places = [{ point: 1, page: 99, box: [100, 100, 290, 160] }];
        return walk.put('dealer', path((await walk.ready()).id), { places });
      },
      'places.generated': async (walk) => {
        const body = { ...generated('LOAN_TEST_PRODUCT'), folderId: await walk.newFolder() };
        const { id } = await walk.row(walk.post('admin', '/api/documents', body));
        return choose(walk, 'dealer', id);
      },
      'places.inFile': async (walk) => {
        const file = await withEmptyField({ name: 'Firma_Cliente', page: 1, box: [100, 100, 290, 160] });
        const { id } = await walk.ready({ content: file.toString('base64'), fileSize: file.length });
        return choose(walk, 'dealer', id);
      },
      'conflict.stale': async (walk) => {
        const { id } = await walk.ready();
        await walk.row(choose(walk, 'dealer', id));
        return walk.put('dealer', path(id), { ...BODY, lastModifiedDate: null });
      },
    },
  },
  resetSignaturePlaces: {
    success: {
      'back to the added page': async (walk) => {
        const { id } = await walk.ready();
        await walk.row(choose(walk, 'dealer', id));
        return reset(walk, 'dealer', id);
      },
    },
    refusals: { ...tooLate(reset), ...ofTheFolder(reset) },
  },
};
