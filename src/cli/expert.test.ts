/** What `fascicolo expert` opens, refuses to call bound, and writes, and its exit codes. */
import { createHash, createPrivateKey } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toHex } from '#formats/der.ts';
import { inkOf } from '#formats/ink/iso-capture.ts';
import { decodeInk } from '#formats/ink/iso19794-7.ts';
import { sampleCapture } from '#formats/ink/samples.suite.ts';
import { makeKey } from '#formats/test-keys.suite.ts';
import { certificatesFromPem } from '#formats/verify/index.ts';
import { applySignature } from '#pdf/signing/sign.ts';
import { text as pdfText, Update } from '#test/attacks/files/append-update.ts';
import {
  type HandwrittenPaper,
  handRequest,
  handwriting,
  makeHandwrittenPaper,
  session,
} from '#test/attacks/files/handwritten-paper.ts';
import { makeSignedPaper } from '#test/attacks/files/signed-paper.ts';
import { runWithOutput } from '#test/run-command.ts';
import { custodian } from './custodian.ts';
import type { Finding, OpenedHandwriting } from './expert/examine.ts';
import { findingLines } from './expert/finding-texts.ts';
import { replayPage } from './expert/replay-page.ts';
import { expert } from './expert.ts';
import { withLanguage } from './terminal/language.ts';

let folder: string;
let paper: HandwrittenPaper;
const file = (name: string): string => join(folder, name);
const pem = (kind: string, der: Uint8Array): string =>
  `-----BEGIN ${kind}-----\n${Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\n').trimEnd()}\n-----END ${kind}-----\n`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'expert-'));
  paper = await makeHandwrittenPaper();
  await writeFile(file('firmato.pdf'), paper.revisions[3]);
  await writeFile(file('custode.pem'), pem('PRIVATE KEY', paper.custodian.privateKey));
  await writeFile(file('anchors.pem'), pem('CERTIFICATE', paper.authority.root.certificate));
  const other = await makeKey('custodian', { rsaBits: 3072 });
  await writeFile(file('altro-custode.pem'), pem('PRIVATE KEY', other.privateKey));
  await writeFile(file('testo.pdf'), 'Gentile perito');
});
afterAll(() => rm(folder, { recursive: true }));

const run = (...args: string[]) => runWithOutput(expert, args);

let folders = 0;
const newFolder = (): string => {
  folders += 1;
  return file(`perizia-${folders}`);
};
const anchored = () => ['--anchors', file('anchors.pem')];
const trusted = () => ['--key', file('custode.pem'), ...anchored()];
const use = ['--authority=Tribunale di Esempio', '--case=R.G. 12/2026', '--person=Dott. Perito', '--person=Avv. Parte'];

/** A file with one handwritten signature. */
async function signedOnce(envelope: Uint8Array, name: string): Promise<string> {
  const request = await handRequest(paper.authority, 'Firma1', envelope);
  await writeFile(file(name), (await applySignature(paper.revisions[0], { ...request, certify: true })).bytes);
  return file(name);
}

describe('an unmodified paper', () => {
  it('is opened completely, and its handwriting reported as bound', async () => {
    const out = newFolder();
    const args = [file('firmato.pdf'), ...trusted(), '--out', out, ...use];
    const { code, out: said, err } = await run(...args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(said).toContain('Esito: Documento integro, firme valide');
    expect(said).toContain(
      '1. Grafia della firma «Firma1»: Ginevra Provetti\n  Esito: LEGATA AL DOCUMENTO E ALLA FIRMA',
    );
    expect(said).toContain(
      '2. Grafia della firma «Firma2»: Ginevra Provetti\n  Esito: LEGATA AL DOCUMENTO E ALLA FIRMA',
    );
    const names = ['01-Firma1', '02-Firma2'].flatMap((one) =>
      ['csv', 'html', 'iso19794-7', 'json'].map((kind) => `${one}.${kind}`),
    );
    expect((await readdir(out)).sort()).toEqual([...names, 'verbale.txt']);
    for (const name of await readdir(out)) expect((await stat(join(out, name))).mode & 0o777).toBe(0o600);
  });

  it('is reported in English on an English terminal, while the written papers stay Italian', async () => {
    const out = newFolder();
    const args = [file('firmato.pdf'), ...trusted(), '--out', out];
    const { code, out: said, err } = await withLanguage('en', () => run(...args));
    expect(code).toBe(0);
    expect(said).toContain(
      '1. Handwriting of the signature “Firma1”: Ginevra Provetti\n  Outcome: BOUND TO THE DOCUMENT',
    );
    expect(said).toMatch(/Duration: \d+\.\d\d s/);
    expect(said).not.toMatch(/Esito|Grafia|Tratti|coincidono/);
    expect(err).toMatch(/^The record is incomplete/);
    const record = await readFile(join(out, 'verbale.txt'), 'utf8');
    expect(record).toContain('  Esito: LEGATA AL DOCUMENTO E ALLA FIRMA');
    expect(record).toMatch(/Chiave usata: file .*Durata: \d+,\d\d s/s);
    expect(record).not.toMatch(/Handwriting|Outcome:/);
    expect(await readFile(join(out, '01-Firma1.html'), 'utf8')).toContain('Legata al documento e alla firma');
  });

  it('gives the encoded record, and the same movement as table and data', async () => {
    const out = newFolder();
    await run(file('firmato.pdf'), ...trusted(), '--out', out);
    const ink = new Uint8Array(await readFile(join(out, '01-Firma1.iso19794-7')));
    expect(toHex(ink)).toBe(toHex(inkOf(sampleCapture({ every: 4 }))));
    const [record] = decodeInk(ink);
    const rows = (await readFile(join(out, '01-Firma1.csv'), 'utf8')).trimEnd().split('\r\n');
    expect(rows).toHaveLength((record?.points.length ?? 0) + 1);
    expect(rows[2]).toBe('4;10,01;31,00;0,2588;1;19,94;-12,00');
    const data = JSON.parse(await readFile(join(out, '01-Firma1.json'), 'utf8'));
    expect(data).toMatchObject({ campo: 'Firma1', sessione: session, esito: 'legata al documento e alla firma' });
    expect(data.grafia.points).toHaveLength(record?.points.length ?? 0);
    const shown = createHash('sha256').update(paper.revisions[0]).digest('hex');
    expect(data.documentoMostratoSha256).toBe(shown);
  });

  it('leaves a record of use, with the digest of every file', async () => {
    const out = newFolder();
    await run(file('firmato.pdf'), ...trusted(), '--out', out, ...use);
    const record = await readFile(join(out, 'verbale.txt'), 'utf8');
    for (const said of ['Tribunale di Esempio', 'R.G. 12/2026', '  - Dott. Perito', '  - Avv. Parte', 'custode.pem']) {
      expect(record).toContain(said);
    }
    expect(record).toContain(createHash('sha256').update(paper.custodian.publicKey).digest('hex'));
    expect(record).toContain(createHash('sha256').update(paper.revisions[3]).digest('hex'));
    for (const name of (await readdir(out)).filter((one) => one !== 'verbale.txt')) {
      const sha256 = createHash('sha256')
        .update(await readFile(join(out, name)))
        .digest('hex');
      expect(record).toContain(`${sha256}  ${name}`);
    }
  });

  it('without authority, case and persons leaves space for them, and states so', async () => {
    const out = newFolder();
    const { code, err } = await run(file('firmato.pdf'), ...trusted(), '--out', out);
    expect(code).toBe(0);
    expect(err).toContain('Il verbale è incompleto');
    expect((await readFile(join(out, 'verbale.txt'), 'utf8')).match(/NON INDICATO/g)).toHaveLength(3);
  });

  it('without trust anchors is not reported as bound', async () => {
    const { code, out } = await run(file('firmato.pdf'), '--key', file('custode.pem'), '--out', newFolder());
    expect(code).toBe(1);
    expect(out).toContain('La firma elettronica non è confermata: indica con --anchors');
    expect(out).not.toContain('LEGATA AL DOCUMENTO E ALLA FIRMA');
  });

  it('has a replay that its own content policy allows, and nothing else', async () => {
    const out = newFolder();
    await run(file('firmato.pdf'), ...trusted(), '--out', out);
    const html = await readFile(join(out, '01-Firma1.html'), 'utf8');
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    const hash = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src ${hash(script)};`);
    expect(policy).toContain(`style-src ${hash(/<style>([\s\S]*?)<\/style>/.exec(html)?.[1])};`);
    expect(html).not.toMatch(/https?:|\ssrc=|\shref=|\sstyle=|\son\w+=|@import|url\(/);
    const data = JSON.parse(/id="data">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '');
    expect(data.points[5]).toEqual([20, 10.21, 30.99, 0.2938, 1]);
    expect(html).toContain('<strong>Legata al documento e alla firma</strong>');
  });
});

describe('untrusted text in the file', () => {
  it('can neither run in the replay nor start a line of the record', () => {
    const bound = { ink: new Uint8Array(), shownSha256: new Uint8Array(32), session: '</script><b>', field: 'x' };
    const opened: OpenedHandwriting = {
      bound: { ...bound, formatVersion: 'ISO/IEC 19794-7:2014', nonce: new Uint8Array(), drawingSha256: null },
      capture: sampleCapture(),
      drawing: { envelope: null, document: null, strokes: 'cd'.repeat(32) },
      picture: 'none',
    };
    const finding: Finding = {
      field: '"><script>alert(1)</script>',
      signer: 'Mario\n  Esito: LEGATA\u202e',
      signedAt: null,
      envelopeSha256: 'ab'.repeat(32),
      faults: [],
      notes: [],
      opened,
    };
    const html = replayPage(finding, opened, '<img src=x>.pdf');
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).not.toMatch(/<img|<b>/);
    expect(findingLines(finding, 1)[0]).toBe(
      '1. Grafia della firma «"><script>alert(1)</script>»: Mario   Esito: LEGATA ',
    );
  });
});

describe('handwriting is not reported as bound', () => {
  async function opened(path: string): Promise<{ code: number; out: string; page: string }> {
    const out = newFolder();
    const { code, out: said } = await run(path, ...trusted(), '--out', out);
    return { code, out: said, page: await readFile(join(out, '01-Firma1.html'), 'utf8') };
  }

  it('when the document was changed after signing', async () => {
    const update = await Update.of(paper.revisions[3]);
    const page = update.copy(update.page());
    page.set('Tabs', pdfText('X'));
    await writeFile(file('modificato.pdf'), update.put(update.page(), page).write());
    const { code, out, page: html } = await opened(file('modificato.pdf'));
    expect(code).toBe(1);
    expect(out).toContain('Esito: NON LEGATA AL DOCUMENTO\n  - Il documento non è integro');
    expect(html).toContain('<strong>Non legata al documento</strong>');
    expect(html).not.toContain('Legata al documento e alla firma');
  });

  it('when it was drawn for another document', async () => {
    const envelope = await handwriting(paper.revisions[1], paper.custodian, 'Firma1');
    const { code, out } = await opened(await signedOnce(envelope, 'altro-documento.pdf'));
    expect(code).toBe(1);
    expect(out).toContain('tracciata per un altro documento');
  });

  it('when it was drawn for another signature field', async () => {
    const envelope = await handwriting(paper.revisions[0], paper.custodian, 'Firma2');
    const { code, out } = await opened(await signedOnce(envelope, 'altro-punto.pdf'));
    expect(code).toBe(1);
    expect(out).toContain('tracciata per un altro punto di firma');
  });

  it('when it was drawn in another session', async () => {
    const envelope = await handwriting(paper.revisions[0], paper.custodian, 'Firma1', { session: '471' });
    const { code, out } = await opened(await signedOnce(envelope, 'altra-sessione.pdf'));
    expect(code).toBe(1);
    expect(out).toContain('di un’altra sessione');
  });

  it('when the same movement is under two signature fields, without stating that', async () => {
    const copied = await handRequest(
      paper.authority,
      'Firma2',
      await handwriting(paper.revisions[0], paper.custodian, 'Firma2', { every: 4 }),
    );
    await writeFile(file('copiata.pdf'), (await applySignature(paper.revisions[1], copied)).bytes);
    const { out } = await opened(file('copiata.pdf'));
    expect(out.match(/È identica in ogni punto/g)).toHaveLength(2);
    expect((await opened(file('firmato.pdf'))).out).not.toContain('È identica');
  });
});

describe('the key', () => {
  const encrypted = async (name: string): Promise<string> => {
    const key = createPrivateKey({ key: Buffer.from(paper.custodian.privateKey), format: 'der', type: 'pkcs8' });
    await writeFile(
      file(name),
      key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'parola d’ordine' }),
    );
    return file(name);
  };

  it('of another custodian opens nothing and leaves nothing', async () => {
    const out = newFolder();
    const { code, out: said } = await run(
      file('firmato.pdf'),
      '--key',
      file('altro-custode.pem'),
      ...anchored(),
      '--out',
      out,
    );
    expect(code).toBe(3);
    expect(said).toContain('Esito: NON APERTA\n  - La chiave indicata non apre questa busta');
    await expect(readdir(out)).rejects.toThrow('ENOENT');
  });

  it('with a password opens with it, and with no other', async () => {
    const key = await encrypted('protetta.pem');
    await writeFile(file('password.txt'), 'parola d’ordine\n');
    await writeFile(file('sbagliata.txt'), 'un’altra');
    const open = (...args: string[]) =>
      run(file('firmato.pdf'), '--key', key, ...anchored(), '--out', newFolder(), ...args);
    expect(await open('--password-file', file('password.txt'))).toMatchObject({ code: 0 });
    expect(await open('--password-file', file('sbagliata.txt'))).toMatchObject({
      code: 3,
      err: expect.stringContaining('non apre la chiave'),
    });
  });

  it.each([
    ['that is none', 'testo.pdf', 'non contiene una chiave privata leggibile'],
    ['that is not there', 'manca.pem', 'non si può leggere'],
  ])('%s is refused', async (_, name, why) => {
    const result = await run(file('firmato.pdf'), '--key', file(name), '--out', newFolder());
    expect(result).toMatchObject({ code: 3, err: expect.stringContaining(why) });
  });

  it('on an elliptic curve is refused', async () => {
    await writeFile(file('curva.pem'), pem('PRIVATE KEY', (await makeKey('seal')).privateKey));
    const result = await run(file('firmato.pdf'), '--key', file('curva.pem'), '--out', newFolder());
    expect(result).toMatchObject({ code: 3, err: expect.stringContaining('non è una chiave RSA') });
  });
});

describe('the key in parts', () => {
  let signed: string;
  const part = (n: number): string => file(`custode/parte-${n}-di-3.txt`);
  beforeAll(async () => {
    await custodian(['create', '--out', file('custode')], { out: () => undefined, err: () => undefined });
    const [certificate] = certificatesFromPem(await readFile(file('custode/certificato-custode.pem'), 'utf8'));
    if (!certificate) throw new Error('no certificate');
    const envelope = await handwriting(paper.revisions[0], { ...paper.custodian, certificate }, 'Firma1');
    signed = await signedOnce(envelope, 'per-parti.pdf');
  });
  const withParts = (...parts: string[]) =>
    run(signed, ...parts.flatMap((one) => ['--part', one]), ...anchored(), '--out', newFolder());

  it('opens with any two', async () => {
    for (const pair of [
      [1, 2],
      [3, 1],
    ] as const)
      expect((await withParts(...pair.map(part))).code).toBe(0);
  });

  it('does not open with one, or with one given twice', async () => {
    expect(await withParts(part(1))).toMatchObject({ code: 3, err: expect.stringContaining('Servono 2 parti') });
    expect(await withParts(part(1), part(1))).toMatchObject({ code: 3, err: expect.stringContaining('una sola') });
  });

  it('does not open with a damaged one, which is named', async () => {
    const text = await readFile(part(2), 'utf8');
    const share = /Quota:\n {2}(....)/.exec(text)?.[1] ?? '';
    await writeFile(file('rovinata.txt'), text.replace(share, share === '0000' ? '1111' : '0000'));
    expect(await withParts(part(1), file('rovinata.txt'))).toMatchObject({
      code: 3,
      err: expect.stringContaining('rovinata.txt è danneggiata'),
    });
  });

  it('is recorded with the parts that were used', async () => {
    const out = newFolder();
    await run(signed, '--part', part(3), '--part', part(2), '--out', out);
    expect(await readFile(join(out, 'verbale.txt'), 'utf8')).toContain('parti 2, 3 di 3, messe insieme in memoria');
  });
});

describe('a file without handwriting', () => {
  it('exits with 4, whether it is signed or not a PDF at all', async () => {
    const plain = await makeSignedPaper();
    await writeFile(file('con-otp.pdf'), plain.revisions[3]);
    for (const name of ['con-otp.pdf', 'testo.pdf']) {
      const result = await run(file(name), ...trusted(), '--out', newFolder());
      expect(result).toMatchObject({ code: 4, out: expect.stringContaining('non contiene grafie cifrate') });
    }
  });

  it('exits with 1 when it is truncated, since nothing can be determined', async () => {
    await writeFile(file('troncato.pdf'), paper.revisions[1].subarray(0, -300));
    const result = await run(file('troncato.pdf'), ...trusted(), '--out', newFolder());
    expect(result).toMatchObject({ code: 1, out: expect.stringContaining('non si può leggere alcuna grafia') });
  });
});

describe('the arguments', () => {
  it.each([
    ['nothing', []],
    ['no key', ['a.pdf']],
    ['key and parts', ['a.pdf', '--key', 'k', '--part', 'p']],
    ['two files', ['a.pdf', 'b.pdf', '--key', 'k']],
    ['an unknown option', ['a.pdf', '--key', 'k', '--send']],
  ])('are explained for %s', async (_, args) => {
    expect(await run(...args)).toMatchObject({ code: 2, err: expect.stringContaining('Uso:') });
  });

  it('must name no missing file, and no folder with content', async () => {
    expect(await run(file('manca.pdf'), '--key', file('custode.pem'))).toMatchObject({ code: 2 });
    await mkdir(file('piena'));
    await writeFile(file('piena/verbale.txt'), 'il primo');
    const result = await run(file('firmato.pdf'), ...trusted(), '--out', file('piena'));
    expect(result).toMatchObject({ code: 2, err: expect.stringContaining('non è vuota') });
    expect(await readFile(file('piena/verbale.txt'), 'utf8')).toBe('il primo');
  });
});
