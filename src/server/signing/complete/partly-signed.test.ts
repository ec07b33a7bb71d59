/** If a signature ends after a signer has signed, the partly signed file is kept as evidence, and the next start begins from scratch. */

// Real time: third-party validators check the result against the system clock.
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SigningStateOutput } from '#contract/signing/signing-state.ts';
import { verifyPdf } from '#formats/verify/index.ts';
import { TimestampUnavailable } from '#ports/timestamp.ts';
import { realNow, testClock } from '../../../../test/clock.ts';
import { generatedDocument, loadGeneratedPapers } from '../../../../test/papers/generated-papers.ts';
import { type Customer, openStage, pathOf, type Stage, wrongCode } from '../../../../test/stages/signing-stage.ts';
import { foreignProblems } from '../../../../test/validators/foreign-validators.ts';
import { listSignedFiles } from '../archive/signed-files.ts';
import { expireSessions } from '../tasks.ts';
import { makePartlySignedFiles } from './partly-signed.ts';

const HOUR = 3600;

let stage: Stage;
let isTimestampDown = false;
beforeAll(async () => {
  stage = await openStage({
    clock: testClock(realNow()),
    override: ({ timestamp }) => ({
      timestamp: {
        stamp: async (digest) => {
          if (isTimestampDown) throw new TimestampUnavailable('silent');
          return timestamp.stamp(digest);
        },
      },
    }),
  });
  await loadGeneratedPapers(stage.test.world);
});
afterAll(() => stage.close());

/** Signed by its customer; the sales manager is next. */
async function signedProposal(): Promise<number> {
  const { id, customer } = await stage.newDocument({ type: 'SALE_NEW_PROPOSAL' });
  await stage.sign(await stage.startSigning(id), customer);
  return id;
}

let pairCount = 0;

/** A loan signed by one of two borrowers. @returns the path of the other borrower's calls. */
async function signedLoan(): Promise<{ id: number; path: string; person: Customer }> {
  pairCount += 1;
  const person = (digit: number): Customer => ({
    phone: `+39 3337${digit}00${String(pairCount).padStart(3, '0')}`,
    email: `meta${digit}.${pairCount}@example.com`,
  });
  const [first, second] = [person(1), person(2)];
  const { folderId } = await stage.newDocument({
    customer: first,
    folder: { type: 'SERVICE', plate: 'EE000EE' },
    type: 'SERVICE_RICONSEGNA',
  });
  const contact = { DRIVER_2_PHONE: second.phone, DRIVER_2_EMAIL: second.email };
  const paper = generatedDocument('LOAN_COURTESY_VEHICLE_MULTI', { folderId }, contact);
  const created = await stage.callAs('dealer', 'POST', '/api/documents', paper);
  expect(created.statusCode, created.body).toBe(201);
  const { id } = created.json<{ id: number }>();
  await stage.startSigning(id);
  const { signers } = await loadState(id);
  const [signedPath = '', otherPath = ''] = signers.map(({ signUrl }) => pathOf(signUrl ?? ''));
  await stage.sign(signedPath, first);
  return { id, path: otherPath, person: second };
}

const loadState = async (id: number): Promise<SigningStateOutput> =>
  (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json();

const download = (id: number) => stage.callAs('dealer', 'GET', `/api/partly-signed-documents/${id}/download`);

/** The partly signed file and its bytes. */
async function loadPartlySigned(id: number) {
  await stage.test.world.jobs.drain();
  const { partlySigned } = await loadState(id);
  const [kept] = partlySigned;
  if (kept === undefined || partlySigned.length !== 1) throw new Error(`${partlySigned.length} files are kept`);
  const answer = await download(kept.id);
  expect(answer.statusCode, answer.body).toBe(200);
  return { kept, bytes: new Uint8Array(answer.rawPayload) };
}

async function textOf(bytes: Uint8Array): Promise<string> {
  const pdf = await PDF.load(bytes);
  const pages = await Promise.all(pdf.getPages().map(async (page) => (await page.extractText()).text));
  return pages.join(' ').replace(/\s+/g, '');
}

const anchors = () => stage.test.world.authority.anchors();
const cancel = (id: number) => stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`, {});

const cancelledProposal = async (): Promise<number> => {
  const id = await signedProposal();
  expect((await cancel(id)).statusCode).toBe(200);
  return id;
};

const ENDINGS = {
  cancelled: {
    end: cancelledProposal,
    ...{ outcome: 'CANCELLED', event: 'cancelled', status: 'READY_TO_SIGN' },
  },
  'declined by the staff': {
    end: async () => {
      const id = await signedProposal();
      const answer = await stage.callAs('manager', 'POST', `/api/documents/${id}/own-signature/decline`, {
        reason: 'No',
      });
      expect(answer.statusCode, answer.body).toBe(200);
      return id;
    },
    ...{ outcome: 'DECLINED', event: 'declined', status: 'READY_TO_SIGN' },
  },
  'declined by a customer': {
    end: async () => {
      const { id, path } = await signedLoan();
      expect((await stage.browser().post(`${path}/decline`, { reason: 'No' })).statusCode).toBe(200);
      return id;
    },
    ...{ outcome: 'DECLINED', event: 'declined', status: 'READY_TO_SIGN' },
  },
  'locked by wrong codes': {
    end: async () => {
      const { id, path, person } = await signedLoan();
      const browser = stage.browser();
      await browser.read(path);
      const points = await stage.points(path);
      for (let round = 0; round < 2; round += 1) {
        await browser.post(`${path}/otp`);
        const code = wrongCode(await stage.code(person));
        for (let attempt = 0; attempt < 3; attempt += 1) await browser.post(`${path}/sign`, { code, points });
        stage.test.clock.advance(61);
      }
      return id;
    },
    ...{ outcome: 'LOCKED', event: 'otp.locked', status: 'READY_TO_SIGN' },
  },
  expired: {
    end: async () => {
      const id = await signedProposal();
      stage.test.clock.advance(73 * HOUR);
      await expireSessions(stage.test.world);
      return id;
    },
    ...{ outcome: 'EXPIRED', event: 'expired', status: 'EXPIRED' },
  },
};

describe('a signing session that ends partly signed', { timeout: 60_000 }, () => {
  // Runs before any test moves the clock, since third-party tools use the system clock.
  it('leaves a file valid for third-party tools that cannot be mistaken for a complete one', async () => {
    const { bytes } = await loadPartlySigned(await cancelledProposal());
    expect(await foreignProblems(bytes, await anchors(), 2)).toEqual([]);
    expect(Buffer.from(bytes).toString('latin1')).toContain('Firma non conclusa');
  });

  it.each(Object.entries(ENDINGS))('%s: keeps the signed file, recorded in the trail', async (_, way) => {
    const { end, outcome, event, status } = way;
    const id = await end();
    expect((await stage.document(id)).status).toBe(status);
    const { kept, bytes } = await loadPartlySigned(id);
    expect(kept).toMatchObject({ outcome, signers: ['Ginevra Provetti'], size: bytes.byteLength });
    const { intact, sha256, signatures } = await verifyPdf(bytes, { anchors: await anchors() });
    expect([intact, sha256]).toEqual([true, kept.sha256]);
    const signers = signatures.filter(({ kind }) => kind === 'signature').map(({ signer }) => signer);
    expect(new Set(signers)).toEqual(new Set(['Ginevra Provetti']));
    expect(signatures.every(({ indication, level }) => indication === 'TOTAL-PASSED' && level !== 'B-B')).toBe(true);
    expect(signatures.at(-1)?.kind).toBe('seal');
    const trail = await stage.trail(id);
    expect(trail.filter((type) => type === 'partial.kept')).toHaveLength(1);
    expect(trail.indexOf('sign.confirmed')).toBeLessThan(trail.indexOf(event));
    expect(trail.indexOf(event)).toBeLessThan(trail.indexOf('signature.applied'));
    expect(trail.indexOf('signature.applied')).toBeLessThan(trail.indexOf('partial.kept'));
    expect(trail.at(-1)).toBe('downloaded');
  });

  it('is named by the interim trail, and by the final one of the next session, which starts over', async () => {
    const { id, customer } = await stage.newDocument({ type: 'SALE_NEW_PROPOSAL' });
    await stage.sign(await stage.startSigning(id), customer);
    await cancel(id);
    const { kept, bytes } = await loadPartlySigned(id);
    const interim = await stage.callAs('dealer', 'GET', `/api/documents/${id}/audit/download`);
    expect(await textOf(new Uint8Array(interim.rawPayload))).toContain(kept.sha256);

    stage.test.clock.advance(60);
    await stage.sign(await stage.startSigning(id), customer);
    await stage.callAs('manager', 'GET', `/api/documents/${id}/own-signature/document`);
    const proven = await stage.callAs('manager', 'POST', `/api/documents/${id}/own-signature/identity`, {
      password: 'demo',
    });
    const points = proven.json().signature.points.map((point: { id: string }) => point.id);
    await stage.callAs('manager', 'POST', `/api/documents/${id}/own-signature`, { points });
    await stage.test.world.jobs.drain();
    const { status, signedDocumentId } = await stage.document(id);
    expect(status).toBe('SIGNED');
    const signed = await stage.callAs('dealer', 'GET', `/api/signed-documents/${signedDocumentId}/download`);
    const { signatures } = await verifyPdf(new Uint8Array(signed.rawPayload), { anchors: await anchors() });
    expect(signatures.map(({ signer }) => signer).slice(0, 2)).toEqual(['Ginevra Provetti', 'Matteo Greco']);
    const { read } = stage.test.world.database;
    const sessions = await read
      .selectFrom('session_document')
      .select('original_sha256')
      .where('document_id', '=', id)
      .execute();
    expect(new Set(sessions.map((one) => one.original_sha256)).size).toBe(1);
    const audit = await stage.callAs('dealer', 'GET', `/api/audit-documents/signed/${signedDocumentId}/download`);
    expect(await textOf(new Uint8Array(audit.rawPayload))).toContain(kept.sha256);
    expect(Buffer.from((await download(kept.id)).rawPayload).equals(bytes)).toBe(true);
    expect(await listSignedFiles(read)).toContainEqual({ sha256: kept.sha256, newest: false, part: 'partial' });
  });

  it('leaves no file when there was no signature', async () => {
    const { id } = await stage.newDocument({ type: 'SALE_NEW_PROPOSAL' });
    await stage.startSigning(id);
    await cancel(id);
    await stage.test.world.jobs.drain();
    expect((await loadState(id)).partlySigned).toEqual([]);
    expect(await stage.trail(id)).not.toContain('partial.kept');
  });
});

describe('the partly signed file', { timeout: 60_000 }, () => {
  it('cannot be deleted or changed, by a call or in the database', async () => {
    const id = await cancelledProposal();
    const { kept } = await loadPartlySigned(id);
    expect((await stage.callAs('admin', 'DELETE', `/api/documents/${id}`)).statusCode).toBe(409);
    const { database } = stage.test.world;
    const refused = [
      database.transaction((tx) => tx.deleteFrom('partly_signed_document').where('id', '=', kept.id).execute()),
      database.transaction((tx) =>
        tx
          .updateTable('partly_signed_document')
          .set({ sha256: '0'.repeat(64) })
          .where('id', '=', kept.id)
          .execute(),
      ),
    ];
    for (const one of refused) await expect(one).rejects.toThrow('is evidence');
    expect((await download(kept.id)).statusCode).toBe(200);
  });

  it('is created once however often the job runs, and later if the timestamp authority is silent', async () => {
    const id = await signedProposal();
    isTimestampDown = true;
    expect((await cancel(id)).statusCode).toBe(200);
    const { database } = stage.test.world;
    const row = await database.read
      .selectFrom('partly_signed_document')
      .selectAll()
      .where('document_id', '=', id)
      .executeTakeFirstOrThrow();
    await expect(makePartlySignedFiles(stage.test.world, row.session_id)).rejects.toThrow('silent');
    const [waiting] = (await loadState(id)).partlySigned;
    expect(waiting).toMatchObject({ sha256: null, size: null, outcome: 'CANCELLED' });
    expect((await download(row.id)).statusCode).toBe(404);
    isTimestampDown = false;
    await Promise.all([
      makePartlySignedFiles(stage.test.world, row.session_id),
      makePartlySignedFiles(stage.test.world, row.session_id),
    ]);
    const { kept } = await loadPartlySigned(id);
    expect(kept.sha256).not.toBeNull();
    expect((await stage.trail(id)).filter((type) => type === 'partial.kept')).toHaveLength(1);
  });
});
