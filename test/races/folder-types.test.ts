/** Two administrators apply different files of folder types at the same moment, on PostgreSQL through two servers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FolderTypeConfiguration } from '#domain/folders/folder-types.ts';
import { listTrail } from '#server/evidence/index.ts';
import { countEach } from '../drills/processes/servers.ts';
import { onPostgres } from '../postgres.ts';
import { openStage, type Stage } from '../stages/signing-stage.ts';

const PATH = '/api/folder-types';
/** Fewer in the gate. */
const ROUNDS = process.env.FASCICOLO_LOOK === 'once' ? 2 : 5;
const CALLS = 10;

let folder: string;
let servers: [Stage, Stage];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fascicolo-types-'));
  const first = await openStage({ folder });
  // The embedded database belongs to one process.
  servers = [first, onPostgres() ? await openStage({ folder }) : first];
});
afterAll(async () => {
  for (const server of new Set(servers)) await server.close();
  await rm(folder, { recursive: true, force: true });
});

const inForce = async (server: Stage): Promise<FolderTypeConfiguration> =>
  JSON.parse((await server.callAs('dealer', 'GET', '/api/v2/folder-types/ext')).body, (key, value) =>
    key === 'values' ? undefined : value,
  );

/** Changes every folder type, so that a mixture of two files would show. */
function fileOf(configuration: FolderTypeConfiguration, name: string): FolderTypeConfiguration {
  return configuration.map((type) => ({
    ...type,
    fields: [...type.fields, { name, type: 'string', required: 'false', default: null }],
  }));
}

it('one file is in force as a whole, every other call gets the conflict', async () => {
  const [{ read }] = servers;
  const versions = () =>
    read
      .selectFrom('folder_type_configuration')
      .select(['version', 'loaded_by', 'configuration'])
      .orderBy('version')
      .execute();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { digest } = (await servers[0].callAs('admin', 'GET', PATH)).json<{ digest: string }>();
    const configuration = await inForce(servers[0]);
    const before = await versions();
    const trailBefore = (await listTrail(read, 'configuration:folder-types')).length;
    const files = {
      admin: fileOf(configuration, `PRIMO_${round}`),
      admin2: fileOf(configuration, `SECONDO_${round}`),
    } as const;
    const calls = Array.from({ length: CALLS }, async (_, index) => {
      const login = index % 2 === 0 ? 'admin' : 'admin2';
      const server = servers[index % 2 === 0 ? 0 : 1];
      const answer = await server.callAs(login, 'PUT', PATH, { text: JSON.stringify(files[login]), digest });
      return { login, result: answer.statusCode === 200 ? 'applied' : answer.json<{ code: string }>().code } as const;
    });
    const answers = await Promise.all(calls);
    expect(countEach(answers.map(({ result }) => result))).toEqual({ applied: 1, 'conflict.stale': CALLS - 1 });
    const winner = answers.find(({ result }) => result === 'applied')?.login ?? 'admin';
    for (const server of servers) expect(await inForce(server)).toEqual(files[winner]);
    const after = await versions();
    expect(after.slice(0, -1)).toEqual(before);
    expect(after.at(-1)).toMatchObject({ loaded_by: winner, configuration: files[winner] });
    expect(await listTrail(read, 'configuration:folder-types')).toHaveLength(trailBefore + 1);
  }
}, 120_000);
