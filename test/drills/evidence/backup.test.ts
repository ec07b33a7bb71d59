/** A backup taken under load contains everything acknowledged before it; restored elsewhere it is verified, and work continues there. */
import { execFile } from 'node:child_process';
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { appendFile, copyFile, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificatesFromPem } from '#formats/certificate-path.ts';
import { type DetachedSigner, signDetached } from '#formats/cms-sign.ts';
import { verifyPdf } from '#formats/verify/index.ts';
import { makeRecipient, type TestRecipient } from '../../backup-recipient.ts';
import { type ServerProcess, startServer } from '../../hosts/server-process.ts';
import { makePaper } from '../../papers/paper.ts';
import { freshDatabase, onPostgres } from '../../postgres.ts';
import { type Acknowledged, Interrupted, Story } from '../../stages/http-story.ts';
import { readAnchors } from '../processes/kill.ts';

let folder: string;
let originServer: ServerProcess;
let elsewhere: ServerProcess | undefined;
let file: Buffer;
let holder: TestRecipient;
const completed: Acknowledged[] = [];
let pending: Acknowledged;
let created: { id: number };
let backupResult: { code: number; output: string };

const databaseOf = async (): Promise<Record<string, string>> =>
  onPostgres() ? { DATABASE_URL: (await freshDatabase()).url } : {};
let originDatabase: Record<string, string>;
let otherDatabase: Record<string, string>;

const pathOf = (name: string): string => join(folder, name);
/** Arguments of a restore with the roots that were kept aside. */
const restoreArgs = (): string[] => ['--without-heads', '--anchors', pathOf('anchors.pem'), '--key', holder.key];

/** Runs a command of the product as a user does. */
function runProduct(args: string[], environment: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, '../../../src/cli/main.ts'), ...args],
      { env: { PATH: process.env.PATH, LANG: 'it_IT.UTF-8', ...environment } },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    );
  });
}

/** A create with an `Idempotency-Key`: returns the same record each time. */
async function createOnce(address: string): Promise<{ id: number }> {
  const call = (path: string, body: unknown, headers: Record<string, string>): Promise<Response> =>
    fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const login = await call('/api/auth/login', { username: 'admin', password: 'demo' }, {});
  const { token } = (await login.json()) as { token: string };
  const video = { order: 90, title: 'Copia e ripristino', externalId: 'demo-copia', description: null, duration: 60 };
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'before-the-copy' };
  const response = await call('/api/videos', video, headers);
  expect(response.status).toBe(201);
  return (await response.json()) as { id: number };
}

async function continueStory(story: Story, until: (known: Acknowledged) => boolean): Promise<void> {
  for (let step = story.nextStep(); step !== null && !until(story.known); step = story.nextStep()) {
    await step().catch((error: unknown) => {
      if (!(error instanceof Interrupted)) throw error;
    });
  }
}

const storyAt = (server: ServerProcess, unique: number, known: Acknowledged): Story => {
  const story = new Story(server.address, file, unique);
  Object.assign(story.known, known);
  return story;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fascicolo-copy-'));
  file = await makePaper({ pages: 2 });
  originDatabase = await databaseOf();
  otherDatabase = await databaseOf();
  holder = await makeRecipient(folder, 'Direzione');
  originServer = await startServer(pathOf('origin'), { ...originDatabase, BACKUP_RECIPIENTS: holder.certificate });
  await copyFile(pathOf('origin/keys/anchors.pem'), pathOf('anchors.pem'));
  const first = new Story(originServer.address, file, 1);
  completed.push(await first.runToEnd());
  const waiting = new Story(originServer.address, file, 2);
  await continueStory(waiting, (known) => known.link !== undefined);
  pending = { ...waiting.known };
  created = await createOnce(originServer.address);
  // Others keep writing while the copy is made.
  let making = true;
  const load = [3, 4].map(async (unique) => {
    for (let round = 0; making; round++) {
      const story = new Story(originServer.address, file, unique * 1000 + round);
      if (first.known.token !== undefined) story.known.token = first.known.token;
      await story.runToEnd();
    }
  });
  backupResult = await runProduct(['backup', pathOf('copy')], { DATA_DIR: pathOf('origin'), ...originDatabase });
  making = false;
  await Promise.all(load);
}, 240_000);

afterAll(async () => {
  await originServer?.kill();
  await elsewhere?.kill();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe('a backup under load', () => {
  it('is created, and readable only by its owner', async () => {
    expect(backupResult.output).toMatch(/Copia completa.*Sigillata: la apre soltanto.*Direzione/s);
    expect(backupResult.code).toBe(0);
    expect((await stat(pathOf('copy'))).mode & 0o777).toBe(0o700);
    expect((await stat(pathOf('copy/keys/master.key.sealed'))).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('is verified by sha256sum', async () => {
    const sums = await readFile(pathOf('copy/SHA256SUMS'), 'utf8');
    for (const line of sums.trimEnd().split('\n')) {
      const content = await readFile(pathOf(`copy/${line.slice(66)}`));
      expect(createHash('sha256').update(content).digest('hex')).toBe(line.slice(0, 64));
    }
    expect(sums).toMatch(/ {2}manifest\.json\n/);
    expect(sums).toMatch(/ {2}database\/evidence_event\.jsonl\.sealed\n/);
  });

  it('does not overwrite another backup, or a folder in use', async () => {
    const again = await runProduct(['backup', pathOf('copy')], { DATA_DIR: pathOf('origin'), ...originDatabase });
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('non è vuota') });
  });

  it('is restored only into an empty target', async () => {
    const over = await runProduct(['restore', pathOf('copy')], { DATA_DIR: pathOf('origin'), ...originDatabase });
    expect(over).toMatchObject({ code: 1, output: expect.stringContaining('non è vuota') });
    expect((await fetch(`${originServer.address}/health`)).ok).toBe(true);
  });

  it('is refused with a message where the parent folder is not writable', async () => {
    const nowhere = { DATA_DIR: '/proc/fascicolo', ...otherDatabase };
    const refused = await runProduct(['restore', pathOf('copy'), ...restoreArgs()], nowhere);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('In /proc non si può creare') });
  });

  it('restored elsewhere, passes verification, holds every acknowledged step, and the stories continue', async () => {
    const environment = { DATA_DIR: pathOf('elsewhere'), ...otherDatabase };
    const restored = await runProduct(['restore', pathOf('copy'), ...restoreArgs()], environment);
    expect(restored.output).toMatch(/Verificati: \d+ file, \d+ tracce, [1-9]\d* PDF firmati/);
    expect(restored.code).toBe(0);
    // The address moves too, as after a disaster: staff sessions and links remain valid.
    await originServer.kill();
    elsewhere = await startServer(pathOf('elsewhere'), otherDatabase, Number(new URL(originServer.address).port));
    for (const known of completed) await storyAt(elsewhere, 1, known).checkAcknowledged();
    const story = storyAt(elsewhere, 2, pending);
    await story.checkAcknowledged();
    await story.runToEnd();
    await story.checkAcknowledged();
    const anchors = readAnchors(await readFile(pathOf('elsewhere/keys/anchors.pem'), 'utf8'));
    const { intact, signatures } = await verifyPdf(await story.signedFile(), { anchors });
    expect(intact).toBe(true);
    expect(signatures.map(({ indication }) => indication)).toEqual(signatures.map(() => 'TOTAL-PASSED'));
    expect(await createOnce(elsewhere.address)).toEqual(created);
    // New ids continue where the old ones ended.
    const next = new Story(elsewhere.address, file, 9);
    await next.signIn();
    await next.create();
    expect(next.known.documentId).toBeGreaterThan(story.known.documentId ?? 0);
  }, 120_000);
});

if (onPostgres()) {
  it('of PostgreSQL can be restored into the embedded database', async () => {
    const restored = await runProduct(['restore', pathOf('copy'), ...restoreArgs()], { DATA_DIR: pathOf('embedded') });
    expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/Verificati: \d+ file/) });
  }, 60_000);
}

/** The seal as it is stored in an unencrypted copy. */
async function sealIn(root: string): Promise<DetachedSigner> {
  const pems = ['seal', 'issuing', 'root'].map((name) => readFile(join(root, `keys/${name}.pem`), 'utf8'));
  const [seal = '', ...issuers] = await Promise.all(pems);
  const [certificate = new Uint8Array()] = certificatesFromPem(seal);
  const key = createPrivateKey(seal.slice(0, seal.indexOf('-----BEGIN CERTIFICATE')));
  return {
    ...{ certificate, chain: issuers.flatMap(certificatesFromPem), algorithm: 'ECDSA-P256-SHA256' },
    sign: async (data) => new Uint8Array(sign('sha256', data, key)),
  };
}

/** Recomputes checksums and signature, as a holder of an unencrypted copy can. */
async function signSums(root: string): Promise<void> {
  const lines = (await readFile(join(root, 'SHA256SUMS'), 'utf8')).trimEnd().split('\n');
  const sums = await Promise.all(
    lines.map(async (line) => {
      const content = await readFile(join(root, line.slice(66)));
      return `${createHash('sha256').update(content).digest('hex')}  ${line.slice(66)}\n`;
    }),
  );
  await writeFile(join(root, 'SHA256SUMS'), sums.join(''));
  const signature = await signDetached(Buffer.from(sums.join('')), await sealIn(root));
  await writeFile(join(root, 'SHA256SUMS.p7s'), signature);
}

describe('a modified backup', () => {
  let inClear: { code: number; output: string };
  beforeAll(async () => {
    await originServer.kill();
    inClear = await runProduct(['backup', pathOf('clear')], { DATA_DIR: pathOf('origin'), ...originDatabase });
  }, 60_000);

  async function changed(name: string, change: (root: string) => Promise<void>, from = 'copy') {
    const root = pathOf(name);
    await cp(pathOf(from), root, { recursive: true });
    await change(root);
    if (from === 'clear') await signSums(root);
    // A refused restore leaves the database empty, so that one database is enough for all cases.
    const environment = { DATA_DIR: pathOf(`${name}-here`), ...(await databaseOf()) };
    const answer = await runProduct(['restore', root, ...restoreArgs()], environment);
    expect(answer.code).toBe(1);
    expect(await stat(pathOf(`${name}-here`)).catch(() => null)).toBeNull();
    return answer.output;
  }

  it('is taken unencrypted from a stopped product, with a warning', () => {
    expect(inClear).toMatchObject({ code: 0, output: expect.stringMatching(/NON è sigillata.*BACKUP_RECIPIENTS/s) });
  });

  const someFile = async (root: string): Promise<string> => {
    const sums = await readFile(join(root, 'SHA256SUMS'), 'utf8');
    return join(root, / {2}(files\/.+)\n/.exec(sums)?.[1] ?? '');
  };

  it('with a changed byte in a stored file is refused', async () => {
    const said = await changed('flipped', async (root) => appendFile(await someFile(root), ' '));
    expect(said).toMatch(/è alterato/);
  });

  it('with a missing file is refused', async () => {
    const said = await changed('missing', async (root) => rm(await someFile(root)));
    expect(said).toMatch(/manca il file/);
  });

  it('with an additional file is refused', async () => {
    const said = await changed('added', (root) => writeFile(join(root, 'keys/other.key'), 'x'));
    expect(said).toMatch(/non nomina/);
  });

  it('with a changed trail and recomputed checksums and signature is refused by the chain', async () => {
    const said = await changed(
      'rewritten',
      async (root) => {
        const path = join(root, 'database/evidence_event.jsonl');
        const text = await readFile(path, 'utf8');
        await writeFile(path, text.replace('sign.started', 'sign.startee'));
      },
      'clear',
    );
    expect(said).toMatch(/La traccia non è integra\. document:\d+, evento \d+/);
  });

  it('with a missing row and recomputed checksums and signature is refused', async () => {
    const said = await changed(
      'shorter',
      async (root) => {
        const path = join(root, 'database/evidence_event.jsonl');
        const lines = (await readFile(path, 'utf8')).split('\n');
        await writeFile(path, lines.slice(1).join('\n'));
      },
      'clear',
    );
    expect(said).toMatch(/righe invece di/);
  });
});
