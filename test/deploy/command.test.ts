/** The packaged command trusts the machine's certificates and uses its own name. */
// Real time: a process on a loopback socket.
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCertificates, type ServerCertificates } from '../mail/certificates.ts';

const run = promisify(execFile);
const installFolder = mkdtempSync(join(tmpdir(), 'fascicolo-command-'));
const command = join(installFolder, 'bin/fascicolo');
let files: ServerCertificates;

beforeAll(async () => {
  const text = readFileSync(join(import.meta.dirname, '../../deploy/fascicolo.in'), 'utf8');
  for (const folder of ['bin', 'src/cli', 'node_modules/node/bin', 'authorities', 'tls']) {
    mkdirSync(join(installFolder, folder), { recursive: true });
  }
  const filled = text.replace('@NODE@', 'node').replaceAll('@OPTIONS@', '--max-semi-space-size=16');
  writeFileSync(command, filled.replace('@ENVIRONMENT@', ''));
  chmodSync(command, 0o755);
  symlinkSync(process.execPath, join(installFolder, 'node_modules/node/bin/node'));
  const entry = `const { status } = await fetch(process.argv[3]);
console.log(status, process.env.FASCICOLO_COMMAND, process.env.ONE);`;
  writeFileSync(join(installFolder, 'src/cli/main.ts'), entry);
  writeFileSync(join(installFolder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(installFolder, 'settings.env'), 'ONE=uno\n');
  files = await makeCertificates(join(installFolder, 'tls'), 'inside', 'DNS:localhost', 90);
});
afterAll(() => rmSync(installFolder, { recursive: true, force: true }));

test('an authority trusted by the machine is accepted, an unknown one is refused', async () => {
  const certificates = { cert: readFileSync(files.certificate), key: readFileSync(files.key) };
  const server = createServer(certificates, (_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
  const call = (authority: string) => {
    const machine = { SSL_CERT_DIR: join(installFolder, 'authorities'), SSL_CERT_FILE: authority };
    const env = { PATH: process.env.PATH, FASCICOLO_SETTINGS: join(installFolder, 'settings.env'), ...machine };
    return run(command, ['doctor', url], { env });
  };
  try {
    expect((await call(files.authority)).stdout).toBe('200 fascicolo uno\n');
    await expect(call(join(installFolder, 'none'))).rejects.toThrow('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  } finally {
    server.close();
  }
});
