/** Further conditions under which a process refuses to start. */
import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { folderInitialisedWith, startToEnd } from '../../hosts/initialised-folder.ts';

describe('a start is refused', { timeout: 120_000 }, () => {
  it('with an English message when the terminal is not Italian', async () => {
    const folder = await folderInitialisedWith('production', null);
    const { code, said } = await startToEnd(folder, { LANG: 'C.UTF-8' });
    expect(code).toBe(1);
    expect(said).toMatch(
      /^Fascicolo does not start: this database belongs to production, the settings are for the demo\./,
    );
    expect(said).not.toMatch(/non parte/);
    await rm(folder, { recursive: true });
  });

  it('with another secret than the database’s', async () => {
    const folder = await folderInitialisedWith('demo', new Uint8Array(32).fill(1));
    const { code, said } = await startToEnd(folder);
    expect(code).toBe(1);
    expect(said).toMatch(/non contiene le chiavi di questa banca dati/);
    await rm(folder, { recursive: true });
  });
});
