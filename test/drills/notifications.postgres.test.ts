/**
 * Each event of a signature is announced once, by the bell and by e-mail, in whichever of two processes it happens,
 * even when they are killed in between.
 */
// Real time: two servers are started, killed and awaited.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type ClockedServer, startClockedServer } from '../hosts/server-process.ts';
import { makePaper } from '../papers/paper.ts';
import { freshDatabase } from '../postgres.ts';
import { Interrupted, Story } from '../stages/http-story.ts';

const LINK_HOURS = 72;

/** Continues the story until `done`, through any interruption. */
async function continueUntil(story: Story, done: () => boolean): Promise<void> {
  while (!done()) {
    await story
      .nextStep()?.()
      .catch((error: unknown) => {
        if (!(error instanceof Interrupted)) throw error;
        return pause(50);
      });
  }
}

/** A job whose process was killed is repeated after two minutes, which are checked every half minute. */
const JOB_RETRY_MS = 180_000;

/** Repeats the request until the answer is as expected, or a killed job would have been repeated. */
async function pollUntil<T>(request: () => Promise<T>, done: (answer: T) => boolean): Promise<T> {
  for (const from = performance.now(); ; ) {
    const answer = await request();
    if (done(answer) || performance.now() - from > JOB_RETRY_MS) return answer;
    await pause(100);
  }
}

it('each signature event gives one notification and each end one e-mail, across two processes and a kill', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fascicolo-bells-'));
  const { url: DATABASE_URL, drop } = await freshDatabase();
  const start = async (): Promise<[ClockedServer, ClockedServer]> => [
    await startClockedServer(folder, { DATABASE_URL }),
    await startClockedServer(folder, { DATABASE_URL }),
  ];
  let servers = await start();
  const [file, addresses] = [await makePaper({ pages: 2 }), () => servers.map(({ address }) => address)];
  /** The same story, continued with the other process. */
  const at = (story: Story, process: 0 | 1): Story =>
    Object.assign(new Story(addresses()[process] ?? '', file, 0), {
      known: story.known,
      phone: story.phone,
      email: story.email,
    });
  try {
    const first = addresses()[0] ?? '';
    const [signed, refused, expired, mistaken] = [1, 2, 3, 4].map((unique) => new Story(first, file, unique)) as [
      Story,
      Story,
      Story,
      Story,
    ];
    const manager = new Story(first, file, 6);
    await manager.signIn('manager');
    const { id: salesManager } = (await manager.call('GET', '/api/account')).json as { id: number };
    const awaiting = new Story(first, file, 5, { type: 'SALE_NEW_PROPOSAL', signers: { salesManager } });
    for (const story of [signed, awaiting]) await continueUntil(story, () => story.known.code !== undefined);
    for (const story of [refused, expired, mistaken]) await continueUntil(story, () => story.known.link !== undefined);

    // Events happen in both processes, and both are killed before they can send anything.
    const decline = async (story: Story, process: 0 | 1, reason: string): Promise<number> => {
      const caller = at(story, process);
      const path = new URL(story.known.link ?? '').pathname.replace(/^\/sign\//, '/api/sign/');
      const opened = await caller.call('POST', `${path}/open`, {});
      const cookie = opened.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
      return (await caller.call('POST', `${path}/decline`, { reason }, { cookie })).status;
    };
    const [declined, notMine] = await Promise.all([
      decline(refused, 1, 'Ci ripenso'),
      decline(mistaken, 0, 'signing.notMe'),
      signed.sign(),
      awaiting.sign(),
    ]);
    expect([declined, notMine]).toEqual([200, 200]);
    await Promise.all(servers.map((server) => server.kill()));
    servers = await start();
    for (const server of servers) await server.advance(LINK_HOURS * 3600 + 60);

    const firstStory = at(signed, 0);
    await firstStory.signIn();
    const ids = [signed, refused, expired, mistaken, awaiting].map(({ known }) => known.documentId ?? 0);
    const bells = async (process: 0 | 1, login = 'dealer') => {
      const caller = at(firstStory, process);
      await caller.signIn(login);
      const { json } = await caller.call('GET', '/api/notifications?size=100');
      const lines = json as { kind: string; document: { id: number } | null }[];
      return lines.flatMap(({ kind, document }) =>
        document !== null && ids.includes(document.id)
          ? [`${document.id} ${kind.replace('sealedLate', 'signed')}`]
          : [],
      );
    };
    // The manager has three days for a signature after the customer has signed; it expires like the others.
    const kinds = ['signed', 'declined', 'expired', 'wrongRecipient', 'customerSigned', 'expired'];
    const expected = kinds.map((kind, index) => `${ids[Math.min(index, 4)]} ${kind}`).sort();
    const ofManager = [`${ids[4]} yourTurn`];
    const hasAllLines = (lines: readonly string[]): boolean => expected.every((line) => lines.includes(line));
    for (const process of [0, 1] as const) {
      expect((await pollUntil(() => bells(process), hasAllLines)).sort()).toEqual(expected);
      expect((await bells(process, 'manager')).filter((line) => line.endsWith('yourTurn'))).toEqual(ofManager);
    }
    // Tokens contain the address of their process.
    await firstStory.signIn();
    const { email } = (await firstStory.call('GET', '/api/account')).json as { email: string };
    const mails = async () => {
      const { json } = await firstStory.call('GET', `/demo/outbox.json?to=${encodeURIComponent(email)}`);
      return (json as { text: string }[]).flatMap(({ text }) =>
        ids.filter((id) => text.includes(`/documents/${id}\n`)),
      );
    };
    expect((await pollUntil(mails, (found) => ids.every((id) => found.includes(id)))).sort()).toEqual([...ids].sort());
    // A notification read in one process is read in both, and none reappears after the next start.
    const other = at(firstStory, 1);
    await other.signIn();
    expect((await other.call('POST', '/api/notifications/read', {})).json).toEqual({ count: 0 });
    await Promise.all(servers.map((server) => server.kill()));
    servers = await start();
    const after = at(firstStory, 0);
    await after.signIn();
    expect((await after.call('GET', '/api/notifications/unread')).json).toEqual({ count: 0 });
    expect((await bells(1)).sort()).toEqual(expected);
    expect((await bells(1, 'manager')).filter((line) => line.endsWith('yourTurn'))).toEqual(ofManager);
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
    await drop();
    await rm(folder, { recursive: true, force: true });
  }
}, 600_000);
