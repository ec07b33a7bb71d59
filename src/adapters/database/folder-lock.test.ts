/** The lock on the embedded database's folder. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DatabaseInUse } from '#ports/database/database.ts';
import { lockFolder } from './folder-lock.ts';

describe('the lock on the embedded database', () => {
  it('refuses a second process with a clear error and is released when its owner ends', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fascicolo-lock-'));
    try {
      const script = join(folder, 'holder.ts');
      const module = join(import.meta.dirname, 'folder-lock.ts');
      await writeFile(
        script,
        `import { lockFolder } from ${JSON.stringify(module)};\nawait lockFolder(${JSON.stringify(join(folder, 'database'))});\nprocess.send?.('held');\nsetInterval(() => undefined, 1000);\n`,
      );
      const holder = fork(script, { stdio: 'ignore', execArgv: [] });
      await once(holder, 'message');
      await expect(lockFolder(join(folder, 'database'))).rejects.toBeInstanceOf(DatabaseInUse);
      const gone = once(holder, 'exit');
      holder.kill('SIGKILL');
      await gone;
      const lock = await lockFolder(join(folder, 'database'));
      await expect(lockFolder(join(folder, 'database'))).rejects.toBeInstanceOf(DatabaseInUse);
      await lock.release();
      await (await lockFolder(join(folder, 'database'))).release();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
