/** Correcting a wrong phone or e-mail while a signature waits: earlier links and codes become invalid, the new ones work. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterCeremony, resolveLink } from '#server/signing/ceremony/ceremony.ts';
import { findLinkDocument, noteReading } from '#server/signing/ceremony/reading.ts';
import { generatedDocument, loadGeneratedPapers, paperCustomer } from '../../../../test/papers/generated-papers.ts';
import { type Customer, openStage, pathOf, type Stage } from '../../../../test/stages/signing-stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await loadGeneratedPapers(stage.test.world);
});
afterAll(() => stage.close());

let contactCount = 0;
/** A contact that no other test uses. */
function newContact(): Customer {
  contactCount += 1;
  const number = String(contactCount).padStart(4, '0');
  return { phone: `+39 344100${number}`, email: `giusta${number}@example.com` };
}

interface ShownSigner {
  id: number;
  state: string;
  signUrl: string | null;
  maskedPhone: string | null;
  contact: { mobilePhone: string; email: string } | null;
}

const signersOf = async (id: number, login = 'dealer'): Promise<ShownSigner[]> =>
  (await stage.callAs(login, 'GET', `/api/documents/${id}/signing`)).json().signers;

async function waitingDocument(): Promise<{ id: number; customer: Customer; path: string; signerId: number }> {
  const { id, customer } = await stage.newDocument();
  const answer = await stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {});
  expect(answer.statusCode, answer.body).toBe(200);
  await stage.test.world.jobs.drain();
  const [signer] = await signersOf(id);
  return { id, customer, path: pathOf(signer?.signUrl ?? ''), signerId: signer?.id ?? 0 };
}

const correct = (id: number, signerId: number, to: Customer, login = 'dealer') =>
  stage.callAs(login, 'PUT', `/api/documents/${id}/signer-contact`, {
    signerId,
    mobilePhone: to.phone,
    email: to.email,
  });

async function correctAndGetPath(id: number, signerId: number, to: Customer): Promise<string> {
  const answer = await correct(id, signerId, to);
  expect(answer.statusCode, answer.body).toBe(200);
  await stage.test.world.jobs.drain();
  const signer = answer.json<{ signers: ShownSigner[] }>().signers.find((one) => one.id === signerId);
  return pathOf(signer?.signUrl ?? '');
}

/** Reads all documents and requests a code. */
async function readAndRequestCode(path: string, to: Customer) {
  // The pause between two codes applies to the signature, even when the second code has another recipient.
  stage.test.clock.advance(61);
  const browser = stage.browser();
  const view = (await browser.get(path)).json();
  await browser.read(path);
  const codeRequest = await browser.post(`${path}/otp`);
  expect(codeRequest.statusCode, codeRequest.body).toBe(200);
  const points = view.points.map((point: { id: string }) => point.id);
  return { browser, points, code: await stage.code(to) };
}

const events = async (id: number) =>
  (await stage.callAs('dealer', 'GET', `/api/documents/${id}/events`)).json<
    { type: string; detail: string | null; actorName: string | null }[]
  >();

describe('a corrected contact', () => {
  it('receives link and code, and can sign', async () => {
    const { id, path, signerId } = await waitingDocument();
    const to = newContact();
    const newPath = await correctAndGetPath(id, signerId, to);
    expect(newPath).not.toBe(path);
    expect((await stage.test.outbox(to.email)).map(({ text }) => text).join()).toContain(newPath.split('/').at(-1));
    const { browser, points, code } = await readAndRequestCode(newPath, to);
    const signed = await browser.post(`${newPath}/sign`, { code, points });
    expect(signed.statusCode, signed.body).toBe(200);
    await stage.test.world.jobs.drain();
    expect((await stage.callAs('dealer', 'GET', `/api/documents/${id}`)).json().status).toBe('SIGNED');
  });

  it('is recorded in the trail, masked, with the user who corrected it', async () => {
    const { id, signerId } = await waitingDocument();
    const to = newContact();
    await correctAndGetPath(id, signerId, to);
    const event = (await events(id)).find(({ type }) => type === 'contact.corrected');
    expect(event).toMatchObject({ actorName: expect.stringMatching(/./) });
    expect(event?.detail).toMatch(/→/);
    for (const secret of [to.phone.replaceAll(' ', ''), to.email]) expect(JSON.stringify(event)).not.toContain(secret);
  });

  it('sets the signature back to sent', async () => {
    const { id, path, signerId, customer } = await waitingDocument();
    await readAndRequestCode(path, customer);
    const search = async () =>
      (await stage.callAs('dealer', 'POST', '/api/documents-ext/waiting/search', { id: { equals: id } })).json<
        { waiting: { progress: string; readAt: string | null; resend: { refused: string | null } } }[]
      >()[0]?.waiting;
    expect(await search()).toMatchObject({ progress: 'OPENED' });
    await correctAndGetPath(id, signerId, newContact());
    expect(await search()).toMatchObject({ progress: 'SENT', readAt: null, resend: { refused: 'tooSoon' } });
    const [signer] = await signersOf(id);
    expect(signer).toMatchObject({ state: 'WAITING' });
  });

  it('changes nothing when it is identical', async () => {
    const { id, path, signerId, customer } = await waitingDocument();
    const before = (await events(id)).length;
    expect(await correctAndGetPath(id, signerId, customer)).toBe(path);
    expect(await events(id)).toHaveLength(before);
  });
});

describe('what was sent before the correction', () => {
  it('gives no access, even to the bound browser, and its code is invalid', async () => {
    const { id, path, signerId, customer } = await waitingDocument();
    const { browser, points, code } = await readAndRequestCode(path, customer);
    const to = newContact();
    const newPath = await correctAndGetPath(id, signerId, to);
    for (const answer of [
      await browser.get(path),
      await browser.read(path),
      await browser.post(`${path}/otp`),
      await browser.post(`${path}/sign`, { code, points }),
      await browser.post(`${path}/decline`, { reason: 'Non sono io' }),
    ]) {
      expect(answer.statusCode, answer.body).toBe(404);
    }
    const other = await readAndRequestCode(newPath, to);
    const wrong = await other.browser.post(`${newPath}/sign`, { code, points });
    expect(wrong.json()).toMatchObject({ code: code === other.code ? expect.anything() : 'otp.wrong' });
    expect((await signersOf(id))[0]).toMatchObject({ state: 'OPENED' });
  });

  it('must be read again by the new recipient', async () => {
    const { id, path, signerId, customer } = await waitingDocument();
    await readAndRequestCode(path, customer);
    const to = newContact();
    const newPath = await correctAndGetPath(id, signerId, to);
    const browser = stage.browser();
    const view = (await browser.get(newPath)).json();
    stage.test.clock.advance(61);
    expect((await browser.post(`${newPath}/otp`)).statusCode).toBe(200);
    const points = view.points.map((point: { id: string }) => point.id);
    const answer = await browser.post(`${newPath}/sign`, { code: await stage.code(to), points });
    expect(answer.json()).toMatchObject({ code: 'signing.notRead' });
  });

  it('still counts wrong codes for the signer, but not used codes', async () => {
    const { id, path, signerId, customer } = await waitingDocument();
    const { browser, points, code } = await readAndRequestCode(path, customer);
    const other = code === '000000' ? '000001' : '000000';
    for (let turn = 0; turn < 2; turn++) await browser.post(`${path}/sign`, { code: other, points });
    await correctAndGetPath(id, signerId, newContact());
    const row = await stage.read.selectFrom('signer').selectAll().where('id', '=', signerId).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ failed_attempts: 2, codes_requested: 0, ceremony_binding: null, opened_date: null });
  });
});

describe('during the correction', () => {
  it('a download for the old address does not count as reading for the new one', async () => {
    const { id, path, signerId } = await waitingDocument();
    const { world } = stage.test;
    const link = await resolveLink(world, path.split('/').at(-1) ?? '', () => undefined);
    const entry = await findLinkDocument(world, link, undefined);
    await correctAndGetPath(id, signerId, newContact());
    await expect(noteReading(world, link, entry, { ip: null, userAgent: null })).rejects.toThrow();
    expect((await events(id)).map(({ type }) => type)).not.toContain('document.shown');
  });

  it('the old link does not replace the new one', async () => {
    const { id, path, signerId } = await waitingDocument();
    const { world } = stage.test;
    const stale = path.split('/').at(-1) ?? '';
    const { read } = world.database;
    // Resolved before and entered after, like a call in progress.
    const before = await read.selectFrom('signer').selectAll().where('id', '=', signerId).executeTakeFirstOrThrow();
    const entering = enterCeremony(world, stale, () => undefined, { ip: null, userAgent: null });
    const correction = correctAndGetPath(id, signerId, newContact());
    const [entered, correctionResult] = await Promise.allSettled([entering, correction]);
    expect(correctionResult.status).toBe('fulfilled');
    const after = await read.selectFrom('signer').selectAll().where('id', '=', signerId).executeTakeFirstOrThrow();
    expect(after.link_epoch).toBe(before.link_epoch + 1);
    // In either order, the new link is not bound to a browser yet.
    expect(after.ceremony_binding, entered.status).toBeNull();
  });
});

describe('a correction is refused', () => {
  it('for the phone printed on an FEA module', async () => {
    const { id, signerId, customer } = await waitingDocument();
    await stage.test.world.database.transaction((tx) =>
      tx.updateTable('document').set({ type: 'FEA_MODULE' }).where('id', '=', id).execute(),
    );
    const refused = await correct(id, signerId, newContact());
    expect(refused.json(), refused.body).toMatchObject({ status: 409, code: 'signing.phonePrinted' });
    const mailed = await correct(id, signerId, { ...newContact(), phone: customer.phone });
    expect(mailed.statusCode, mailed.body).toBe(200);
  });

  it('once the customer has signed', async () => {
    const { id, path, signerId, customer } = await waitingDocument();
    const { browser, points, code } = await readAndRequestCode(path, customer);
    await browser.post(`${path}/sign`, { code, points });
    const answer = await correct(id, signerId, newContact());
    expect(answer.statusCode).toBe(409);
    await stage.test.world.jobs.drain();
    expect((await correct(id, signerId, newContact())).json()).toMatchObject({ code: 'life.notWaiting' });
  });

  it('for the second borrower after the first has signed, and always for a phone of the other one', async () => {
    const [first, second] = [newContact(), newContact()];
    const answer = await stage.callAs('dealer', 'POST', '/api/documents/wizard', {
      dossier: paperCustomer(first),
      folder: { brand: 'bmw', type: 'SERVICE', businessId: 'ODL-89', plate: 'EE000EE', processDate: '2026-11-20' },
      document: generatedDocument(
        'LOAN_COURTESY_VEHICLE_MULTI',
        {},
        { DRIVER_2_PHONE: second.phone, DRIVER_2_EMAIL: second.email },
      ),
    });
    expect(answer.statusCode, answer.body).toBe(201);
    const { id } = answer.json().document;
    await stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {});
    await stage.test.world.jobs.drain();
    const [one, two] = await signersOf(id);
    const twice = await correct(id, two?.id ?? 0, { ...newContact(), phone: first.phone });
    expect(twice.json().fieldErrors, twice.body).toMatchObject([{ field: 'mobilePhone', code: 'phoneTwice' }]);
    const newPath = await correctAndGetPath(id, two?.id ?? 0, newContact());
    expect(newPath).not.toBe(pathOf(two?.signUrl ?? ''));
    // The other signer's link stays valid.
    const path = pathOf(one?.signUrl ?? '');
    const { browser, points, code } = await readAndRequestCode(path, first);
    expect((await browser.post(`${path}/sign`, { code, points })).statusCode).toBe(200);
    const late = await correct(id, two?.id ?? 0, newContact());
    expect(late.json(), late.body).toMatchObject({ code: 'signing.someoneSigned' });
    for (const { contact } of await signersOf(id)) expect(contact).toBeNull();
  });

  it('to users who may not sign there, without revealing the contact', async () => {
    const { id, signerId } = await waitingDocument();
    for (const login of ['readonly', 'sa3', 'dms-incadea']) {
      const answer = await correct(id, signerId, newContact(), login);
      expect([403, 404], `${login} ${answer.body}`).toContain(answer.statusCode);
    }
    expect((await signersOf(id, 'readonly'))[0]?.contact ?? null).toBeNull();
  });

  it('for a signer of another document', async () => {
    const [here, there] = [await waitingDocument(), await waitingDocument()];
    const answer = await correct(here.id, there.signerId, newContact());
    expect(answer.json().fieldErrors, answer.body).toMatchObject([{ field: 'signerId' }]);
  });
});

describe('concurrently', () => {
  it('two corrections leave one contact and one valid link', async () => {
    const { id, path, signerId } = await waitingDocument();
    const [one, two] = [newContact(), newContact()];
    const answers = await Promise.all([correct(id, signerId, one), correct(id, signerId, two)]);
    for (const answer of answers) expect(answer.statusCode, answer.body).toBe(200);
    await stage.test.world.jobs.drain();
    const [signer] = await signersOf(id);
    expect([one, two].map(({ email }) => email)).toContain(signer?.contact?.email);
    expect((await stage.browser().get(path)).statusCode).toBe(404);
    expect((await stage.browser().get(pathOf(signer?.signUrl ?? ''))).statusCode).toBe(200);
  });

  it('either a correction or the previous code succeeds, and the other is refused', async () => {
    const { id, path, signerId, customer } = await waitingDocument();
    const { browser, points, code } = await readAndRequestCode(path, customer);
    const [correction, signature] = await Promise.all([
      correct(id, signerId, newContact()),
      browser.post(`${path}/sign`, { code, points }),
    ]);
    expect([correction.statusCode, signature.statusCode].filter((status) => status === 200)).toHaveLength(1);
  });
});
