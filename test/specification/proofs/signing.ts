/** Proofs of signing: staff on a document, and the signed documents. */
import type { Updateable } from 'kysely';
import type { DocumentTable } from '#ports/database/tables.ts';
import { hitLimit } from '#server/identity/index.ts';
import { generatedDocument } from '../../papers/generated-papers.ts';
import { makePaper } from '../../papers/paper.ts';
import { insertAdherence } from '../../stages/adherence.ts';
import type { Proofs, ProvokeCall } from '../proof.ts';
import type { Answer, TestApi } from '../test-api.ts';
import { contactRefusalsAtCorrection, contactRefusalsAtStart } from './contacts.ts';
import { handwritingRefusals } from './handwriting.ts';
import { togetherRefusals, togetherSuccesses } from './together.ts';
import { unreadableFileRefusals } from './unplaced-fields.ts';
import { drawingTrial, exactlyOneMegabyte, picture, pictureUpload, sellService } from './uploads.ts';

const startSigning = (api: TestApi, id: number) => api.post('dealer', `/api/documents/${id}/sign`);

/** As an import or an earlier version may have left it. */
const changeDocument = (api: TestApi, id: number, values: Updateable<DocumentTable>) =>
  api.database.transaction((tx) => tx.updateTable('document').set(values).where('id', '=', id).execute());

/** Replaces the file of a ready document by one that has not been drawn yet. */
async function callWithFile(api: TestApi, call: StaffCall, file: Buffer): Promise<Answer> {
  const { id } = await api.newReadyDocument();
  await changeDocument(api, id, { file_sha256: await api.test.world.storage.put(file) });
  return call(api, 'dealer', id);
}

export type StaffCall = (api: TestApi, login: string, id: number) => Promise<Answer>;

/** Refused before a signature that needs a member of the dealer's staff. */
export const staffSignerRefusals = (call: StaffCall): Readonly<Record<string, ProvokeCall>> => ({
  'signing.signersMissing': async (api) =>
    call(api, 'dealer', (await api.newReadyDocument({ type: 'SALE_NEW_PROPOSAL' })).id),
  'signing.signerUnfit': async (api) => {
    const { id } = await api.newReadyDocument({ type: 'SALE_NEW_PROPOSAL' });
    // A user who existed when the document was created.
    await changeDocument(api, id, { variable_fields: JSON.stringify({ SALES_MANAGER: 999_999 }) });
    return call(api, 'dealer', id);
  },
});

/** What prevents a signature from starting, for every call that would start one. */
export function startRefusals(call: StaffCall): Readonly<Record<string, ProvokeCall>> {
  const afterChange =
    (values: Updateable<DocumentTable>): ProvokeCall =>
    async (api) => {
      const { id } = await api.newReadyDocument();
      await changeDocument(api, id, values);
      return call(api, 'dealer', id);
    };
  return {
    'document.notFound': async (api) => call(api, 'modena', (await api.newReadyDocument()).id),
    'life.notReady': async (api) => call(api, 'dealer', (await api.newReadyDocument({ draft: true })).id),
    'life.notSignable': afterChange({ signable: false }),
    'life.noSignatureType': afterChange({ sig_type: null }),
    'life.notPdf': afterChange({ mime_type: 'image/png' }),
    'life.folderClosed': async (api) => {
      const { id, folderId } = await api.newReadyDocument();
      const folder = await api.bodyOf(api.get('admin', `/api/folders/${folderId}`));
      await api.bodyOf(api.put('admin', '/api/folders', { ...folder, status: 'CLOSED' }));
      return call(api, 'dealer', id);
    },
    'life.feaModuleMissing': async (api) => call(api, 'admin', (await api.newReadyDocument({}, ROMA)).id),
    'life.feaModuleUnsigned': async (api) => {
      const [{ id }, module] = [
        await api.newReadyDocument({}, ROMA),
        await api.newReadyDocument(generatedDocument('FEA_MODULE'), ROMA),
      ];
      await changeDocument(api, id, { fea_module_id: module.id });
      return call(api, 'admin', id);
    },
    'life.feaModuleSigning': async (api) => {
      const [{ id }, module] = [
        await api.newReadyDocument({}, ROMA),
        await api.newReadyDocument(generatedDocument('FEA_MODULE'), ROMA),
      ];
      await changeDocument(api, id, { fea_module_id: module.id });
      await api.startSigning(module.id);
      return call(api, 'admin', id);
    },
    'life.feaCoSigner': async (api) => {
      const { hst } = await api.newDealer();
      const module = await api.newReadyDocument(generatedDocument('FEA_MODULE'), { hst });
      await insertAdherence(api.database, module.id);
      const { id } = await api.newReadyDocument({}, { hst, mobilePhone: module.phone });
      await changeDocument(api, id, {
        ...{ type: 'LOAN_TEST_PRODUCT_MULTI', sig_type: 'FEA' },
        variable_fields: JSON.stringify({ DRIVER_2_NAME: 'Lorenzo Esempi', DRIVER_2_FISCAL_CODE: 'SMPLNZ80A01H501X' }),
      });
      return call(api, 'admin', id);
    },
    ...handwritingRefusals(call),
  };
}

const resend = (api: TestApi, id: number) => api.post('dealer', `/api/documents/${id}/resend-link`);

const resendBySms = (api: TestApi, login: string, id: number) =>
  api.post(login, `/api/documents/${id}/resend-link`, { channel: 'SMS' });

/** The only purchased message is reserved for the code. */
async function resendUnpaidLink(api: TestApi, over: boolean): Promise<Answer> {
  const { hst, legalEntity } = await api.newDealer();
  const { id } = await api.newReadyDocument({}, { hst });
  if (!over) await sellService(api, 'OTP', legalEntity);
  await api.startSigning(id);
  if (over) await sellService(api, 'OTP', legalEntity, true);
  return resendBySms(api, 'admin', id);
}

/** Corrects the contact of the first signer, or of a person who does not sign. */
async function correct(api: TestApi, id: number, change: object = {}): Promise<Answer> {
  const signing = await api.get('dealer', `/api/documents/${id}/signing`);
  const signerId = signing.json().signers?.[0]?.id ?? 1;
  const contact = { mobilePhone: '+39 3339876543', email: 'giusta@example.com' };
  return api.put('dealer', `/api/documents/${id}/signer-contact`, { signerId, ...contact, ...change });
}

/** A document whose link was sent long enough ago to be resent. */
async function sentLongAgo(api: TestApi): Promise<number> {
  const { id } = await api.newReadyDocument();
  await api.startSigning(id);
  await api.advance(16 * 60);
  return id;
}

/** One idempotency key per document. */
const resendWithKey = (api: TestApi, login: string, id: number, body: object | undefined) =>
  api.callAs(login, 'POST', `/api/documents/${id}/resend-link`, body, { 'idempotency-key': `sollecito-${id}` });

/** Starts in a legal entity without remaining space. */
async function callWithoutRoom(
  api: TestApi,
  call: StaffCall,
  kind: 'OTP' | 'STRONGDOX_SPACE',
  over: boolean,
): Promise<Answer> {
  const { hst, legalEntity } = await api.newDealer();
  const { id, folderId } = await api.newReadyDocument({}, { hst });
  await sellService(api, kind, legalEntity, over);
  if (!over && kind === 'OTP') await api.startSigning((await api.newReadyDocument({}, { hst })).id);
  if (!over && kind === 'STRONGDOX_SPACE') {
    const full = { ...exactlyOneMegabyte({ archivable: true }), folderId };
    await api.bodyOf(api.post('admin', '/api/documents', await api.document(full)));
  }
  return call(api, 'admin', id);
}

const ROMA = { hst: '10007' };

/** A paper with more text than when it was created, in a legal entity without space for the larger file. */
async function callWithGrownPaper(api: TestApi, call: StaffCall, over: boolean): Promise<Answer> {
  const { hst, legalEntity } = await api.newDealer();
  const folderId = await api.newFolder('admin', {}, { hst });
  const post = (body: object) => api.bodyOf(api.post('admin', '/api/documents', { ...body, folderId }));
  const { id, fileSize } = await post(generatedDocument('LOAN_TEST_PRODUCT'));
  await sellService(api, 'DISK_SPACE', legalEntity, over);
  if (!over) await post(pictureUpload(picture(1_048_576 - fileSize)));
  const { dossierId } = await api.bodyOf(api.get('admin', `/api/folders/${folderId}`));
  const dossier = await api.bodyOf(api.get('admin', `/api/dossiers/${dossierId}`));
  const lastName = 'Quattrocchi Wxyzk Jambaldòni Fêsq Vüzhg Ñoplet Btrçm Drißk Øystå';
  await api.bodyOf(api.put('admin', '/api/dossiers', { ...dossier, lastName }));
  return call(api, 'admin', id);
}

/** With a customer whose telephone the form would refuse, or a setting has excluded since. */
async function startWithPhone(api: TestApi, call: StaffCall, mobile_phone: string): Promise<Answer> {
  const { id, folderId } = await api.newReadyDocument();
  await api.database.transaction((tx) =>
    tx
      .updateTable('dossier')
      .set({ mobile_phone })
      .where('id', '=', (query) => query.selectFrom('folder').select('dossier_id').where('id', '=', folderId))
      .execute(),
  );
  return call(api, 'dealer', id);
}

/** Everything that prevents a signature from starting, including used-up quotas. */
export function allStartRefusals(call: StaffCall): Readonly<Record<string, ProvokeCall>> {
  return {
    ...startRefusals(call),
    'signing.phoneMissing': (api) => startWithPhone(api, call, ''),
    'signing.phoneCountry': (api) => startWithPhone(api, call, '+49 1701234567'),
    ...contactRefusalsAtStart((api, phone) => startWithPhone(api, call, phone)),
    ...staffSignerRefusals(call),
    'paper.incomplete': async (api) => {
      const body = { ...generatedDocument('LOAN_TEST_PRODUCT'), folderId: await api.newFolder() };
      const { id } = await api.bodyOf(api.post('admin', '/api/documents', body));
      await api.database.transaction((tx) =>
        tx
          .updateTable('document')
          .set({ variable_fields: JSON.stringify({}) })
          .where('id', '=', id)
          .execute(),
      );
      return call(api, 'dealer', id);
    },
    'paper.identityExpired': async (api) => {
      const { id } = await api.newReadyDocument({ sigType: 'FEA' });
      const identity = { type: 'identityCard', number: 'CA00000AA', issuer: 'Comune di Bologna' };
      const dates = { issueDate: '2021-02-10', expiryDate: '2041-01-01' };
      const body = { id, identity: { ...identity, ...dates } };
      const module = await api.bodyOf(api.post('admin', '/api/documents/fea', body));
      await api.database.transaction((tx) =>
        tx
          .updateTable('document')
          .set((row) => ({
            variable_fields: row.fn('jsonb_set', [
              'variable_fields',
              row.val('{ID_EXPIRY}'),
              row.val('"2022-01-01"'),
            ]) as never,
          }))
          .where('id', '=', module.id)
          .execute(),
      );
      return call(api, 'dealer', module.id);
    },
    ...unreadableFileRefusals(call),
    'pdf.pagesInCheck': async (api) => callWithFile(api, call, await makePaper({ pages: 11 })),
    'pdf.drawnDifferently': async (api) => callWithFile(api, call, drawingTrial('engines')),
    'pdf.imageUnreadable': async (api) => callWithFile(api, call, drawingTrial('image')),
    'quota.spaceSpent': (api) => callWithGrownPaper(api, call, false),
    'quota.spaceExpired': (api) => callWithGrownPaper(api, call, true),
    'quota.otpSpent': (api) => callWithoutRoom(api, call, 'OTP', false),
    'quota.otpExpired': (api) => callWithoutRoom(api, call, 'OTP', true),
    'quota.archiveSpent': (api) => callWithoutRoom(api, call, 'STRONGDOX_SPACE', false),
    'quota.archiveExpired': (api) => callWithoutRoom(api, call, 'STRONGDOX_SPACE', true),
  };
}

export const SIGNING: Proofs = {
  startSign: {
    success: {
      'the whole document': async (api) => startSigning(api, (await api.newReadyDocument()).id),
      'without effect when repeated': async (api) => {
        const { id } = await api.newReadyDocument();
        await api.startSigning(id);
        return startSigning(api, id);
      },
      ...togetherSuccesses,
    },
    refusals: {
      ...allStartRefusals((api, login, id) => api.post(login, `/api/documents/${id}/sign`)),
      ...togetherRefusals,
    },
  },
  cancelSign: {
    success: {
      'ready to sign again': async (api) => {
        const { id } = await api.newReadyDocument();
        await api.startSigning(id);
        return api.post('dealer', `/api/documents/${id}/cancel-sign`);
      },
    },
    refusals: {
      'document.notFound': (api) => api.post('dealer', '/api/documents/999999/cancel-sign'),
      'life.notWaiting': async (api) =>
        api.post('dealer', `/api/documents/${(await api.newReadyDocument()).id}/cancel-sign`),
    },
  },
  renewSign: {
    success: {
      'ready to sign again after 72 hours': async (api) => {
        const { id } = await api.newReadyDocument();
        await api.startSigning(id);
        await api.advance(73 * 3_600);
        return api.post('dealer', `/api/documents/${id}/renew`);
      },
    },
    refusals: {
      'document.notFound': (api) => api.post('dealer', '/api/documents/999999/renew'),
      'life.notExpired': async (api) => api.post('dealer', `/api/documents/${(await api.newReadyDocument()).id}/renew`),
    },
  },
  searchWaiting: {
    success: {
      'the waiting documents with their progress': async (api) => {
        const { id } = await api.readyToConfirm();
        return api.post('dealer', '/api/documents-ext/waiting/search', {
          id: { equals: id },
          progress: { in: ['OPENED'] },
        });
      },
    },
  },
  countWaiting: {
    success: { 'the number of each kind': (api) => api.get('dealer', '/api/documents-ext/waiting/count') },
  },
  resendLink: {
    success: {
      'the same link again': async (api) => resend(api, await sentLongAgo(api)),
      'by SMS': async (api) => resendBySms(api, 'dealer', (await api.readyToConfirm()).id),
    },
    refusals: {
      'signing.phoneCountry': async (api) => {
        const { settings } = api.test.world;
        const { otpCountries } = settings;
        const { id } = await api.readyToConfirm();
        Object.assign(settings, { otpCountries: ['49'] });
        return resendBySms(api, 'dealer', id).finally(() => Object.assign(settings, { otpCountries }));
      },
      'signing.phoneLinksEnough': async (api) => {
        const { id, phone } = await api.readyToConfirm();
        const limit = { limit: 10, windowSeconds: 86_400 };
        for (let sent = 0; sent < 10; sent += 1) {
          await api.database.transaction((tx) =>
            hitLimit(tx, `link-phone:${phone.replaceAll(' ', '')}`, limit, api.test.world.clock.now()),
          );
        }
        return resendBySms(api, 'dealer', id);
      },
      'quota.otpSpent': (api) => resendUnpaidLink(api, false),
      'quota.otpExpired': (api) => resendUnpaidLink(api, true),
      'document.notFound': (api) => resend(api, 999_999),
      'life.notWaiting': async (api) => resend(api, (await api.newReadyDocument()).id),
      'signing.remindedRecently': async (api) => resend(api, (await api.readyToConfirm()).id),
      'signing.remindedEnough': async (api) => {
        const id = await sentLongAgo(api);
        for (let round = 0; round < 3; round++) {
          await resend(api, id);
          await api.advance(16 * 60);
        }
        return resend(api, id);
      },
      'idempotency.otherRequest': async (api) => {
        const id = await sentLongAgo(api);
        await resendWithKey(api, 'dealer', id, {});
        return resendWithKey(api, 'dealer', id, undefined);
      },
      'idempotency.rightsChanged': async (api) => {
        const id = await sentLongAgo(api);
        const login = `solleciti${api.nextNumber()}`;
        const rights = (...permissions: string[]) => [{ brand: 'bmw', permissions }] as const;
        await api.newUser(login, 'ROLE_DEALER', ['10001'], [...rights('SALE_NEW')]);
        await api.bodyOf(resendWithKey(api, login, id, {}));
        await api.database.transaction((tx) =>
          tx
            .updateTable('app_user')
            .set({ brands: JSON.stringify(rights('SALE_NEW', 'SERVICE')) })
            .where('login', '=', login)
            .execute(),
        );
        return resendWithKey(api, login, id, {});
      },
    },
  },
  readSigning: {
    success: {
      'the signers': async (api) => api.get('dealer', `/api/documents/${(await api.readyToConfirm()).id}/signing`),
    },
    refusals: { 'document.notFound': (api) => api.get('dealer', '/api/documents/999999/signing') },
  },
  correctSignerContact: {
    success: {
      'with a new link to the corrected address': async (api) => correct(api, (await api.readyToConfirm()).id),
    },
    refusals: {
      'document.notFound': (api) => correct(api, 999_999),
      'document.invalid': async (api) => correct(api, (await api.readyToConfirm()).id, { mobilePhone: '333' }),
      'life.notWaiting': async (api) => correct(api, (await api.newReadyDocument()).id),
      'signing.phonePrinted': async (api) => {
        const { id } = await api.readyToConfirm();
        await changeDocument(api, id, { type: 'FEA_MODULE' });
        return correct(api, id);
      },
      'signing.someoneSigned': async (api) => {
        const { id } = await api.readyToConfirm();
        await api.database.transaction((tx) =>
          tx
            .updateTable('signer')
            .set({ state: 'SIGNED' })
            .where(
              'session_id',
              'in',
              tx.selectFrom('session_document').select('session_id').where('document_id', '=', id),
            )
            .execute(),
        );
        return correct(api, id);
      },
      ...contactRefusalsAtCorrection(async (api, mobilePhone) =>
        correct(api, (await api.readyToConfirm()).id, { mobilePhone }),
      ),
    },
  },
  readEvents: {
    success: {
      'the trail': async (api) => api.get('dealer', `/api/documents/${(await api.newSignedDocument()).id}/events`),
    },
    refusals: { 'document.notFound': (api) => api.get('dealer', '/api/documents/999999/events') },
  },
  readValidation: {
    success: {
      'for the signed file': async (api) =>
        api.get('dealer', `/api/documents/${(await api.newSignedDocument()).id}/validation`),
    },
    refusals: {
      'document.notFound': (api) => api.get('dealer', '/api/documents/999999/validation'),
      'document.notSigned': async (api) =>
        api.get('dealer', `/api/documents/${(await api.newReadyDocument()).id}/validation`),
    },
  },
  ...Object.fromEntries(
    (
      [
        ['downloadSigned', '/api/signed-documents'],
        ['downloadAudit', '/api/audit-documents/signed'],
      ] as const
    ).map(([call, path]): [string, Proofs[string]] => [
      call,
      {
        success: {
          'a PDF': async (api) =>
            api.get('dealer', `${path}/${(await api.newSignedDocument()).signedDocumentId}/download`),
          'a part of it': async (api) => {
            const { signedDocumentId } = await api.newSignedDocument();
            return api.get('dealer', `${path}/${signedDocumentId}/download`, { range: 'bytes=0-99' });
          },
        },
        refusals: {
          'document.notFound': async (api) =>
            api.get('modena', `${path}/${(await api.newSignedDocument()).signedDocumentId}/download`),
          'file.range': async (api) => {
            const { signedDocumentId } = await api.newSignedDocument();
            return api.get('dealer', `${path}/${signedDocumentId}/download`, { range: 'bytes=99999999-' });
          },
        },
      },
    ]),
  ),
  downloadBundle: {
    success: {
      'a ZIP': async (api) =>
        api.get('dealer', `/api/audit-documents/signed/${(await api.newSignedDocument()).signedDocumentId}/bundle`),
    },
    refusals: {
      'document.notFound': async (api) =>
        api.get('modena', `/api/audit-documents/signed/${(await api.newSignedDocument()).signedDocumentId}/bundle`),
    },
  },
  downloadInterimAudit: {
    success: {
      'before a signature': async (api) =>
        api.get('dealer', `/api/documents/${(await api.newReadyDocument()).id}/audit/download`),
      'while it waits': async (api) =>
        api.get('dealer', `/api/documents/${(await api.readyToConfirm()).id}/audit/download`),
      'the sealed trail after completion': async (api) =>
        api.get('dealer', `/api/documents/${(await api.newSignedDocument()).id}/audit/download`),
    },
    refusals: {
      'document.notFound': (api) => api.get('dealer', '/api/documents/999999/audit/download'),
    },
  },
};
