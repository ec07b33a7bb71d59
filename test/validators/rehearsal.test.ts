/** The whole story over real systems (`npm run rehearsal`), as a separate process with its own database, ports and folders. */
// Real time: a dozen third-party programs start and stop in it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const REHEARSAL = join(import.meta.dirname, '../rehearsal/run.ts');

it('gets from an empty database to a signed file in the bucket, with every system real', {
  timeout: 600_000,
}, async () => {
  const child = spawn(process.execPath, [REHEARSAL], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const [code] = await once(child, 'exit');
  expect(said).not.toContain('FAILED');
  expect(code, said).toBe(0);
  expect(said).toContain('ok      the signed file is in the bucket');
});
