/** All callers start the same signature at the same moment, then request its code, then sign: each happens once. */
import { countEach, Problems, type Servers, together } from './servers.ts';

export interface StartsReport {
  documents: number;
  callers: number;
  problems: string[];
}

const ONCE = ['sign.started', 'sign.prepared', 'link.sent', 'link.opened', 'otp.verified', 'sealed', 'document.signed'];
/** Between two codes of one signer, in seconds. */
const PAUSE_SECONDS = 61;

async function startOneDocument(servers: Servers, callers: number, problems: Problems): Promise<void> {
  const { one, at } = servers;
  const { read } = one.test.world.database;
  const { id, customer } = await one.newDocument();
  const phone = customer.phone.replace(' ', '');
  const told = (what: string, actual: unknown, expected: unknown) =>
    problems.checkEqual(`document ${id}, ${what}`, actual, expected);

  const starts = await together(callers, (index) =>
    at(index).callAs('dealer', 'POST', `/api/documents/${id}/sign`, {}),
  );
  told('starts', countEach(starts.map((answer) => answer.statusCode)), { 200: callers });
  await servers.waitForJobs();
  const sessions = await read
    .selectFrom('session_document')
    .select('session_id')
    .where('document_id', '=', id)
    .execute();
  told('sessions', sessions.length, 1);
  told('e-mails', (await one.test.outbox(customer.email)).length, 1);
  const signers = await read
    .selectFrom('signer')
    .select('id')
    .where('session_id', '=', sessions[0]?.session_id ?? 0)
    .execute();
  const causes = signers.map((signer) => `signer:${signer.id}`);
  const reserved = await read
    .selectFrom('quota_reservation')
    .select(['kind', 'amount'])
    .where('cause', 'in', causes)
    .execute();
  told('reserved', reserved, [{ kind: 'OTP', amount: 1 }]);

  const { signUrl } = await one.document(id);
  const path = new URL(signUrl ?? '').pathname.replace('/sign/', '/api/sign/');
  // With two servers, both recognise the first browser once its cookie has been set; here all requests use one server.
  const browsers = Array.from({ length: callers }, () => one.browser());
  const strangers = await together(callers, async (index) => browsers[index]?.post(`${path}/otp`));
  told('codes for strangers', countEach(strangers.map((answer) => answer?.statusCode ?? 0)), {
    200: 1,
    409: callers - 1,
  });
  await servers.waitForJobs();
  told('first SMS', (await one.test.outbox(phone)).length, 1);

  const holder = browsers.find((browser) => browser.cookie !== undefined);
  if (holder === undefined) return;
  for (const stage of new Set([one, servers.two])) stage.test.clock.advance(PAUSE_SECONDS);
  const same = Array.from({ length: callers }, (_, index) => {
    return at(index).browser().continueAs(holder);
  });
  const codeRequests = await together(callers, async (index) => same[index]?.post(`${path}/otp`));
  told('codes', countEach(codeRequests.map((answer) => answer?.statusCode ?? 0)), { 200: 1, 429: callers - 1 });
  const code = await one.code(customer);
  told('both SMS', (await one.test.outbox(phone)).length, 2);

  await holder.read(path);
  const points = await one.points(path);
  const signatures = await together(callers, async (index) => same[index]?.post(`${path}/sign`, { code, points }));
  told('signatures', countEach(signatures.map((answer) => answer?.statusCode ?? 0)), { 200: callers });
  await servers.waitForJobs();
  told('status', (await one.document(id)).status, 'SIGNED');
  const files = await read.selectFrom('signed_document').select('id').where('document_id', '=', id).execute();
  told('files', files.length, 1);
  const trail = countEach((await one.trail(id)).filter((type) => ONCE.includes(type)));
  for (const type of ONCE) told(type, trail[type], 1);
}

/** @param documents signed one after the other. @param callers of each step, over both servers where there are two. */
export async function startsDrill(servers: Servers, documents: number, callers = 200): Promise<StartsReport> {
  const problems = new Problems();
  for (let round = 0; round < documents; round += 1) await startOneDocument(servers, callers, problems);
  return { documents, callers, problems: problems.list };
}
