/**
 * The last two signers of a document sign within half a second, and the sealing job runs again and again: one file, one
 * event of each kind.
 */
// Real time: two last signers sign within half a second.
import { setTimeout as pause } from 'node:timers/promises';
import { completeSession } from '#server/signing/complete/complete.ts';
import { chanceOf, testSeed } from '../../chance.ts';
import { generated } from '../../papers/generated-papers.ts';
import { type Customer, pathOf, type Stage } from '../../stages/signing-stage.ts';
import { Problems, type Servers, tally, together } from '../processes/servers.ts';

/** Chooses the delays and the order, the same in every run. */
const chance = chanceOf(testSeed());

export interface SealsReport {
  documents: number;
  problems: string[];
}

/** A document signed by two drivers. */
const TYPE = 'LOAN_COURTESY_VEHICLE_MULTI';
const LONGEST_MS = 500;
/** Documents signed in parallel. */
const AT_ONCE = 5;
/** After this many rounds the clock advances by an hour, because a dealer may send only so many codes per hour. */
const ROUNDS_AN_HOUR = 20;
const HOUR = 3_601;
const ONCE = ['sealed', 'audit.sealed', 'document.signed'];

async function twoSigners(stage: Stage, number: number): Promise<{ id: number; people: Customer[] }> {
  const person = (digit: number): Customer => ({
    phone: `+39 3${digit}${String(number).padStart(8, '0')}`,
    email: `firmatario${digit}.${number}@example.com`,
  });
  const [first, second] = [person(3), person(4)];
  const answer = await stage.as('dealer', 'POST', '/api/documents/wizard', {
    dossier: {
      ...{ hst: '10001', brand: 'bmw', firstName: 'Ginevra', lastName: 'Provetti', birthDate: '1980-01-01' },
      ...{ birthPlace: 'Roma', fiscalCode: 'RSSMRA80A01H501U', mobilePhone: first.phone, email: first.email },
      ...{ street: 'Via di Prova 1', city: 'Bologna', postalCode: '40121' },
    },
    folder: { brand: 'bmw', type: 'SERVICE', businessId: `ODL-${number}`, plate: 'EE000EE', processDate: '2026-11-20' },
    document: generated(TYPE, {}, { DRIVER_2_PHONE: second.phone, DRIVER_2_EMAIL: second.email }),
  });
  if (answer.statusCode !== 201) throw new Error(`No document: ${answer.body}`);
  const { id } = answer.json<{ document: { id: number } }>().document;
  const started = await stage.as('dealer', 'POST', `/api/documents/${id}/sign`, {});
  if (started.statusCode !== 200) throw new Error(`Not started: ${started.body}`);
  return { id, people: [first, second] };
}

async function oneDocument(servers: Servers, number: number, problems: Problems): Promise<void> {
  const { one, two } = servers;
  const { id, people } = await twoSigners(one, number);
  const told = (what: string, found: unknown, wanted: unknown) =>
    problems.same(`document ${id}, ${what}`, found, wanted);
  await servers.settled();
  const signing = (await one.as('dealer', 'GET', `/api/documents/${id}/signing`)).json();
  const paths: string[] = signing.signers.map(({ signUrl }: { signUrl: string }) => pathOf(signUrl));
  const ready = await Promise.all(
    paths.map(async (path, index) => {
      const browser = servers.at(index).browser();
      const { points } = (await browser.get(path)).json<{ points: { id: string }[] }>();
      await browser.read(path);
      const asked = await browser.post(`${path}/otp`);
      if (asked.statusCode !== 200) throw new Error(`No code: ${asked.body}`);
      const code = await one.code(people[index] ?? { phone: '', email: '' });
      return () => browser.post(`${path}/sign`, { code, points: points.map((point) => point.id) });
    }),
  );
  const wait = chance() * LONGEST_MS;
  const order = chance() < 0.5 ? ready : ready.toReversed();
  const signed = await Promise.all(order.map((sign, index) => pause(index * wait).then(sign)));
  told('signatures', tally(signed.map((answer) => answer.statusCode)), { 200: 2 });
  const { read } = one.test.world.database;
  const sessions = await read
    .selectFrom('session_document')
    .select('session_id')
    .where('document_id', '=', id)
    .execute();
  told('sessions', sessions.length, 1);
  const session = sessions[0]?.session_id ?? 0;
  // Run the job again, twice in parallel, on both servers, and once more after it has completed.
  await together(2, (index) => completeSession((index === 0 ? one : two).test.world, session));
  await servers.settled();
  await completeSession(one.test.world, session);

  told('status', (await one.document(id)).status, 'SIGNED');
  const files = await read.selectFrom('signed_document').select('signatures').where('document_id', '=', id).execute();
  told('files', files, [{ signatures: 5 }]);
  const trail = tally(await one.trail(id));
  for (const type of ONCE) told(type, trail[type], 1);
  told('signature.applied', trail['signature.applied'], 5);
  const checked = (await one.as('dealer', 'GET', `/api/documents/${id}/validation`)).json();
  told('validation', [checked.intact, checked.signatures.length], [true, 5]);
}

/** @param servers servers whose papers are generated (loadGeneratedPapers). */
export async function sealsDrill(servers: Servers, documents: number): Promise<SealsReport> {
  const problems = new Problems();
  for (let round = 0; round * AT_ONCE < documents; round += 1) {
    if (round > 0 && round % ROUNDS_AN_HOUR === 0) {
      for (const stage of new Set([servers.one, servers.two])) stage.test.clock.advance(HOUR);
    }
    const left = Math.min(AT_ONCE, documents - round * AT_ONCE);
    await together(left, (index) => oneDocument(servers, round * AT_ONCE + index, problems));
  }
  return { documents, problems: problems.list };
}
