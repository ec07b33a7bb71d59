/** Attacks by opening: a mail scanner, staff or another browser has the link, and the trail must not take them for the customer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Link, resolveLink } from '#server/signing/ceremony/ceremony.ts';
import { findLinkDocument, noteReading } from '#server/signing/ceremony/reading.ts';
import { requestCode } from '#server/signing/confirm/code-request.ts';
import { confirmSignature } from '#server/signing/confirm/confirm.ts';
import { declineSignature } from '#server/signing/confirm/decline.ts';
import { printedText } from '../../papers/printed-text.ts';
import { type Browser, openStage, type Stage } from '../../stages/signing-stage.ts';
import { newFolder, readAll, startedTogether } from '../../stages/together.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** The stored data of a signer and of the document's trail. */
async function storedState(id: number): Promise<string> {
  const { read } = stage.test.world.database;
  const signers = read
    .selectFrom('signer')
    .innerJoin('session_document', 'session_document.session_id', 'signer.session_id')
    .selectAll('signer')
    .where('document_id', '=', id);
  const readings = read.selectFrom('signer_reading').selectAll().where('document_id', '=', id);
  return JSON.stringify([await signers.execute(), await readings.execute(), await stage.trail(id)]);
}

async function createSentDocument() {
  const { id, customer } = await stage.newDocument();
  return { id, customer, path: await stage.startSigning(id) };
}

/** The whole ceremony, as the customer does it. */
async function signAll(browser: Browser, path: string, customer: { phone: string; email: string }) {
  expect((await browser.read(path)).statusCode).toBe(200);
  expect((await browser.post(`${path}/otp`)).statusCode).toBe(200);
  const [code, points] = [await stage.code(customer), await stage.points(path)];
  return browser.post(`${path}/sign`, { code, points });
}

const told = ({ statusCode, json }: { statusCode: number; json: () => { code?: string } }) => [statusCode, json().code];

describe('a client that fetches every address of a link', () => {
  it.each([
    ['a mail scanner', 'Mozilla/5.0 (compatible; BingPreview/1.0b)'],
    ['a staff member who opens the link', 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0'],
  ])('%s: gets no document, adds no event, and does not take the seat', async (_who, agent) => {
    const { id, customer, path } = await createSentDocument();
    const before = await storedState(id);
    const scanner = stage.browser(agent);
    const page = path.replace('/api', '');
    const addresses = [page, path, `${path}/document`, `${path}/document?id=${id}`, `${path}/signed`, `${path}/open`];
    for (const address of [...addresses, ...addresses]) {
      const answer = await scanner.get(address);
      expect(answer.headers['set-cookie'], address).toBeUndefined();
      expect(answer.headers['content-type'], address).not.toBe('application/pdf');
    }
    expect(told(await scanner.get(`${path}/document`))).toEqual([409, 'signing.notOpened']);
    expect((await scanner.get(path)).json().place).toBe('FREE');
    expect(await storedState(id)).toBe(before);

    expect((await signAll(stage.browser(), path, customer)).json().state).toBe('SIGNED');
    expect((await stage.trail(id)).filter((type) => type === 'document.shown')).toHaveLength(1);
  });

  it('a staff member who opens every portal view of a signature adds none of the customer’s events', async () => {
    const { id, path } = await createSentDocument();
    const before = await storedState(id);
    const calls = ['', '/events', '/download', '/download?preview=true', '/audit/download', '/signing', '/qr-request'];
    for (const call of [...calls, '/own-signature', '/own-signature/document', '/signature-places', '/contact-check']) {
      for (const login of ['dealer', 'manager']) await stage.callAs(login, 'GET', `/api/documents/${id}${call}`);
    }
    await stage.callAs('dealer', 'POST', '/api/documents-ext/waiting/search', {});
    // Views by staff are recorded as such, as a different event.
    expect((await storedState(id)).replace(/,"(viewed|downloaded)"/g, '')).toBe(before);
    expect((await stage.browser().get(path)).json().place).toBe('FREE');
  });

  it('does not count as reading: the signer must still read what was fetched before', async () => {
    const { id, customer, path } = await createSentDocument();
    const browser = stage.browser();
    await browser.get(`${path}/document`);
    await browser.post(`${path}/otp`);
    const [code, points] = [await stage.code(customer), await stage.points(path)];
    expect(told(await browser.post(`${path}/sign`, { code, points }))).toEqual([409, 'signing.notRead']);
    expect(await stage.trail(id)).not.toContain('document.shown');
  });
});

describe('a second browser', () => {
  it('sees that another one has begun, gets no document, and changes nothing', async () => {
    const { id, path } = await createSentDocument();
    const first = stage.browser();
    await first.read(path);
    const before = await storedState(id);
    const second = stage.browser('Un altro telefono');
    expect((await second.get(path)).json()).toMatchObject({ state: 'OPEN', place: 'ELSEWHERE' });
    expect((await first.get(path)).json().place).toBe('HERE');
    expect(told(await second.get(`${path}/document`))).toEqual([409, 'signing.notYours']);
    expect(told(await second.post(`${path}/open`))).toEqual([409, 'signing.notYours']);
    expect(second.cookie).toBeUndefined();
    expect(await storedState(id)).toBe(before);
  });

  it('takes over on request: reading and code of the first no longer count, and the trail records it', async () => {
    const { id, path, browser, code, points } = await stage.readyToConfirm();
    const second = stage.browser('Un altro telefono');
    expect((await second.takeOver(path)).json().place).toBe('HERE');
    expect((await browser.get(path)).json().place).toBe('ELSEWHERE');
    expect(told(await browser.post(`${path}/sign`, { code, points }))).toEqual([409, 'signing.notYours']);
    expect(told(await browser.get(`${path}/document`))).toEqual([409, 'signing.notYours']);
    // With the first browser's code, and nothing read in this one.
    expect(told(await second.post(`${path}/sign`, { code, points }))).toEqual([409, 'signing.notRead']);
    await second.read(path);
    expect(told(await second.post(`${path}/sign`, { code, points }))).toEqual([409, 'otp.none']);
    const events = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/events`)).json<
      { type: string; detail: string | null }[]
    >();
    const opened = events.filter(({ type }) => type === 'link.opened').map(({ detail }) => detail);
    expect(opened).toEqual([expect.stringContaining('da un altro browser'), null]);
    expect(events.filter(({ type }) => type === 'document.shown')).toHaveLength(2);
  });

  it('takes over once per request: repeated, meant for another browser or forged requests have no effect', async () => {
    const { id, path } = await createSentDocument();
    const first = stage.browser();
    await first.post(`${path}/open`);
    const second = stage.browser('Un altro telefono');
    const { seat } = (await second.get(path)).json();
    expect((await first.get(path)).json()).not.toHaveProperty('seat');
    for (const instead of ['', 'true', 'f'.repeat(16), seat.toUpperCase()]) {
      expect(told(await second.post(`${path}/open`, { instead }))).toEqual([409, 'signing.notYours']);
    }
    const wish = { instead: seat };
    expect((await second.post(`${path}/open`, wish)).json().place).toBe('HERE');
    await second.read(path);
    const before = await storedState(id);
    // A proxy repeats the request without the cookie, and so does the browser itself.
    expect(told(await stage.browser().post(`${path}/open`, wish))).toEqual([409, 'signing.notYours']);
    expect(told(await first.post(`${path}/open`, wish))).toEqual([409, 'signing.notYours']);
    expect((await second.post(`${path}/open`, wish)).statusCode).toBe(200);
    expect(await storedState(id)).toBe(before);
    expect((await stage.trail(id)).filter((type) => type === 'link.opened')).toHaveLength(2);
  });

  it('appears in the sealed trail with the takeover and the pages shown', async () => {
    const { id, customer, path } = await createSentDocument();
    await stage.browser().read(path);
    const second = stage.browser('Un altro telefono');
    await second.takeOver(path);
    stage.test.clock.advance(61);
    expect((await signAll(second, path, customer)).json().state).toBe('SIGNED');
    await stage.test.world.jobs.drain();
    const { signedDocumentId } = await stage.document(id);
    const audit = await stage.callAs('dealer', 'GET', `/api/audit-documents/signed/${signedDocumentId}/download`);
    const printed = await printedText(audit.rawPayload);
    expect(printed).toContain('la firma passa qui da un altro browser');
    expect(printed).toContain('calcolato dalla pagina sul documento ricevuto');
  });

  it('cannot be alternated endlessly by two people with the link', async () => {
    const { path } = await createSentDocument();
    const two = [stage.browser(), stage.browser()];
    const answers: number[] = [];
    for (let turn = 0; turn < 13; turn += 1) {
      const one = two[turn % 2];
      if (one) one.cookie = undefined;
      answers.push((await one?.takeOver(path))?.statusCode ?? 0);
    }
    expect(answers).toEqual([...Array.from({ length: 11 }, () => 200), 429, 429]);
  });
});

describe('a late request of the former browser', () => {
  const NOBODY = { ip: null, userAgent: null };

  async function moved(): Promise<{ id: number; late: Link; code: string; points: string[] }> {
    const { id, customer, path } = await createSentDocument();
    const [first, second] = [stage.browser(), stage.browser('Un altro telefono')];
    await first.read(path);
    const token = path.split('/').at(-1) ?? '';
    const late = await resolveLink(stage.test.world, token, () => first.cookie?.split('=').at(1));
    expect(late.isHolder).toBe(true);
    await second.takeOver(path);
    await second.read(path);
    expect((await second.post(`${path}/otp`)).statusCode).toBe(200);
    const [code, points] = [await stage.code(customer), await stage.points(path)];
    stage.test.clock.advance(61);
    return { id, late, code, points };
  }

  it.each<[string, (late: Link, sent: { code: string; points: string[]; shown: string[] }) => Promise<unknown>]>([
    [
      'to sign with the code of the other browser',
      (late, confirmation) => confirmSignature(stage.test.world, late, confirmation, NOBODY),
    ],
    ['with a wrong code', (late, sent) => confirmSignature(stage.test.world, late, { ...sent, code: 'x' }, NOBODY)],
    ['for a code', (late) => requestCode(stage.test.world, late, NOBODY)],
    ['to decline', (late) => declineSignature(stage.test.world, late, 'Non voglio', NOBODY)],
    [
      'to report the end of the file',
      async (late) =>
        noteReading(stage.test.world, late, await findLinkDocument(stage.test.world, late, undefined), NOBODY),
    ],
  ])('%s changes nothing', async (_what, act) => {
    const { id, late, code, points } = await moved();
    const { prepared_sha256: sha256 } = await findLinkDocument(stage.test.world, late, undefined);
    const before = await storedState(id);
    const confirmation = { code, points, shown: [sha256 ?? ''] };
    await expect(act(late, confirmation)).rejects.toMatchObject({ code: 'signing.notYours' });
    expect(await storedState(id)).toBe(before);
  });

  it('reading the end of the file does not count after the signature was cancelled', async () => {
    const { id, path } = await createSentDocument();
    const browser = stage.browser();
    await browser.post(`${path}/open`);
    const { world } = stage.test;
    const late = await resolveLink(world, path.split('/').at(-1) ?? '', () => browser.cookie?.split('=').at(1));
    const entry = await findLinkDocument(world, late, undefined);
    await stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`);
    await expect(noteReading(world, late, entry, NOBODY)).rejects.toMatchObject({ code: 'signing.unknownLink' });
    expect(await stage.trail(id)).not.toContain('document.shown');
  });
});

describe('a claim of the page about what it showed', () => {
  /** The hash of a file that was never prepared here. */
  const OTHER = 'f'.repeat(64);

  it.each<[string, (shown: readonly string[]) => unknown, [number, string]]>([
    ['the hash of another file', () => [OTHER], [409, 'signing.otherBytes']],
    ['no hash', () => [], [409, 'signing.otherBytes']],
    ['the right hash and another', (shown) => [...shown, OTHER], [409, 'signing.otherBytes']],
    ['the right hash twice', (shown) => [...shown, ...shown], [409, 'signing.otherBytes']],
    ['nothing at all', () => undefined, [400, 'request.invalid']],
    ['a text that is not a hash', () => ['preventivo.pdf'], [400, 'request.invalid']],
    ['the right hash in capitals', (shown) => shown.map((hash) => hash.toUpperCase()), [400, 'request.invalid']],
  ])('with %s signs nothing, uses no code, and records no intent to sign', async (_what, forged, refusal) => {
    const { id, path, browser, code, points } = await stage.readyToConfirm();
    const { documents } = (await browser.get(path)).json<{ documents: { sha256: string }[] }>();
    const shown = forged(documents.map(({ sha256 }) => sha256));
    const before = await storedState(id);
    expect(told(await browser.post(`${path}/sign`, { code, points, shown }))).toEqual(refusal);
    expect(await storedState(id)).toBe(before);
    expect((await browser.post(`${path}/sign`, { code, points })).json().state).toBe('SIGNED');
    const events = await stage.callAs('dealer', 'GET', `/api/documents/${id}/events`);
    const [intent] = events.json<{ type: string; detail: string }[]>().filter(({ type }) => type === 'sign.confirmed');
    expect(intent?.detail).toMatch(/^SHA-256 [0-9a-f]{16}…, calcolato dalla pagina sul documento ricevuto$/);
  });

  it('is required for each document of one link', async () => {
    const folder = await newFolder(stage, 2);
    const path = await startedTogether(stage, folder.ids);
    const { browser, code, points } = await readAll(stage, path, folder);
    const { documents } = (await browser.get(path)).json<{ documents: { sha256: string }[] }>();
    const [firstHash = '', two = ''] = documents.map(({ sha256 }) => sha256);
    for (const shown of [[firstHash], [two], [firstHash, firstHash], [firstHash, OTHER]]) {
      expect(told(await browser.post(`${path}/sign`, { code, points, shown }))).toEqual([409, 'signing.otherBytes']);
    }
    expect((await browser.post(`${path}/sign`, { code, points, shown: [two, firstHash] })).json().state).toBe('SIGNED');
  });
});
