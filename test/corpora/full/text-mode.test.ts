/**
 * The text mode reads the same words as `pdftotext` from files of ten honest producers. Run with CORPORA=<folder> npx
 * vitest run test/corpora/full/text-mode.test.ts; a producer that is not installed is a failure.
 */
// Real time: third-party programs make the files.
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PageChecker, type PageText } from '#pdf/drawing/page-checker.ts';
import { corporaFolder } from '../corpus.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 90_000;

const PARAGRAPHS = [
  'Tra Autoesempio Bologna S.p.A., con sede in Via di Prova 1, 40121 Bologna, e la signora Ginevra Provetti, codice fiscale RSSMRA80A01H501U, si conviene quanto segue.',
  'Il venditore consegna il veicolo indicato nella tabella, con gli accessori compresi, al prezzo complessivo di 32.480,00 euro (IVA inclusa). La consegna avviene entro il 12/03/2027; il cliente è avvisato con almeno 3 giorni di anticipo.',
  'In caso di ritardo superiore a 30 giorni il venditore può recedere e trattenere la caparra di 1.000,00 euro. Perciò la città, la qualità e la libertà restano così.',
];
const ROWS = [
  ['Voce', 'Descrizione', 'Importo'],
  ['Veicolo', 'BMW 118d, 5 porte, colore blu metallizzato, telaio WBA1234567P890123', '30.900,00'],
  ['Tappetini', 'Tappetini di gomma per quattro posti', '380,00'],
  ['Messa in strada', 'Immatricolazione, IPT, bollo', '1.200,00'],
];
const TITLE = 'Contratto di vendita';

const html = () => `<!doctype html><html lang="it"><meta charset="utf-8"><style>body { font: 11pt/1.4 serif }
table { border-collapse: collapse } td { border: 1px solid #444; padding: 4px 6px }</style><h1>${TITLE}</h1>
${PARAGRAPHS.map((words) => `<p>${words}</p>`).join('')}
<table>${ROWS.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>
<p>Firma del cliente: ______________________</p></html>`;

/** @returns a roff source; groff reads non-ASCII Latin letters through preconv. */
const roff = () =>
  `.ps 11\n.vs 15\n.ce\n${TITLE}\n.sp\n${PARAGRAPHS.join('\n.sp\n')}\n.sp\n.nf\n${ROWS.map((row) => row.join('  ')).join('\n')}\n`;

async function withPdfKit(out: string): Promise<void> {
  const document = new PDFDocument({ size: 'A4', margin: 60 });
  const file = document.pipe(createWriteStream(out));
  document.font('Times-Roman').fontSize(18).text(TITLE).moveDown().fontSize(11);
  for (const words of PARAGRAPHS) document.text(words).moveDown();
  for (const row of ROWS) document.text(row.join('   '));
  document.end();
  await finished(file);
}

interface Producer {
  readonly name: string;
  make(folder: string, out: string): Promise<unknown>;
}

const sourceHtml = (folder: string): string => join(folder, 'contratto.html');
/** Made first, by Chromium, as input of programs that rewrite PDFs. */
const source = (folder: string): string => join(folder, 'Chromium.pdf');
const foreign = (program: string, args: readonly string[], folder: string) =>
  run(program, args, { timeout: TIMEOUT_MS, cwd: folder, env: { ...process.env, HOME: folder } });

const PRODUCERS: readonly Producer[] = [
  {
    name: 'Chromium',
    make: (folder, out) => {
      const options = ['--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer'];
      const args = [...options, `--print-to-pdf=${out}`, `file://${sourceHtml(folder)}`];
      return foreign(process.env.CHROMIUM ?? 'chromium', args, folder);
    },
  },
  {
    name: 'LibreOffice',
    make: async (folder, out) => {
      await foreign('soffice', ['--headless', '--convert-to', 'pdf:writer_web_pdf_Export', sourceHtml(folder)], folder);
      await writeFile(out, await readFile(join(folder, 'contratto.pdf')));
    },
  },
  {
    name: 'wkhtmltopdf',
    make: (folder, out) => foreign('wkhtmltopdf', ['-q', sourceHtml(folder), out], folder),
  },
  {
    name: 'Ghostscript',
    make: (folder, out) => foreign('gs', ['-q', '-dSAFER', '-sDEVICE=pdfwrite', '-o', out, source(folder)], folder),
  },
  { name: 'Cairo', make: (folder, out) => foreign('pdftocairo', ['-pdf', source(folder), out], folder) },
  { name: 'pdftk', make: (folder, out) => foreign('pdftk', [source(folder), 'cat', 'output', out], folder) },
  { name: 'qpdf', make: (folder, out) => foreign('qpdf', ['--object-streams=generate', source(folder), out], folder) },
  { name: 'MuPDF', make: (folder, out) => foreign('mutool', ['convert', '-o', out, source(folder)], folder) },
  { name: 'PDFKit', make: (_, out) => withPdfKit(out) },
  {
    name: 'groff',
    make: async (folder, out) => {
      const file = join(folder, 'contratto.roff');
      await writeFile(file, roff());
      const { stdout } = await run('groff', ['-Kutf8', '-Tps', file], { timeout: TIMEOUT_MS, maxBuffer: 1 << 24 });
      await writeFile(join(folder, 'contratto.ps'), stdout);
      await foreign('gs', ['-q', '-dSAFER', '-sDEVICE=pdfwrite', '-o', out, 'contratto.ps'], folder);
    },
  },
];

const wordsOf = (text: string): string[] => text.normalize('NFKC').split(/\s+/).filter(Boolean);

/** @returns the words that `words` has and `others` lacks, each as often as the counts differ. */
function missing(words: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

if (corporaFolder !== null) {
  describe('the text mode of files by common programs', () => {
    const checker = new PageChecker();
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'text-mode-'));
      await writeFile(sourceHtml(folder), html());
    });
    afterAll(async () => {
      await checker.close();
      await rm(folder, { recursive: true, force: true });
    });

    it.each(PRODUCERS.map((producer) => [producer.name, producer] as const))(
      '%s',
      async (name, { make }) => {
        const out = join(folder, `${name}.pdf`);
        await make(folder, out);
        const bytes = new Uint8Array(await readFile(out));
        const pages: (PageText | null)[] = [];
        for (let from = 0; from < 20; ) {
          const more = await checker.readPages(bytes, { from, to: from + 5, madeHere: false });
          if (more.length === 0) break;
          pages.push(...more);
          from += more.length;
        }
        const { stdout } = await run('pdftotext', ['-enc', 'UTF-8', out, '-']);
        const read = wordsOf(pages.flatMap((page) => page?.paragraphs.map(({ text }) => text) ?? []).join(' '));
        const popplerWords = wordsOf(stdout);
        const [lost, added] = [missing(popplerWords, read), missing(read, popplerWords)];
        const wholePages = pages.filter((page) => page?.whole).length;
        console.log(
          `${name}: ${popplerWords.length} words, ${lost.length} lost (${lost.slice(0, 5).join(' ')}), ${added.length} other (${added.slice(0, 5).join(' ')}), ${wholePages} of ${pages.length} pages whole`,
        );
        expect(popplerWords.length).toBeGreaterThan(100);
        expect(lost).toEqual([]);
        expect(added).toEqual([]);
        expect(wholePages).toBe(pages.length);
      },
      TIMEOUT_MS * 2,
    );
  });
}
