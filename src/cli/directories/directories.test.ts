/** `fascicolo directories` on the command line: its output suffices for a search, and every wrong argument is reported. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { readDirectoryFiles } from '#adapters/customer-search/directory-files.ts';
import { openHttpDms, openHttpRsp } from '#adapters/customer-search/http.ts';
import { openHost, TIME_LIMIT_MS } from '#test/hosts/search-directories.ts';
import { runCommand } from '../../../test/run-command.ts';
import { searchFields, searchProblems, searchSettings } from '../../settings/search.ts';
import { directories } from './directories.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'directories-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** @param secret the value to set; undefined: none. @returns its output, and a way to stop it and get its exit code. */
async function started(args: string[], secret?: string) {
  vi.stubEnv('DIRECTORIES_SECRET', secret);
  const lines: string[] = [];
  const spy = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const ended = directories(['--port', '0', ...args]);
  await expect.poll(() => lines.length, { timeout: TIME_LIMIT_MS }).toBe(1);
  spy.mockRestore();
  vi.unstubAllEnvs();
  return {
    text: lines.join('\n'),
    stop() {
      process.emit('SIGTERM');
      return ended;
    },
  };
}

const settingsIn = (text: string) =>
  Object.fromEntries(
    text
      .split('\n')
      .slice(1)
      .map((line) => line.split(/=(.*)/)),
  );

it('prints the settings for the product, and stops on a signal', async () => {
  const mapping = join(folder, 'rsp.json');
  await writeFile(mapping, '{"fields":{"lastName":"cognome","city":"recapito.comune"},"dates":"DD/MM/YYYY"}');
  const server = await started(['--rsp-mapping', mapping]);
  const given = { ...settingsIn(server.text), RSP_MAPPING: mapping };
  expect(searchProblems(given, true)).toEqual([]);
  const { rsp, dms } = searchSettings(z.object(searchFields).parse(given));
  if (rsp === null || dms === null) throw new Error(server.text);
  const person = await openHttpRsp(await readDirectoryFiles(rsp)).find('R-000123');
  expect(person).toMatchObject({ rspSearchType: 'INDIVIDUAL', lastName: expect.stringMatching(/./) });
  expect(person?.birthDate).toMatch(/^\d{4}-\d\d-\d\d$/);
  const found = openHttpDms(await readDirectoryFiles(dms)).find({ businessId: 'D-000012', hsts: ['10001'] });
  expect(await found).toMatchObject({ hst: '10001' });
  expect(await server.stop()).toBe(0);
});

it('does not print a given secret', async () => {
  const server = await started(['--client-id', 'prova'], 'parola-segreta');
  expect(server.text).toContain('RSP_CLIENT_ID=prova');
  expect(server.text).not.toMatch(/segreta|SECRET/);
  expect(await server.stop()).toBe(0);
});

it.each([
  [['--port', 'x']],
  [['--port', '70000']],
  [['--porta', '1']],
  [['--certificate', 'a.pem']],
  [['--clients', 'a.pem']],
  [['besides']],
])('%j: prints the usage', async (args) => {
  expect(await runCommand(directories, args)).toMatchObject({ code: 2, said: expect.stringMatching(/^Uso: /) });
});

it('explains why it cannot start', async () => {
  const wrong = join(folder, 'wrong.json');
  await writeFile(wrong, '{"fields":{"surname":"x"},"pageSize":0}');
  const [nothing, noPem] = [join(folder, 'none'), wrong];
  const busy = await openHost();
  const said = async (...args: string[]) => {
    const { code, said: text } = await runCommand(directories, args);
    expect(code).toBe(1);
    return text;
  };
  expect(await said('--dms-mapping', wrong)).toMatch(
    /wrong\.json:\n {2}- fields: sconosciuto surname\n {2}- pageSize: /,
  );
  expect(await said('--rsp-mapping', nothing)).toMatch(/non si può leggere \(ENOENT\)/);
  expect(await said('--certificate', noPem, '--key', noPem)).toMatch(/non vanno insieme o non sono in PEM/);
  expect(await said('--port', String(busy.port))).toMatch(/è occupata/);
  await busy.close();
});
