/** The socket of a running installation: every request is answered, and none ends the server. */
import { mkdtemp, rm } from 'node:fs/promises';
import { request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localize, withLanguage } from '../terminal/language.ts';
import { BackupRefused } from './backup-folder.ts';
import { callInstallation, controlPath, openControl } from './control-socket.ts';

let folder: string;
let server: Server | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'control-'));
  server = await openControl(folder, {
    backup: () => Promise.reject(new Error('La cartella non è vuota.')),
    trail: async (args) => ({ code: 0, lines: args.length > 0 ? args : [localize({ it: 'ciao', en: 'hello' })] }),
    identity: async (args) => ({ code: 0, lines: args }),
    administrators: async (args) => ({ code: 0, lines: args }),
    folderTypes: async (args) => ({ code: 0, lines: args }),
    evidence: async (args) => ({ code: 4, lines: args }),
  });
});
afterEach(async () => {
  server?.close();
  await rm(folder, { recursive: true });
});

const post = (path: string, body: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const call = request({ socketPath: controlPath(folder), method: 'POST', path }, (response) => {
      let text = '';
      response.on('data', (part: Buffer) => {
        text += part.toString('utf8');
      });
      response.on('end', () => resolve(JSON.parse(text)));
    });
    call.on('error', reject);
    call.end(body);
  });

describe('the control socket', () => {
  it.each(['/tmp/x', '{}', 'null', '', '"/tmp/x"', '[1]'])(
    'refuses %j as arguments and keeps running',
    async (body) => {
      for (const path of ['/backup', '/trail', '/identity', '/administrators', '/folderTypes', '/evidence']) {
        expect(await post(path, body)).toEqual({ ok: false, reason: expect.stringMatching(/./) });
      }
      expect(await callInstallation(folder, 'trail', ['head'])).toEqual({ code: 0, lines: ['head'] });
      expect(await callInstallation(folder, 'evidence', ['/heads'])).toEqual({ code: 4, lines: ['/heads'] });
    },
  );

  it('refuses an unknown command', async () => {
    expect(await post('/altro', '[]')).toEqual({ ok: false, reason: 'Comando sconosciuto.' });
  });

  it('answers each command in the language of its terminal', async () => {
    const asked = (language: 'it' | 'en') =>
      withLanguage(language, () => callInstallation(folder, 'trail', [])).then((answer) => answer?.lines);
    expect(await Promise.all([asked('it'), asked('en'), asked('it')])).toEqual([['ciao'], ['hello'], ['ciao']]);
  });

  it('reports why a command failed', async () => {
    await expect(callInstallation(folder, 'backup', ['/x'])).rejects.toThrow(
      new BackupRefused('La cartella non è vuota.'),
    );
  });
});
