/** The copy of everything that proves a person's FEA adherence: its contents, who may have it, and what the trail records of it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FeaStage, openFeaStage } from '../../../../test/stages/fea-stage.ts';
import { dossierSubject, listTrail } from '../../evidence/index.ts';
import { readZipFiles } from '../../http/response/workbook-read.suite.ts';

let fea: FeaStage;
beforeAll(async () => {
  fea = await openFeaStage();
});
afterAll(() => fea.stage.close());

const fetchCopy = (dossierId: number, login = 'dealer') =>
  fea.stage.callAs(login, 'GET', `/api/dossiers/${dossierId}/fea/copy`);
const filesOf = async (dossierId: number, login?: string): Promise<Map<string, Buffer>> => {
  const answer = await fetchCopy(dossierId, login);
  expect(answer.statusCode, answer.body).toBe(200);
  return readZipFiles(answer.rawPayload);
};
const text = (files: Map<string, Buffer>, name: string): string => files.get(name)?.toString('utf8') ?? '';
const copies = async (dossierId: number) =>
  (await listTrail(fea.stage.read, dossierSubject(dossierId))).filter(({ type }) => type === 'fea.copied');

/** Follows the README of the copy. @returns the exit code of `sha256sum -c`. */
function checkSums(files: Map<string, Buffer>): number {
  const directory = mkdtempSync(join(tmpdir(), 'copia-'));
  try {
    for (const [name, bytes] of files) {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), bytes);
    }
    execFileSync('sh', ['-c', 'sha256sum -c --strict --quiet SHA256SUMS'], { cwd: directory, stdio: 'pipe' });
    return 0;
  } catch (error) {
    return (error as { status?: number }).status ?? -1;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

describe('the copy of an adherence', () => {
  it('contains the signed module, the documents signed under it, their trails and a checksum list', async () => {
    const { id, dossierId, moduleId, customer } = await fea.newAdherence();
    await fea.sign(id, customer);
    const answer = await fetchCopy(dossierId);
    expect(answer.headers['content-type']).toBe('application/zip');
    expect(answer.headers['content-disposition']).toContain('filename="FEA ');
    const files = readZipFiles(answer.rawPayload);
    const names = [...files.keys()];
    expect(names.slice(0, 2)).toEqual(['LEGGIMI.txt', 'SHA256SUMS']);
    expect(
      names
        .slice(2)
        .map((name) => name.replace(/ .*-/, ' …-'))
        .sort(),
    ).toEqual([
      `documenti/${id} …-firmato.pdf`,
      `documenti/${id} …-tracciato.pdf`,
      `modulo/${moduleId} …-firmato.pdf`,
      `modulo/${moduleId} …-tracciato.pdf`,
    ]);
    const readme = text(files, 'LEGGIMI.txt');
    expect(readme).toContain('sha256sum -c SHA256SUMS');
    expect(readme).toContain(`Modulo FEA n. ${moduleId}`);
    expect(readme).toContain('CA00000AA');
    expect(readme).not.toContain('Non comprende tutto');
    expect(text(files, 'SHA256SUMS').trim().split('\n')).toHaveLength(names.length - 1);
    expect(checkSums(files)).toBe(0);
    const signedModule = names.find((name) => name.startsWith(`modulo/${moduleId}`) && name.endsWith('-firmato.pdf'));
    files.set(signedModule ?? '', Buffer.concat([files.get(signedModule ?? '') ?? Buffer.of(), Buffer.from(' ')]));
    expect(checkSums(files)).not.toBe(0);
  });

  it('is recorded for the customer before it is sent, and in the trail of each document', async () => {
    const { id, dossierId, moduleId, customer } = await fea.newAdherence();
    await fea.sign(id, customer);
    await filesOf(dossierId);
    const [copied, ...more] = await copies(dossierId);
    expect(more).toEqual([]);
    expect(copied).toMatchObject({ actor: { name: expect.any(String) }, detail: { files: 4, legalEntity: 'LE001' } });
    for (const one of [id, moduleId]) {
      expect((await fea.stage.trail(one)).slice(-2)).toEqual(['downloaded', 'downloaded']);
    }
  });

  it('is available after a revocation and includes it, with every adherence of the person', async () => {
    const origin = await fea.newAdherence();
    const { dossierId, customer, moduleId } = origin;
    await fea.revoke(dossierId, { via: 'PHONE', reason: 'Preferisce la carta' });
    const next = await fea.addDocument(origin);
    const renewed = await fea.createModule(next);
    await fea.sign(renewed, customer);
    const files = await filesOf(dossierId);
    const readme = text(files, 'LEGGIMI.txt');
    expect(readme).toContain('per telefono');
    expect(readme).toContain('Motivo: Preferisce la carta');
    for (const one of [moduleId, renewed]) {
      expect([...files.keys()].filter((name) => name.startsWith(`modulo/${one} `))).toHaveLength(2);
    }
    // Excludes documents not signed yet and documents that never relied on an adherence.
    expect([...files.keys()].filter((name) => name.startsWith('documenti/'))).toEqual([]);
  });

  it('omits a document started under it and signed by another person', async () => {
    const mine = await fea.newAdherence();
    await fea.stage.startSigning(mine.id);
    const cancelled = await fea.stage.callAs('dealer', 'POST', `/api/documents/${mine.id}/cancel-sign`, {});
    expect(cancelled.statusCode, cancelled.body).toBe(200);
    const { person_code: code } = await fea.stage.read
      .selectFrom('fea_adherence')
      .select('person_code')
      .where('module_id', '=', mine.moduleId)
      .executeTakeFirstOrThrow();
    await fea.stage.test.world.database.transaction((tx) =>
      tx.updateTable('dossier').set({ fiscal_code: 'VRDGNN85M15F205Z' }).where('id', '=', mine.dossierId).execute(),
    );
    const theirs = await fea.createModule(mine.id);
    await fea.sign(theirs, mine.customer);
    await fea.sign(mine.id, mine.customer);
    const now = [...(await filesOf(mine.dossierId)).keys()].filter((name) => name.endsWith('-firmato.pdf'));
    expect(now.map((name) => name.replace(/ .*/, '')).sort()).toEqual([`documenti/${mine.id}`, `modulo/${theirs}`]);
    await fea.stage.test.world.database.transaction((tx) =>
      tx.updateTable('dossier').set({ fiscal_code: code }).where('id', '=', mine.dossierId).execute(),
    );
    const before = [...(await filesOf(mine.dossierId)).keys()].filter((name) => name.endsWith('-firmato.pdf'));
    expect(before.map((name) => name.replace(/ .*/, ''))).toEqual([`modulo/${mine.moduleId}`]);
  });

  it('still finds the signer and the revocation after the codice fiscale is corrected', async () => {
    const { dossierId, moduleId } = await fea.newAdherence();
    const [given] = (await fea.read(dossierId)).history;
    expect(given).toMatchObject({ own: true, state: 'ACTIVE' });
    const adherenceId = given?.id ?? Number.NaN;
    const { database } = fea.stage.test.world;
    await database.transaction((tx) =>
      tx.updateTable('dossier').set({ fiscal_code: 'BNCLRA79D45L219K' }).where('id', '=', dossierId).execute(),
    );
    const refused = (await fetchCopy(dossierId)).json();
    expect(refused).toMatchObject({ status: 409, code: 'fea.nothingToCopy' });
    expect(refused.message).toContain('Con questo codice fiscale');
    const of = (id: number) =>
      fea.stage.callAs('dealer', 'GET', `/api/dossiers/${id}/fea/copy?adherenceId=${adherenceId}`);
    const answer = await of(dossierId);
    expect(answer.statusCode, answer.body).toBe(200);
    const files = readZipFiles(answer.rawPayload);
    expect([...files.keys()].filter((name) => name.startsWith(`modulo/${moduleId} `))).toHaveLength(2);
    // Matched by the tax code signed with: the dossier may carry another person's name by now.
    expect(text(files, 'LEGGIMI.txt')).toMatch(/Codice fiscale: PRVGVR80A41H/);
    expect(text(files, 'LEGGIMI.txt')).not.toContain('Firmatario:');
    const other = await fea.newFeaDocument();
    expect((await of(other.dossierId)).json()).toMatchObject({ code: 'fea.nothingToCopy' });
    expect((await fea.revoke(dossierId)).json()).toMatchObject({ code: 'fea.notActive' });
    expect((await fea.revoke(other.dossierId, { adherenceId })).json()).toMatchObject({ code: 'fea.notActive' });
    expect((await fea.read(dossierId)).history).toMatchObject([{ id: adherenceId, own: false, state: 'ACTIVE' }]);
    const revoked = await fea.revoke(dossierId, { adherenceId });
    expect(revoked.statusCode, revoked.body).toBe(200);
    expect((await fea.read(dossierId)).history).toMatchObject([{ id: adherenceId, own: false, state: 'REVOKED' }]);
    expect((await fea.revoke(dossierId, { adherenceId })).json()).toMatchObject({ code: 'fea.notActive' });
  });

  it('for a company belongs to the person who signs for it, and states so', async () => {
    const { dossierId } = await fea.newAdherence();
    await fea.stage.test.world.database.transaction((tx) =>
      tx.updateTable('dossier').set({ organization_name: 'ACME S.r.l.' }).where('id', '=', dossierId).execute(),
    );
    const answer = await fetchCopy(dossierId);
    expect(answer.headers['content-disposition']).toContain('filename="FEA Ginevra Provetti.zip"');
    const readme = text(readZipFiles(answer.rawPayload), 'LEGGIMI.txt');
    expect(readme).toContain('Firmatario: Ginevra Provetti\r\n');
    expect(readme).toContain('Da consegnare soltanto al firmatario');
    expect(readme).toContain('Chiesta dall’anagrafica di: ACME S.r.l.');
  });

  it('omits what the caller may not see, and states that it is incomplete', async () => {
    const { dossierId, moduleId, customer } = await fea.newAdherence();
    const elsewhere = await fea.newFeaDocument({}, customer);
    const { database } = fea.stage.test.world;
    const { person_code: code } = await database.read
      .selectFrom('fea_adherence')
      .select('person_code')
      .where('module_id', '=', moduleId)
      .executeTakeFirstOrThrow();
    await database.transaction((tx) =>
      tx.updateTable('dossier').set({ fiscal_code: code }).where('id', '=', elsewhere.dossierId).execute(),
    );
    await fea.sign(elsewhere.id, elsewhere.customer);
    // The first file belongs to a dealer of the same company for which this user does not work.
    await database.transaction((tx) =>
      tx.updateTable('document').set({ hst: '10003' }).where('id', '=', moduleId).execute(),
    );
    const seen = await filesOf(elsewhere.dossierId);
    expect([...seen.keys()].filter((name) => name.includes(`${moduleId} `))).toEqual([]);
    const readme = text(seen, 'LEGGIMI.txt');
    expect(readme).toContain('Non comprende tutto: 1 altro documento');
    expect(readme).not.toContain('CA00000AA');
    expect(readme).not.toMatch(new RegExp(`n\\. ${moduleId}\\b`));
    const all = await filesOf(dossierId, 'admin');
    expect([...all.keys()].filter((name) => name.startsWith(`modulo/${moduleId} `))).toHaveLength(2);
  });

  it('requires an adherence', async () => {
    const origin = await fea.newFeaDocument();
    expect((await fetchCopy(origin.dossierId)).json()).toMatchObject({ status: 409, code: 'fea.nothingToCopy' });
    await fea.createModule(origin.id);
    expect((await fetchCopy(origin.dossierId)).json()).toMatchObject({ status: 409, code: 'fea.nothingToCopy' });
    expect(await copies(origin.dossierId)).toEqual([]);
  });
});
