/** Several customers sign one paper, each with their own link, code and points. */

// Real time: third-party validators check the result against the system clock.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfaProblems } from '#pdf/paper/pdfa-checklist.suite.ts';
import { realNow, testClock } from '../../../../test/clock.ts';
import { generatedDocument, loadGeneratedPapers, paperCustomer } from '../../../../test/papers/generated-papers.ts';
import { type Browser, openStage, pathOf, type Stage } from '../../../../test/stages/signing-stage.ts';
import { foreignProblems } from '../../../../test/validators/foreign-validators.ts';

const TYPE = 'LOAN_COURTESY_VEHICLE_MULTI';
let stage: Stage;
let pairCount = 0;
beforeAll(async () => {
  stage = await openStage({ clock: testClock(realNow()) });
  await loadGeneratedPapers(stage.test.world);
});
afterAll(() => stage.close());

interface Person {
  phone: string;
  email: string;
}
interface Pair {
  id: number;
  customer: Person;
  second: Person;
}

const postWizard = (type: string, customer: Person, fields: Record<string, unknown>) =>
  stage.callAs('dealer', 'POST', '/api/documents/wizard', {
    dossier: paperCustomer(customer),
    folder: { brand: 'bmw', type: 'SERVICE', businessId: 'ODL-88', plate: 'EE000EE', processDate: '2026-11-20' },
    document: generatedDocument(type, {}, fields),
  });

/** Phones that no other test uses. */
function newPeople(): { customer: Person; second: Person } {
  pairCount += 1;
  const number = String(pairCount).padStart(3, '0');
  const person = (what: string, digit: number) => ({
    phone: `+39 3331${digit}00${number}`,
    email: `${what}.${number}@example.com`,
  });
  return { customer: person('prima', 1), second: person('seconda', 2) };
}

async function startPair(fields: Record<string, unknown> = {}): Promise<Pair> {
  const { customer, second } = newPeople();
  const answer = await postWizard(TYPE, customer, {
    DRIVER_2_PHONE: second.phone,
    DRIVER_2_EMAIL: second.email,
    ...fields,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  const { id } = answer.json().document;
  const start = await stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {});
  expect(start.statusCode, start.body).toBe(200);
  await stage.test.world.jobs.drain();
  return { id, customer, second };
}

const loadSigning = async (id: number, login = 'dealer') =>
  (await stage.callAs(login, 'GET', `/api/documents/${id}/signing`)).json<{
    signers: { name: string; state: string; signUrl: string | null }[];
    resend: { refused: string | null };
  }>();

async function pathsOf(id: number): Promise<string[]> {
  return (await loadSigning(id)).signers.map(({ signUrl }) => pathOf(signUrl ?? ''));
}

async function readTo(path: string, person: Person): Promise<{ browser: Browser; code: string; points: string[] }> {
  const browser = stage.browser();
  const view = (await browser.get(path)).json();
  await browser.read(path);
  expect((await browser.post(`${path}/otp`)).statusCode).toBe(200);
  const points = view.points.map((point: { id: string }) => point.id);
  return { browser, code: await stage.code(person), points };
}

async function signAll(path: string, person: Person): Promise<Browser> {
  const { browser, code, points } = await readTo(path, person);
  const answer = await browser.post(`${path}/sign`, { code, points });
  expect(answer.json(), answer.body).toMatchObject({ state: 'SIGNED' });
  await stage.test.world.jobs.drain();
  return browser;
}

describe('a paper of two borrowers', () => {
  it('is signed on the phone of the borrower chosen by staff; by default of the first', async () => {
    const { id } = await startPair();
    const [first = '', other = ''] = await pathsOf(id);
    const scanned = async (key: string, signerId?: number) => {
      stage.test.clock.advance(1);
      const { token } = (await stage.callAs('dealer', 'GET', `/mobile/fdd/qrcode/generate/${id}`)).json();
      const phone = stage.browser();
      const use = () => phone.post(`/qr/${token}`, { key: key.repeat(43) });
      const { number } = (await use()).json();
      const { request } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/qr-request`)).json();
      const yes = { requestId: request.id, number, ...(signerId === undefined ? {} : { signerId }) };
      const said = await stage.callAs('dealer', 'POST', `/api/documents/${id}/qr-request/confirm`, yes);
      expect(said.statusCode, said.body).toBe(204);
      const { signUrl } = (await use()).json();
      const path = pathOf(signUrl);
      expect((await phone.post(`${path}/otp`)).statusCode).toBe(200);
      return path;
    };
    const { signers } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json();
    expect(await scanned('B', signers[1].id)).toBe(other);
    expect(await scanned('A')).toBe(first);
  });

  it('is signed by each in their own boxes, complete after the last, and valid for third-party tools', async () => {
    const { id, customer, second } = await startPair();
    const [first = '', other = ''] = await pathsOf(id);
    expect(first).not.toBe(other);
    const own = (await stage.browser().get(first)).json().points;
    const others = (await stage.browser().get(other)).json().points;
    expect([own.length, others.length]).toEqual([2, 2]);
    expect(new Set([...own, ...others].map((point: { id: string }) => point.id)).size).toBe(4);

    const phone = await signAll(other, second);
    expect((await stage.document(id)).status).toBe('START_SIGN');
    expect((await phone.get(`${other}/signed`)).statusCode).toBe(404);
    const between = await loadSigning(id);
    expect(between.signers.map(({ name, state, signUrl }) => [name, state, signUrl === null])).toEqual([
      ['Ginevra Provetti', 'WAITING', false],
      ['Leonardo Esempi', 'SIGNED', true],
    ]);
    // The copied link belongs to the next signer.
    expect(pathOf((await stage.document(id)).signUrl ?? '')).toBe(first);

    await signAll(first, customer);
    expect((await stage.document(id)).status).toBe('SIGNED');
    const copy = new Uint8Array((await phone.get(`${other}/signed`)).rawPayload);
    expect(await pdfaProblems(copy)).toEqual([]);
    expect(await foreignProblems(copy, await stage.test.world.authority.anchors(), 5)).toEqual([]);
    const { signatures } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`)).json();
    expect(signatures.map(({ signer }: { signer: string }) => signer).slice(0, 4)).toEqual([
      ...['Ginevra Provetti', 'Ginevra Provetti', 'Leonardo Esempi', 'Leonardo Esempi'],
    ]);
  });

  it('sends link and code to each contact; one’s code signs nothing for the other', async () => {
    const { id, customer, second } = await startPair();
    const [first = '', other = ''] = await pathsOf(id);
    const { code } = await readTo(first, customer);
    const { browser, points, code: own } = await readTo(other, second);
    if (code !== own) {
      const foreign = await browser.post(`${other}/sign`, { code, points });
      expect([foreign.statusCode, foreign.json().code]).toEqual([422, 'otp.wrong']);
    }
    const theirs = (await stage.browser().get(first)).json().points.map((point: { id: string }) => point.id);
    const stolen = await browser.post(`${other}/sign`, { code: own, points: theirs });
    expect([stolen.statusCode, stolen.json().code]).toEqual([400, 'signing.pointMissing']);
    expect((await browser.get(first)).json().state).toBe('OPEN');
    expect((await stage.document(id)).status).toBe('START_SIGN');
  });

  it('ends for both when one declines', async () => {
    const { id, customer, second } = await startPair();
    const [first = '', other = ''] = await pathsOf(id);
    await signAll(first, customer);
    const browser = stage.browser();
    await browser.get(other);
    expect((await browser.post(`${other}/decline`, { reason: 'Non guido più io' })).statusCode).toBe(200);
    const document = await stage.document(id);
    expect([document.status, document.signUrl]).toEqual(['READY_TO_SIGN', null]);
    // The next start begins again, with both signers.
    expect((await stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {})).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    const [again = '', otherAgain = ''] = await pathsOf(id);
    await signAll(again, customer);
    await signAll(otherAgain, second);
    expect((await stage.document(id)).status).toBe('SIGNED');
  });

  it('is completed once when both confirm concurrently', async () => {
    const { id, customer, second } = await startPair();
    const [first = '', other = ''] = await pathsOf(id);
    const one = await readTo(first, customer);
    const two = await readTo(other, second);
    const answers = await Promise.all([
      one.browser.post(`${first}/sign`, { code: one.code, points: one.points }),
      two.browser.post(`${other}/sign`, { code: two.code, points: two.points }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await stage.test.world.jobs.drain();
    expect((await stage.document(id)).status).toBe('SIGNED');
    const trail = await stage.trail(id);
    expect(trail.filter((type) => type === 'sign.confirmed')).toHaveLength(2);
    expect(trail.filter((type) => type === 'signature.applied')).toHaveLength(5);
    expect(trail.filter((type) => type === 'document.signed')).toHaveLength(1);
  });

  it('reminds only those who have not signed', async () => {
    const { id, customer } = await startPair();
    const [first = ''] = await pathsOf(id);
    await signAll(first, customer);
    stage.test.clock.advance(16 * 60);
    const reminder = await stage.callAs('dealer', 'POST', `/api/documents/${id}/resend-link`, {});
    expect(reminder.statusCode, reminder.body).toBe(200);
    await stage.test.world.jobs.drain();
    expect((await stage.trail(id)).filter((type) => type === 'reminder.sent')).toHaveLength(1);
  });
});

describe('a further borrower', () => {
  it('needs a phone and an e-mail address: nothing is created without them', async () => {
    const { customer } = newPeople();
    const answer = await postWizard(TYPE, customer, { DRIVER_2_PHONE: '', DRIVER_2_EMAIL: 'nessuna' });
    expect(answer.statusCode).toBe(400);
    expect(
      answer.json().fieldErrors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`),
    ).toEqual(['DRIVER_2_PHONE required', 'DRIVER_2_EMAIL email']);
  });

  it('needs a separate phone: a shared one would not identify the signer', async () => {
    const { customer, second } = newPeople();
    const answer = await postWizard(TYPE, customer, {
      ...{ DRIVER_2_PHONE: customer.phone.replace('+39 ', '+39'), DRIVER_2_EMAIL: second.email },
    });
    expect(answer.json().fieldErrors, answer.body).toMatchObject([{ field: 'DRIVER_2_PHONE', code: 'phoneTwice' }]);
  });
});
