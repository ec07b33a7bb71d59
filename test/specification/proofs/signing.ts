/** Proofs of signing: staff on a document, and the signed documents. */
import type { Updateable } from 'kysely';
import type { DocumentTable } from '#ports/database/tables.ts';
import { hitLimit } from '#server/identity/index.ts';
import { generated } from '../../papers/generated-papers.ts';
import { makePaper } from '../../papers/paper.ts';
import { adhere } from '../../stages/adherence.ts';
import type { Answer, Walk } from '../ground.ts';
import type { Proofs, Provoke } from '../proof.ts';
import { doubtfulCorrections, doubtfulStarts } from './contacts.ts';
import { notWritable } from './handwriting.ts';
import { notTogether, together } from './together.ts';
import { unread } from './unplaced.ts';
import { allOfIt, drawingTrial, keptPicture, picture, sell } from './uploads.ts';

const sign = (walk: Walk, id: number) => walk.post('dealer', `/api/documents/${id}/sign`);

/** As an import or an earlier version may have left it. */
const change = (walk: Walk, id: number, values: Updateable<DocumentTable>) =>
  walk.database.transaction((tx) => tx.updateTable('document').set(values).where('id', '=', id).execute());

/** Replaces the file of a ready document by one that has not been drawn yet. */
async function withFile(walk: Walk, call: StaffCall, file: Buffer): Promise<Answer> {
  const { id } = await walk.ready();
  await change(walk, id, { file_sha256: await walk.test.world.storage.put(file) });
  return call(walk, 'dealer', id);
}

export type StaffCall = (walk: Walk, login: string, id: number) => Promise<Answer>;

/** Refused before a signature that needs a member of the dealer's staff. */
export const nobodyToSign = (call: StaffCall): Readonly<Record<string, Provoke>> => ({
  'signing.signersMissing': async (walk) => call(walk, 'dealer', (await walk.ready({ type: 'SALE_NEW_PROPOSAL' })).id),
  'signing.signerUnfit': async (walk) => {
    const { id } = await walk.ready({ type: 'SALE_NEW_PROPOSAL' });
    // A user who existed when the document was created.
    await change(walk, id, { variable_fields: JSON.stringify({ SALES_MANAGER: 999_999 }) });
    return call(walk, 'dealer', id);
  },
});

/** What prevents a signature from starting, for every call that would start one. */
export function notStartable(call: StaffCall): Readonly<Record<string, Provoke>> {
  const left =
    (values: Updateable<DocumentTable>): Provoke =>
    async (walk) => {
      const { id } = await walk.ready();
      await change(walk, id, values);
      return call(walk, 'dealer', id);
    };
  return {
    'document.notFound': async (walk) => call(walk, 'modena', (await walk.ready()).id),
    'life.notReady': async (walk) => call(walk, 'dealer', (await walk.ready({ draft: true })).id),
    'life.notSignable': left({ signable: false }),
    'life.noSignatureType': left({ sig_type: null }),
    'life.notPdf': left({ mime_type: 'image/png' }),
    'life.folderClosed': async (walk) => {
      const { id, folderId } = await walk.ready();
      const folder = await walk.row(walk.get('admin', `/api/folders/${folderId}`));
      await walk.row(walk.put('admin', '/api/folders', { ...folder, status: 'CLOSED' }));
      return call(walk, 'dealer', id);
    },
    'life.feaModuleMissing': async (walk) => call(walk, 'admin', (await walk.ready({}, ROMA)).id),
    'life.feaModuleUnsigned': async (walk) => {
      const [{ id }, module] = [await walk.ready({}, ROMA), await walk.ready(generated('FEA_MODULE'), ROMA)];
      await change(walk, id, { fea_module_id: module.id });
      return call(walk, 'admin', id);
    },
    'life.feaModuleSigning': async (walk) => {
      const [{ id }, module] = [await walk.ready({}, ROMA), await walk.ready(generated('FEA_MODULE'), ROMA)];
      await change(walk, id, { fea_module_id: module.id });
      await walk.started(module.id);
      return call(walk, 'admin', id);
    },
    'life.feaCoSigner': async (walk) => {
      const { hst } = await walk.newDealer();
      const module = await walk.ready(generated('FEA_MODULE'), { hst });
      await adhere(walk.database, module.id);
      const { id } = await walk.ready({}, { hst, mobilePhone: module.phone });
      await change(walk, id, {
        ...{ type: 'LOAN_TEST_PRODUCT_MULTI', sig_type: 'FEA' },
        variable_fields: JSON.stringify({ DRIVER_2_NAME: 'Lorenzo Esempi', DRIVER_2_FISCAL_CODE: 'SMPLNZ80A01H501X' }),
      });
      return call(walk, 'admin', id);
    },
    ...notWritable(call),
  };
}

const resend = (walk: Walk, id: number) => walk.post('dealer', `/api/documents/${id}/resend-link`);

const resendBySms = (walk: Walk, login: string, id: number) =>
  walk.post(login, `/api/documents/${id}/resend-link`, { channel: 'SMS' });

/** The only purchased message is reserved for the code. */
async function unpaidLink(walk: Walk, over: boolean): Promise<Answer> {
  const { hst, legalEntity } = await walk.newDealer();
  const { id } = await walk.ready({}, { hst });
  if (!over) await sell(walk, 'OTP', legalEntity);
  await walk.started(id);
  if (over) await sell(walk, 'OTP', legalEntity, true);
  return resendBySms(walk, 'admin', id);
}

/** Corrects the contact of the first signer, or of a person who does not sign. */
async function correct(walk: Walk, id: number, change: object = {}): Promise<Answer> {
  const signing = await walk.get('dealer', `/api/documents/${id}/signing`);
  const signerId = signing.json().signers?.[0]?.id ?? 1;
  const contact = { mobilePhone: '+39 3339876543', email: 'giusta@example.com' };
  return walk.put('dealer', `/api/documents/${id}/signer-contact`, { signerId, ...contact, ...change });
}

/** A document whose link was sent long enough ago to be resent. */
async function sentLongAgo(walk: Walk): Promise<number> {
  const { id } = await walk.ready();
  await walk.started(id);
  await walk.later(16 * 60);
  return id;
}

/** One idempotency key per document. */
const keyed = (walk: Walk, login: string, id: number, body: object | undefined) =>
  walk.as(login, 'POST', `/api/documents/${id}/resend-link`, body, { 'idempotency-key': `sollecito-${id}` });

/** Starts in a legal entity without remaining space. */
async function withoutRoom(
  walk: Walk,
  call: StaffCall,
  kind: 'OTP' | 'STRONGDOX_SPACE',
  over: boolean,
): Promise<Answer> {
  const { hst, legalEntity } = await walk.newDealer();
  const { id, folderId } = await walk.ready({}, { hst });
  await sell(walk, kind, legalEntity, over);
  if (!over && kind === 'OTP') await walk.started((await walk.ready({}, { hst })).id);
  if (!over && kind === 'STRONGDOX_SPACE') {
    const full = { ...allOfIt({ archivable: true }), folderId };
    await walk.row(walk.post('admin', '/api/documents', await walk.document(full)));
  }
  return call(walk, 'admin', id);
}

const ROMA = { hst: '10007' };

/** A paper with more text than when it was created, in a legal entity without space for the larger file. */
async function grown(walk: Walk, call: StaffCall, over: boolean): Promise<Answer> {
  const { hst, legalEntity } = await walk.newDealer();
  const folderId = await walk.newFolder('admin', {}, { hst });
  const post = (body: object) => walk.row(walk.post('admin', '/api/documents', { ...body, folderId }));
  const { id, fileSize } = await post(generated('LOAN_TEST_PRODUCT'));
  await sell(walk, 'DISK_SPACE', legalEntity, over);
  if (!over) await post(keptPicture(picture(1_048_576 - fileSize)));
  const { dossierId } = await walk.row(walk.get('admin', `/api/folders/${folderId}`));
  const dossier = await walk.row(walk.get('admin', `/api/dossiers/${dossierId}`));
  const lastName = 'Quattrocchi Wxyzk Jambaldòni Fêsq Vüzhg Ñoplet Btrçm Drißk Øystå';
  await walk.row(walk.put('admin', '/api/dossiers', { ...dossier, lastName }));
  return call(walk, 'admin', id);
}

/** With a customer whose telephone the form would refuse, or a setting has excluded since. */
async function startWithPhone(walk: Walk, call: StaffCall, mobile_phone: string): Promise<Answer> {
  const { id, folderId } = await walk.ready();
  await walk.database.transaction((tx) =>
    tx
      .updateTable('dossier')
      .set({ mobile_phone })
      .where('id', '=', (query) => query.selectFrom('folder').select('dossier_id').where('id', '=', folderId))
      .execute(),
  );
  return call(walk, 'dealer', id);
}

/** Everything that prevents a signature from starting, including used-up quotas. */
export function refusedStarts(call: StaffCall): Readonly<Record<string, Provoke>> {
  return {
    ...notStartable(call),
    'signing.phoneMissing': (walk) => startWithPhone(walk, call, ''),
    'signing.phoneCountry': (walk) => startWithPhone(walk, call, '+49 1701234567'),
    ...doubtfulStarts((walk, phone) => startWithPhone(walk, call, phone)),
    ...nobodyToSign(call),
    'paper.incomplete': async (walk) => {
      const body = { ...generated('LOAN_TEST_PRODUCT'), folderId: await walk.newFolder() };
      const { id } = await walk.row(walk.post('admin', '/api/documents', body));
      await walk.database.transaction((tx) =>
        tx
          .updateTable('document')
          .set({ variable_fields: JSON.stringify({}) })
          .where('id', '=', id)
          .execute(),
      );
      return call(walk, 'dealer', id);
    },
    'paper.identityExpired': async (walk) => {
      const { id } = await walk.ready({ sigType: 'FEA' });
      const identity = { type: 'identityCard', number: 'CA00000AA', issuer: 'Comune di Bologna' };
      const dates = { issueDate: '2021-02-10', expiryDate: '2041-01-01' };
      const body = { id, identity: { ...identity, ...dates } };
      const module = await walk.row(walk.post('admin', '/api/documents/fea', body));
      await walk.database.transaction((tx) =>
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
      return call(walk, 'dealer', module.id);
    },
    ...unread(call),
    'pdf.pagesInCheck': async (walk) => withFile(walk, call, await makePaper({ pages: 11 })),
    'pdf.drawnDifferently': async (walk) => withFile(walk, call, drawingTrial('engines')),
    'pdf.imageUnreadable': async (walk) => withFile(walk, call, drawingTrial('image')),
    'quota.spaceSpent': (walk) => grown(walk, call, false),
    'quota.spaceExpired': (walk) => grown(walk, call, true),
    'quota.otpSpent': (walk) => withoutRoom(walk, call, 'OTP', false),
    'quota.otpExpired': (walk) => withoutRoom(walk, call, 'OTP', true),
    'quota.archiveSpent': (walk) => withoutRoom(walk, call, 'STRONGDOX_SPACE', false),
    'quota.archiveExpired': (walk) => withoutRoom(walk, call, 'STRONGDOX_SPACE', true),
  };
}

export const SIGNING: Proofs = {
  startSign: {
    success: {
      'the whole document': async (walk) => sign(walk, (await walk.ready()).id),
      'without effect when repeated': async (walk) => {
        const { id } = await walk.ready();
        await walk.started(id);
        return sign(walk, id);
      },
      ...together,
    },
    refusals: { ...refusedStarts((walk, login, id) => walk.post(login, `/api/documents/${id}/sign`)), ...notTogether },
  },
  cancelSign: {
    success: {
      'ready to sign again': async (walk) => {
        const { id } = await walk.ready();
        await walk.started(id);
        return walk.post('dealer', `/api/documents/${id}/cancel-sign`);
      },
    },
    refusals: {
      'document.notFound': (walk) => walk.post('dealer', '/api/documents/999999/cancel-sign'),
      'life.notWaiting': async (walk) => walk.post('dealer', `/api/documents/${(await walk.ready()).id}/cancel-sign`),
    },
  },
  renewSign: {
    success: {
      'ready to sign again after 72 hours': async (walk) => {
        const { id } = await walk.ready();
        await walk.started(id);
        await walk.later(73 * 3_600);
        return walk.post('dealer', `/api/documents/${id}/renew`);
      },
    },
    refusals: {
      'document.notFound': (walk) => walk.post('dealer', '/api/documents/999999/renew'),
      'life.notExpired': async (walk) => walk.post('dealer', `/api/documents/${(await walk.ready()).id}/renew`),
    },
  },
  searchWaiting: {
    success: {
      'the waiting documents with their progress': async (walk) => {
        const { id } = await walk.waiting();
        return walk.post('dealer', '/api/documents-ext/waiting/search', {
          id: { equals: id },
          progress: { in: ['OPENED'] },
        });
      },
    },
  },
  countWaiting: {
    success: { 'the number of each kind': (walk) => walk.get('dealer', '/api/documents-ext/waiting/count') },
  },
  resendLink: {
    success: {
      'the same link again': async (walk) => resend(walk, await sentLongAgo(walk)),
      'by SMS': async (walk) => resendBySms(walk, 'dealer', (await walk.waiting()).id),
    },
    refusals: {
      'signing.phoneCountry': async (walk) => {
        const { settings } = walk.test.world;
        const { otpCountries } = settings;
        const { id } = await walk.waiting();
        Object.assign(settings, { otpCountries: ['49'] });
        return resendBySms(walk, 'dealer', id).finally(() => Object.assign(settings, { otpCountries }));
      },
      'signing.phoneLinksEnough': async (walk) => {
        const { id, phone } = await walk.waiting();
        const limit = { limit: 10, windowSeconds: 86_400 };
        for (let sent = 0; sent < 10; sent += 1) {
          await walk.database.transaction((tx) =>
            hitLimit(tx, `link-phone:${phone.replaceAll(' ', '')}`, limit, walk.test.world.clock.now()),
          );
        }
        return resendBySms(walk, 'dealer', id);
      },
      'quota.otpSpent': (walk) => unpaidLink(walk, false),
      'quota.otpExpired': (walk) => unpaidLink(walk, true),
      'document.notFound': (walk) => resend(walk, 999_999),
      'life.notWaiting': async (walk) => resend(walk, (await walk.ready()).id),
      'signing.remindedRecently': async (walk) => resend(walk, (await walk.waiting()).id),
      'signing.remindedEnough': async (walk) => {
        const id = await sentLongAgo(walk);
        for (let round = 0; round < 3; round++) {
          await resend(walk, id);
          await walk.later(16 * 60);
        }
        return resend(walk, id);
      },
      'idempotency.otherRequest': async (walk) => {
        const id = await sentLongAgo(walk);
        await keyed(walk, 'dealer', id, {});
        return keyed(walk, 'dealer', id, undefined);
      },
      'idempotency.rightsChanged': async (walk) => {
        const id = await sentLongAgo(walk);
        const login = `solleciti${walk.next()}`;
        const rights = (...permissions: string[]) => [{ brand: 'bmw', permissions }] as const;
        await walk.newUser(login, 'ROLE_DEALER', ['10001'], [...rights('SALE_NEW')]);
        await walk.row(keyed(walk, login, id, {}));
        await walk.database.transaction((tx) =>
          tx
            .updateTable('app_user')
            .set({ brands: JSON.stringify(rights('SALE_NEW', 'SERVICE')) })
            .where('login', '=', login)
            .execute(),
        );
        return keyed(walk, login, id, {});
      },
    },
  },
  readSigning: {
    success: {
      'the signers': async (walk) => walk.get('dealer', `/api/documents/${(await walk.waiting()).id}/signing`),
    },
    refusals: { 'document.notFound': (walk) => walk.get('dealer', '/api/documents/999999/signing') },
  },
  correctSignerContact: {
    success: {
      'with a new link to the corrected address': async (walk) => correct(walk, (await walk.waiting()).id),
    },
    refusals: {
      'document.notFound': (walk) => correct(walk, 999_999),
      'document.invalid': async (walk) => correct(walk, (await walk.waiting()).id, { mobilePhone: '333' }),
      'life.notWaiting': async (walk) => correct(walk, (await walk.ready()).id),
      'signing.phonePrinted': async (walk) => {
        const { id } = await walk.waiting();
        await change(walk, id, { type: 'FEA_MODULE' });
        return correct(walk, id);
      },
      'signing.someoneSigned': async (walk) => {
        const { id } = await walk.waiting();
        await walk.database.transaction((tx) =>
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
        return correct(walk, id);
      },
      ...doubtfulCorrections(async (walk, mobilePhone) => correct(walk, (await walk.waiting()).id, { mobilePhone })),
    },
  },
  readEvents: {
    success: { 'the trail': async (walk) => walk.get('dealer', `/api/documents/${(await walk.signed()).id}/events`) },
    refusals: { 'document.notFound': (walk) => walk.get('dealer', '/api/documents/999999/events') },
  },
  readValidation: {
    success: {
      'for the signed file': async (walk) =>
        walk.get('dealer', `/api/documents/${(await walk.signed()).id}/validation`),
    },
    refusals: {
      'document.notFound': (walk) => walk.get('dealer', '/api/documents/999999/validation'),
      'document.notSigned': async (walk) => walk.get('dealer', `/api/documents/${(await walk.ready()).id}/validation`),
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
          'a PDF': async (walk) => walk.get('dealer', `${path}/${(await walk.signed()).signedDocumentId}/download`),
          'a part of it': async (walk) => {
            const { signedDocumentId } = await walk.signed();
            return walk.get('dealer', `${path}/${signedDocumentId}/download`, { range: 'bytes=0-99' });
          },
        },
        refusals: {
          'document.notFound': async (walk) =>
            walk.get('modena', `${path}/${(await walk.signed()).signedDocumentId}/download`),
          'file.range': async (walk) => {
            const { signedDocumentId } = await walk.signed();
            return walk.get('dealer', `${path}/${signedDocumentId}/download`, { range: 'bytes=99999999-' });
          },
        },
      },
    ]),
  ),
  downloadBundle: {
    success: {
      'a ZIP': async (walk) =>
        walk.get('dealer', `/api/audit-documents/signed/${(await walk.signed()).signedDocumentId}/bundle`),
    },
    refusals: {
      'document.notFound': async (walk) =>
        walk.get('modena', `/api/audit-documents/signed/${(await walk.signed()).signedDocumentId}/bundle`),
    },
  },
  downloadInterimAudit: {
    success: {
      'before a signature': async (walk) =>
        walk.get('dealer', `/api/documents/${(await walk.ready()).id}/audit/download`),
      'while it waits': async (walk) =>
        walk.get('dealer', `/api/documents/${(await walk.waiting()).id}/audit/download`),
      'the sealed trail after completion': async (walk) =>
        walk.get('dealer', `/api/documents/${(await walk.signed()).id}/audit/download`),
    },
    refusals: {
      'document.notFound': (walk) => walk.get('dealer', '/api/documents/999999/audit/download'),
    },
  },
};
