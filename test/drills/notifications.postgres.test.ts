/** Each event of a signature is told once, by the bell and by e-mail, whichever of two processes it happens in, killed in the midst. */
// Real time: two servers are started, killed and waited for.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makePaper } from '../paper.ts';
import { freshDatabase } from '../postgres.ts';
import { type MovableServer, startMovableServer } from '../server-process.ts';
import { Interrupted, Story } from '../story.ts';

const LINK_HOURS = 72;

/** Goes on with the story until `done`, over whatever interrupts it. */
async function tell(story: Story, done: () => boolean): Promise<void> {
  while (!done()) {
    await story
      .next()?.()
      .catch((error: unknown) => {
        if (!(error instanceof Interrupted)) throw error;
        return pause(50);
      });
  }
}

/** Asks again until the answer is as it has to be, for a minute. */
async function until<T>(ask: () => Promise<T>, done: (answer: T) => boolean): Promise<T> {
  for (let time = 0; ; time += 1) {
    const answer = await ask();
    if (done(answer) || time > 600) return answer;
    await pause(100);
  }
}

it('a bell and an e-mail for each end of a signature, once, over two processes and a kill', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fascicolo-bells-'));
  const { url: DATABASE_URL, drop } = await freshDatabase();
  const start = async (): Promise<[MovableServer, MovableServer]> => [
    await startMovableServer(folder, { DATABASE_URL }),
    await startMovableServer(folder, { DATABASE_URL }),
  ];
  let servers = await start();
  const [file, addresses] = [await makePaper({ pages: 2 }), () => servers.map(({ address }) => address)];
  /** The same story, told to the other process from now on. */
  const at = (story: Story, process: 0 | 1): Story =>
    Object.assign(new Story(addresses()[process] ?? '', file, 0), {
      known: story.known,
      phone: story.phone,
      email: story.email,
    });
  try {
    const [signed, refused, expired] = [1, 2, 3].map((unique) => new Story(addresses()[0] ?? '', file, unique)) as [
      Story,
      Story,
      Story,
    ];
    await tell(signed, () => signed.known.code !== undefined);
    for (const story of [refused, expired]) await tell(story, () => story.known.link !== undefined);

    // One happens in each process, and neither lives to send anything of its own accord.
    const second = at(refused, 1);
    const path = `${new URL(refused.known.link ?? '').pathname.replace(/^\/sign\//, '/api/sign/')}`;
    const opened = await second.call('POST', `${path}/open`, {});
    const cookie = opened.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const [declined] = await Promise.all([
      second.call('POST', `${path}/decline`, { reason: 'Ci ripenso' }, { cookie }),
      signed.sign(),
    ]);
    expect(declined.status).toBe(200);
    await Promise.all(servers.map((server) => server.kill()));
    servers = await start();
    for (const server of servers) await server.advance(LINK_HOURS * 3600 + 60);

    const one = at(signed, 0);
    await one.signIn();
    const ids = [signed, refused, expired].map(({ known }) => known.documentId ?? 0);
    const bells = async (process: 0 | 1) => {
      const caller = at(one, process);
      await caller.signIn();
      const { json } = await caller.call('GET', '/api/notifications?size=100');
      const lines = json as { kind: string; document: { id: number } | null }[];
      return lines.flatMap(({ kind, document }) =>
        document !== null && ids.includes(document.id)
          ? [`${document.id} ${kind.replace('sealedLate', 'signed')}`]
          : [],
      );
    };
    const wanted = [`${ids[0]} signed`, `${ids[1]} declined`, `${ids[2]} expired`].sort();
    const all = (found: readonly string[]): boolean => wanted.every((line) => found.includes(line));
    for (const process of [0, 1] as const) {
      expect((await until(() => bells(process), all)).sort()).toEqual(wanted);
    }
    // Tokens name the address of their process.
    await one.signIn();
    const { email } = (await one.call('GET', '/api/account')).json as { email: string };
    const mails = async () => {
      const { json } = await one.call('GET', `/demo/outbox.json?to=${encodeURIComponent(email)}`);
      return (json as { text: string }[]).flatMap(({ text }) =>
        ids.filter((id) => text.includes(`/documents/${id}\n`)),
      );
    };
    expect((await until(mails, (found) => ids.every((id) => found.includes(id)))).sort()).toEqual([...ids].sort());
    // Read in one process, read in both; and nothing comes again with the next start.
    const other = at(one, 1);
    await other.signIn();
    expect((await other.call('POST', '/api/notifications/read', {})).json).toEqual({ count: 0 });
    await Promise.all(servers.map((server) => server.kill()));
    servers = await start();
    const after = at(one, 0);
    await after.signIn();
    expect((await after.call('GET', '/api/notifications/unread')).json).toEqual({ count: 0 });
    expect((await bells(1)).sort()).toEqual(wanted);
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
    await drop();
    await rm(folder, { recursive: true, force: true });
  }
}, 300_000);
