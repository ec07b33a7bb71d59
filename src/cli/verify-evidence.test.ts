/** `fascicolo verify-evidence`: verification by heads and by sealed trails; output and exit codes. */
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFolderHeads } from '#adapters/head-store/folder.ts';
import { takeHead } from '#server/evidence/heads.ts';
import { asOwner, rebuildTree, rehashChains } from '../../test/drills/evidence/trail-owner.ts';
import { runCommand } from '../../test/run-command.ts';
import { openStage, type Stage } from '../../test/stages/signing-stage.ts';
import { openHeads } from '../head-store.ts';
import { filesBelow } from './trail/evidence-sources.ts';
import { verifyEvidenceOf, verifyInInstallation } from './trail/recompute-evidence.ts';
import { verifyEvidence } from './verify-evidence.ts';

let folder: string;
let stage: Stage;
let documentId: number;
let audit: string;
const at = (name: string): string => join(folder, name);
const anchors = () => join(stage.test.folder, 'keys/anchors.pem');

/** Output with these heads and, unless left out, the stored files. */
const verify = (given: { heads?: string; withFiles?: boolean } = {}) =>
  verifyEvidenceOf({
    ...stage.test.world,
    heads: openFolderHeads(at(given.heads ?? 'heads')),
    storage: given.withFiles === false ? null : stage.test.world.storage,
    ...{ apart: true, withoutHeads: given.heads === 'none' },
  });

const command = (environment: Record<string, string>, ...args: string[]) =>
  runCommand(verifyEvidence, args, environment);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-evidence-'));
  stage = await openStage({ override: () => ({ heads: openFolderHeads(at('heads')) }) });
  ({ id: documentId } = await stage.newSignedDocument());
  await takeHead(stage.test.world);
  const row = await stage.test.world.database.read
    .selectFrom('signed_document')
    .select('audit_sha256')
    .executeTakeFirstOrThrow();
  audit = row.audit_sha256 ?? '';
});
afterAll(async () => {
  await stage.close();
  await rm(folder, { recursive: true, force: true });
});

describe('with unmodified evidence', () => {
  it('everything agrees: heads and the sealed trail', async () => {
    const { code, lines } = await verify();
    expect([code, lines.join('\n')]).toEqual([0, expect.stringMatching(/integra.*1 fuori; tracciati sigillati 1\./)]);
  });

  it('missing heads are reported, and exit with 4 unless acknowledged', async () => {
    const ground = { ...stage.test.world, heads: openFolderHeads(at('none')), apart: true };
    expect(await verifyEvidenceOf({ ...ground, withoutHeads: false })).toMatchObject({ code: 4 });
    // Heads inside a backup can be changed as easily as its rows.
    const beside = { ...ground, heads: openFolderHeads(at('heads')), apart: false };
    expect(await verifyEvidenceOf({ ...beside, withoutHeads: false })).toMatchObject({ code: 4 });
    expect(await verify({ heads: 'none' })).toMatchObject({ code: 0 });
  });

  it('a missing or replaced trail is reported as long as something names it', async () => {
    const files = at('files');
    await cp(join(stage.test.folder, 'files'), files, { recursive: true });
    const withFiles = async () => {
      const ground = { ...stage.test.world, heads: openFolderHeads(at('heads')), storage: await filesBelow(files) };
      return verifyEvidenceOf({ ...ground, apart: true, withoutHeads: false });
    };
    const before = await readdir(files, { recursive: true });
    expect(await withFiles()).toMatchObject({ code: 0 });
    expect(await readdir(files, { recursive: true })).toEqual(before);
    const place = join(files, audit.slice(0, 2), audit);
    await rm(place);
    const gone = await withFiles();
    expect([gone.code, gone.lines[1]]).toEqual([1, expect.stringContaining(`${audit}: manca`)]);
    await writeFile(place, 'altro');
    expect(await withFiles()).toEqual(gone);
  });

  it('a missing bucket key is reported while an installation is running', async () => {
    const open = (place: string) => openHeads(place, null);
    const { code, lines } = await verifyInInstallation(stage.test.world, ['s3://teste/a', anchors()], open);
    const said = /s3:\/\/teste\/a servono HEADS_S3_ACCESS_KEY_ID e .*è in esecuzione: valgono le sue impostazioni/;
    expect([code, lines.join('\n')]).toEqual([3, expect.stringMatching(said)]);
  });

  it('a failed verification is explained, and other arguments print the usage', async () => {
    const nowhere = { DATA_DIR: at('nowhere') };
    expect(await command(nowhere)).toEqual({ code: 3, said: expect.stringMatching(/Mancano le radici/) });
    const rooted = await command(nowhere, '--anchors', anchors());
    expect(rooted).toEqual({ code: 3, said: expect.stringMatching(/non c’è un’installazione/) });
    expect((await command({}, '--backup', at('nowhere'))).code).toBe(3);
    for (const args of [['altro'], ['--backup'], ['--unknown']]) expect((await command({}, ...args)).code).toBe(2);
  });
});

describe('after the database owner rewrote a chain with tree and heads, sealed again', () => {
  const named = () => `document:${documentId}, evento 3`;
  const first = (lines: readonly string[]) => lines[1] ?? '';

  beforeAll(async () => {
    const { world } = stage.test;
    await asOwner(
      world.database,
      `UPDATE evidence_event SET body = replace(body, '"v":1', '"v":1 ') WHERE subject = 'document:${documentId}' AND seq = 3`,
    );
    await rehashChains(world.database);
    await rebuildTree(world);
  });

  it('external heads identify the first event that differs', async () => {
    const { code, lines } = await verify({ withFiles: false });
    expect([code, first(lines)]).toEqual([1, expect.stringContaining(named())]);
  });

  it('without heads and files nothing is detected', async () => {
    expect(await verify({ heads: 'none', withFiles: false })).toMatchObject({ code: 0 });
  });

  it('the sealed trail is sufficient to identify it, without any head', async () => {
    const { code, lines } = await verify({ heads: 'none' });
    expect([code, first(lines)]).toEqual([
      1,
      expect.stringMatching(new RegExp(`${named()}: non è quello che riporta il tracciato sigillato ${audit}`)),
    ]);
  });

  it('it is detected even if no row names the trail, and the chain ends before it', async () => {
    await asOwner(
      stage.test.world.database,
      `DELETE FROM evidence_event WHERE subject = 'document:${documentId}' AND seq > 2`,
      `UPDATE evidence_chain SET last_seq = 2 WHERE subject = 'document:${documentId}'`,
      `UPDATE signed_document SET audit_sha256 = NULL, audit_size = NULL`,
    );
    await rehashChains(stage.test.world.database);
    await rebuildTree(stage.test.world);
    const { code, lines } = await verify({ heads: 'none' });
    expect([code, first(lines)]).toEqual([1, expect.stringMatching(/evento 3: non c’è più, ma lo riporta/)]);
  });

  it('a trail with a seal unknown to the given roots proves nothing', async () => {
    const { world } = stage.test;
    const nobody = { anchors: async () => [], timestampAnchors: async () => [] };
    const ground = { ...world, heads: openFolderHeads(at('none')), authority: nobody };
    const { code, lines } = await verifyEvidenceOf({ ...ground, apart: true, withoutHeads: true });
    expect(code).toBe(1);
    expect(lines.join('\n')).toMatch(/firma non valida|marca temporale non valida/);
  });
});
