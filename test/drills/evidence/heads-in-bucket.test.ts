/** The product itself with its heads in a bucket: the error when it does not start, and that heads are stored there (record 0050). */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trail } from '../../../src/cli/trail.ts';
import { verifyEvidence } from '../../../src/cli/verify-evidence.ts';
import { BucketHost, KEYS } from '../../hosts/bucket-host.ts';
import { ownPort, type ServerProcess, spawnProcess, startServer } from '../../hosts/server-process.ts';
import { runCommand } from '../../run-command.ts';

let folder: string;
let host: BucketHost;
const dataDir = (): string => join(folder, 'data');
const settings = () => ({
  HEADS_S3_BUCKET: host.bucket,
  HEADS_S3_PREFIX: 'fascicolo',
  HEADS_S3_ENDPOINT: host.endpoint,
  HEADS_S3_ACCESS_KEY_ID: KEYS.accessKeyId,
  HEADS_S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
});
const PLACE = 's3://teste/fascicolo/';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bucket-start-'));
  host = await BucketHost.listen();
});
afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

// Each creates or opens an embedded database in a separate process.
const SLOW = { timeout: 300_000 };

/** The whole output of a failed start of a new demo, which announces first that it prepares its data. */
async function failedStart(change: Record<string, string>): Promise<string> {
  const port = String(await ownPort());
  const { child, output } = spawnProcess({ DATA_DIR: dataDir(), PORT: port, ...settings(), ...change });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  return output();
}

describe('a start without a place for heads', () => {
  it.each([
    [
      'a bucket without object lock',
      'without lock',
      {},
      `${PLACE} non ha S3 Object Lock: le teste vi si potrebbero cancellare o sostituire. Serve un bucket creato con Object Lock`,
    ],
    ['a missing bucket', 'good', { HEADS_S3_BUCKET: 'altrove' }, 'non c’è: controlla HEADS_S3_BUCKET'],
    [
      'another secret',
      'good',
      { HEADS_S3_SECRET_ACCESS_KEY: 'non+questo' },
      `${PLACE} rifiuta la chiave: controlla HEADS_S3_ACCESS_KEY_ID, HEADS_S3_SECRET_ACCESS_KEY e ciò che può fare`,
    ],
  ] as const)('ends with one message: %s', SLOW, async (_, behaviour, change, why) => {
    host.behaviour = behaviour;
    const output = await failedStart(change);
    expect(output.trim().split('\n')).toEqual([
      expect.stringContaining('Primo avvio'),
      expect.stringContaining(`Fascicolo non parte. Il posto delle teste s3://`),
    ]);
    expect(output).toContain(why);
    for (const secret of [KEYS.secretAccessKey, 'non+questo']) expect(output).not.toContain(secret);
    expect(host.keys).toEqual([]);
  });
});

describe('a start while the bucket is unavailable', () => {
  let server: ServerProcess;
  const ask = (command: typeof trail, ...args: string[]) =>
    runCommand(command, args, { DATA_DIR: dataDir(), ...settings() });

  beforeAll(async () => {
    host.behaviour = 'down';
    server = await startServer(dataDir(), settings());
  }, SLOW.timeout);
  afterAll(() => server.kill());

  it('does not block users, and is logged', async () => {
    expect((await fetch(`${server.address}/health`)).status).toBe(200);
    expect(server.output()).toMatch(/"level":50.*the place of the heads does not answer/);
    expect(host.keys).toEqual([]);
  });

  it('a command explains why no head is taken', SLOW, async () => {
    const { code, said } = await ask(trail, 'head');
    expect([code, said]).toEqual([1, expect.stringContaining(`Il posto delle teste ${PLACE} non risponde come deve`)]);
    expect(await ask(verifyEvidence)).toEqual({
      code: 3,
      said: expect.stringContaining(`Il posto delle teste ${PLACE} non risponde come deve`),
    });
  });

  it('once available, heads are stored there, locked for twenty years, and prove the trail', SLOW, async () => {
    host.behaviour = 'good';
    expect((await ask(trail, 'head')).code).toBe(0);
    // One head by the command, and sometimes one by the server, whose own attempt at its start is answered only now.
    const { keys } = host;
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      expect(key).toMatch(/^fascicolo\/000\/000\/000\/\d{12}\.json$/);
      const [version] = host.versionsOf(key);
      const { statement } = JSON.parse(version?.body ?? '') as { statement: string };
      const recordedAt = new Date((JSON.parse(statement) as { time: string }).time);
      const years = (version?.lock?.until.getUTCFullYear() ?? 0) - recordedAt.getUTCFullYear();
      expect([version?.lock?.mode, years]).toEqual(['COMPLIANCE', 20]);
    }
    const { code, said } = await ask(verifyEvidence);
    expect([code, said]).toEqual([0, expect.stringMatching(/La traccia è integra.*[12] fuori/)]);
  });

  it('the running product reports an unknown bucket by its own error', SLOW, async () => {
    expect(await ask(verifyEvidence, '--heads', 's3://altrove')).toEqual({
      code: 3,
      said: expect.stringContaining('s3://altrove/ non c’è: controlla HEADS_S3_BUCKET'),
    });
  });

  it('stops cleanly', SLOW, async () => {
    expect(await server.stop()).toBe(0);
  });
});
