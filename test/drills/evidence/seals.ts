/**
 * The last two signers of a document sign within half a second, and the sealing job runs again and again: one file, one
 * event of each kind.
 */
// Real time: two last signers sign within half a second.
import { setTimeout as pause } from 'node:timers/promises';
import { completeSession } from '#server/signing/complete/complete.ts';
import { randomOf, testSeed } from '../../chance.ts';
import { generatedDocument, paperCustomer } from '../../papers/generated-papers.ts';
import { type Customer, pathOf, type Stage } from '../../stages/signing-stage.ts';
import { countEach, Problems, type Servers, together } from '../processes/servers.ts';

/** Chooses the delays and the order, the same in every run. */
const random = randomOf(testSeed());

export interface SealsReport {
  documents: number;
  problems: string[];
}

/** A document signed by two drivers. */
const TYPE = 'LOAN_COURTESY_VEHICLE_MULTI';
const MAX_DELAY_MS = 500;
/** Documents signed in parallel. */
const PARALLEL = 5;
/** After this many rounds the clock advances by an hour, because a dealer may send only so many codes per hour. */
const ROUNDS_PER_HOUR = 20;
const HOUR = 3_601;
const SINGLE_EVENTS = ['sealed', 'audit.sealed', 'document.signed'];

async function startForTwoSigners(stage: Stage, number: number): Promise<{ id: number; people: Customer[] }> {
  const person = (digit: number): Customer => ({
    phone: `+39 3${digit}${String(number).padStart(8, '0')}`,
    email: `firmatario${digit}.${number}@example.com`,
  });
  const [first, second] = [person(3), person(4)];
  const answer = await stage.callAs('dealer', 'POST', '/api/documents/wizard', {
    dossier: paperCustomer(first),
    folder: { brand: 'bmw', type: 'SERVICE', businessId: `ODL-${number}`, plate: 'EE000EE', processDate: '2026-11-20' },
    document: generatedDocument(TYPE, {}, { DRIVER_2_PHONE: second.phone, DRIVER_2_EMAIL: second.email }),
  });
  if (answer.statusCode !== 201) throw new Error(`No document: ${answer.body}`);
  const { id } = answer.json<{ document: { id: number } }>().document;
  const started = await stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {});
  if (started.statusCode !== 200) throw new Error(`Not started: ${started.body}`);
  return { id, people: [first, second] };
}

async function signOneDocument(servers: Servers, number: number, problems: Problems): Promise<void> {
  const { one, two } = servers;
  const { id, people } = await startForTwoSigners(one, number);
  const checkEqual = (what: string, actual: unknown, expected: unknown) =>
    problems.checkEqual(`document ${id}, ${what}`, actual, expected);
  await servers.waitForJobs();
  const signing = (await one.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json();
  const paths: string[] = signing.signers.map(({ signUrl }: { signUrl: string }) => pathOf(signUrl));
  const ready = await Promise.all(
    paths.map(async (path, index) => {
      const browser = servers.at(index).browser();
      const { points } = (await browser.get(path)).json<{ points: { id: string }[] }>();
      await browser.read(path);
      const codeRequest = await browser.post(`${path}/otp`);
      if (codeRequest.statusCode !== 200) throw new Error(`No code: ${codeRequest.body}`);
      const code = await one.code(people[index] ?? { phone: '', email: '' });
      return () => browser.post(`${path}/sign`, { code, points: points.map((point) => point.id) });
    }),
  );
  const wait = random() * MAX_DELAY_MS;
  const order = random() < 0.5 ? ready : ready.toReversed();
  const signed = await Promise.all(order.map((sign, index) => pause(index * wait).then(sign)));
  checkEqual('signatures', countEach(signed.map((answer) => answer.statusCode)), { 200: 2 });
  const { read } = one.test.world.database;
  const sessions = await read
    .selectFrom('session_document')
    .select('session_id')
    .where('document_id', '=', id)
    .execute();
  checkEqual('sessions', sessions.length, 1);
  const session = sessions[0]?.session_id ?? 0;
  // Run the job again, twice in parallel, on both servers, and once more after it has completed.
  await together(2, (index) => completeSession((index === 0 ? one : two).test.world, session));
  await servers.waitForJobs();
  await completeSession(one.test.world, session);

  checkEqual('status', (await one.document(id)).status, 'SIGNED');
  const files = await read.selectFrom('signed_document').select('signatures').where('document_id', '=', id).execute();
  checkEqual('files', files, [{ signatures: 5 }]);
  const trail = countEach(await one.trail(id));
  for (const type of SINGLE_EVENTS) checkEqual(type, trail[type], 1);
  checkEqual('signature.applied', trail['signature.applied'], 5);
  const checked = (await one.callAs('dealer', 'GET', `/api/documents/${id}/validation`)).json();
  checkEqual('validation', [checked.intact, checked.signatures.length], [true, 5]);
}

/** @param servers servers whose papers are generated (loadGeneratedPapers). */
export async function sealsDrill(servers: Servers, documents: number): Promise<SealsReport> {
  const problems = new Problems();
  for (let round = 0; round * PARALLEL < documents; round += 1) {
    if (round > 0 && round % ROUNDS_PER_HOUR === 0) {
      for (const stage of new Set([servers.one, servers.two])) stage.test.clock.advance(HOUR);
    }
    const batchSize = Math.min(PARALLEL, documents - round * PARALLEL);
    await together(batchSize, (index) => signOneDocument(servers, round * PARALLEL + index, problems));
  }
  return { documents, problems: problems.list };
}
