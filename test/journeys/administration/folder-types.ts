/** Puts another folder-type configuration in force on the server of a journey file, as an administrator does. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FolderTypeConfiguration } from '#domain/folders/folder-types.ts';
import { dataDir } from '../support/portal-calls.ts';

/** @param change modifies the configuration in force. */
export async function changeFolderTypes(
  change: (configuration: FolderTypeConfiguration) => FolderTypeConfiguration,
): Promise<void> {
  const folderTypes = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['src/cli/main.ts', 'folder-types', ...args], {
      env: { ...process.env, DATA_DIR: dataDir },
    });
  const configuration = change(JSON.parse((await folderTypes('--show')).stdout) as FolderTypeConfiguration);
  const folder = await mkdtemp(join(tmpdir(), 'folder-types-'));
  const file = join(folder, 'types.json');
  await writeFile(file, JSON.stringify(configuration));
  await folderTypes(file, '--by', 'admin');
  await rm(folder, { recursive: true });
}
