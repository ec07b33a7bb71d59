/** Output of `fascicolo verify`, in words and as JSON, and its exit codes. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { updates } from '#test/attacks/attacks.ts';
import { makeSignedPaper, type SignedPaper } from '#test/attacks/files/signed-paper.ts';
import { Target } from '#test/attacks/verify/raw-update.ts';
import { READER_ATTACKS } from '#test/attacks/verify/reader-attacks.ts';
import { runWithOutput } from '#test/run-command.ts';
import { withLanguage } from './terminal/language.ts';
import { verify } from './verify.ts';

let paper: SignedPaper;
let folder: string;
const file = (name: string): string => join(folder, name);
const dataDir = process.env.DATA_DIR;

beforeAll(async () => {
  paper = await makeSignedPaper();
  folder = await mkdtemp(join(tmpdir(), 'fascicolo-verify-'));
  const base64 = Buffer.from(paper.authority.root.certificate).toString('base64');
  const pem = `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
  await mkdir(file('dati/keys'), { recursive: true });
  await writeFile(file('dati/keys/anchors.pem'), pem);
  await writeFile(file('anchors.pem'), pem);
  await writeFile(file('empty.pem'), 'niente');
  await writeFile(file('firmato.pdf'), paper.revisions[3]);
  await writeFile(file('prima.pdf'), paper.revisions[0]);
  await writeFile(file('manomesso.pdf'), Buffer.concat([paper.revisions[3], Buffer.from('x')]));
  await writeFile(file('testo.pdf'), 'Gentile cliente');
});
afterEach(() => {
  if (dataDir === undefined) delete process.env.DATA_DIR;
  else process.env.DATA_DIR = dataDir;
});
afterAll(() => rm(folder, { recursive: true }));

const run = (...args: string[]) => runWithOutput(verify, args);

it('exits with 0 for an intact file with only valid signatures', async () => {
  const { code, out, err } = await run(file('firmato.pdf'), '--anchors', file('anchors.pem'));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('Esito: Documento integro, firme valide');
  expect(out).toContain('1. Firma «Firma1»: Ginevra Provetti');
  expect(out).toContain('3. Sigillo «Sigillo»: Sigillo di prova (Fornitore di prova)');
  expect(out).toContain('Livello: PAdES B-T');
  expect(out).toContain('(ora italiana)');
});

it('prints English on an English terminal, with the same exit code and the same JSON', async () => {
  const asked = [file('firmato.pdf'), '--anchors', file('anchors.pem')];
  const { code, out } = await withLanguage('en', () => run(...asked));
  expect(code).toBe(0);
  expect(out).toContain('Outcome: Document intact, signatures valid');
  expect(out).not.toMatch(/Esito|Firma «|ora italiana/);
  expect((await withLanguage('en', () => run('--json', ...asked))).out).toBe((await run('--json', ...asked)).out);
  expect((await withLanguage('en', () => run(file('mai-stato.pdf')))).err).toMatch(
    /mai-stato\.pdf does not exist\.\n$/,
  );
});

it('rejects one flipped byte and every disallowed update, including a covering annotation and an added page', async () => {
  const sealed = paper.revisions[3];
  const flipped = Buffer.from(sealed);
  const middle = Math.floor(flipped.length / 3);
  flipped[middle] = (flipped[middle] ?? 0) ^ 1;
  const forged = [{ title: 'one flipped byte', bytes: flipped as Uint8Array }];
  for (const { title, apply } of updates) forged.push({ title, bytes: await apply(sealed) });
  // Every fourth: the attack tests cover all of them.
  for (const { reader, title, apply } of READER_ATTACKS.filter((_, n) => n % 4 === 0))
    forged.push({ title: `${reader}: ${title}`, bytes: apply(await Target.of(sealed)) });
  for (const { title, bytes } of forged) {
    await writeFile(file('falso.pdf'), bytes);
    const { code, out } = await run('--json', file('falso.pdf'), '--anchors', file('anchors.pem'));
    expect({ title, code, intact: JSON.parse(out).intact }).toEqual({ title, code: 1, intact: false });
  }
  expect(forged.map(({ title }) => title).join()).toMatch(/annotation.*page|page.*annotation/);
});

it('finds the installation’s anchors by itself, and writes nothing', async () => {
  process.env.DATA_DIR = file('dati');
  expect((await run(file('firmato.pdf'))).code).toBe(0);
  expect(await readdir(file('dati'))).toEqual(['keys']);
  process.env.DATA_DIR = file('mai-avviato');
  expect((await run(file('firmato.pdf'))).code).toBe(3);
  expect(await readdir(folder)).not.toContain('mai-avviato');
});

it('prints the documented JSON and nothing else', async () => {
  const { code, out } = await run('--json', file('firmato.pdf'), '--anchors', file('anchors.pem'));
  const result = JSON.parse(out);
  expect(code).toBe(0);
  expect(Object.keys(result)).toEqual(['intact', 'signatures']);
  expect(result.intact).toBe(true);
  expect(result.signatures).toHaveLength(3);
  expect(result.signatures[0]).toEqual({
    indication: 'TOTAL-PASSED',
    subIndication: null,
    level: 'B-T',
    signer: 'Ginevra Provetti',
    signedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    changesAfter: [],
  });
});

it('without anchors reports an intact file, and exits with 3: it cannot be confirmed here', async () => {
  process.env.DATA_DIR = file('mai-avviato');
  const { code, out } = await run(file('firmato.pdf'));
  expect(code).toBe(3);
  expect(out).toContain('Esito: Documento integro, certificati non riconosciuti');
  expect(out).toContain('Nessuna autorità attendibile indicata');
  expect(out).toContain('[INDETERMINATE / NO_CERTIFICATE_CHAIN_FOUND]');
});

it('warns of a changed file', async () => {
  const { code, out } = await run(file('manomesso.pdf'), '--anchors', file('anchors.pem'));
  expect(code).toBe(1);
  expect(out).toContain('Esito: Documento modificato dopo la firma');
  expect(out).toContain('Non farci affidamento');
  expect(out).toContain('Dopo la fine del documento ci sono altri dati.');
  expect(out).toContain('solo per la versione del documento che copre');
});

it.each([
  ['prima.pdf', 'Esito: Il documento non contiene firme', 'Il documento non contiene firme.'],
  ['testo.pdf', 'Esito: Il file non si può controllare', 'Il file non è un PDF.'],
])('exits with 1 for %s', async (name, conclusion, reason) => {
  const { code, out } = await run(file(name), '--anchors', file('anchors.pem'));
  expect(code).toBe(1);
  expect(out).toContain(conclusion);
  expect(out).toContain(reason);
});

it('identifies a .p7m, whatever PDF it contains, and exits with 3', async () => {
  const envelope = Buffer.concat([
    Buffer.from('30820c0b06092a864886f70d010702a0820c0030820bfc', 'hex'),
    await readFile(file('firmato.pdf')),
  ]);
  for (const bytes of [envelope, Buffer.from(envelope.toString('base64'))]) {
    await writeFile(file('contratto.pdf.p7m'), bytes);
    const { code, out } = await run(file('contratto.pdf.p7m'), '--anchors', file('anchors.pem'));
    expect(code).toBe(3);
    expect(out).toContain('Esito: È un file .p7m, non un PDF');
    expect(out).toContain('È una busta firmata .p7m (CAdES)');
    expect(out).not.toContain('1. Firma');
  }
});

it.each([
  [['mancante.pdf'], 'mancante.pdf non esiste.'],
  [['.'], 'è una cartella, non un file.'],
  [['firmato.pdf', '--anchors', 'mancante.pem'], 'mancante.pem non esiste.'],
  [['firmato.pdf', '--anchors', 'empty.pem'], 'empty.pem non contiene certificati.'],
])('exits with 1 and the reason when it cannot read %j', async (args, reason) => {
  const { code, out, err } = await run(...args.map((arg) => (arg.startsWith('--') ? arg : file(arg))));
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(reason);
});

it.each([[[]], [['a.pdf', 'b.pdf']], [['--wrong', 'a.pdf']], [['a.pdf', '--anchors']]])(
  'exits with 2 and the usage for the arguments %j',
  async (args) => {
    const { code, out, err } = await run(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('Uso: npm run fascicolo -- verify FILE');
  },
);
