/**
 * Makes the papers with the programs that dealers and their suppliers use, and determines their correct answers with
 * Poppler.
 * Run by hand, `npx node test/validators/signature-lines/make-files.ts [prefix of the names]`: NODE_PATH names jspdf,
 * jspdf-autotable, pdf-lib, pdfmake and @myriaddreamin/typst-ts-node-compiler; Debian has chromium, wkhtmltopdf,
 * weasyprint, libreoffice, groff, ghostscript, python3-reportlab, python3-cairo, poppler-utils, mupdf-tools and qpdf.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DRAWN_PAPERS } from './drawn-papers.ts';
import { HTML_PAPERS } from './html-papers.ts';
import { MORE_PAPERS } from './more-papers.ts';
import type { Expected, Paper, Program } from './papers.ts';
import { WRITER_PAPERS } from './writer-papers.ts';

const FILES = join(import.meta.dirname, 'files');
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const PYTHON = process.env.PYTHON ?? '/usr/bin/python3';

/** A region in which the centre of a signature belongs: left, bottom, right, top in points, as the page is displayed. */
type Region = [number, number, number, number];

interface Answer {
  readonly name: string;
  readonly program: string;
  readonly signs: { role: string; page: number; region: Region }[];
}

const run = (tool: string, args: readonly string[], cwd: string, input?: string): Buffer =>
  execFileSync(tool, args, {
    ...{ cwd, timeout: 120_000, maxBuffer: 1 << 26, stdio: ['pipe', 'pipe', 'ignore'] },
    ...(input === undefined ? {} : { input }),
  });

/** A source that Node runs; NODE_PATH locates the libraries. */
const byNode = (source: string, out: string, folder: string): void => {
  writeFileSync(join(folder, 'paper.cjs'), `const out = ${JSON.stringify(out)};\n${source}`);
  run(process.execPath, ['--max-old-space-size=800', 'paper.cjs'], folder);
};

const byPython = (source: string, out: string, folder: string): void => {
  writeFileSync(join(folder, 'paper.py'), source);
  run(PYTHON, ['paper.py', out], folder);
};

const byTypst = (source: string, out: string, folder: string): void =>
  byNode(
    `const { NodeCompiler } = require('@myriaddreamin/typst-ts-node-compiler');
const compiler = NodeCompiler.create({ workspace: process.cwd() });
require('fs').writeFileSync(out, compiler.pdf({ mainFileContent: ${JSON.stringify(source)} }));`,
    out,
    folder,
  );

const html = (source: string, folder: string): string => {
  const file = join(folder, 'paper.html');
  writeFileSync(file, source);
  return file;
};

const office = (folder: string, to: string, file: string): void => {
  run('soffice', [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', to, file], folder);
};

const MAKERS: Readonly<Record<Program, (source: string, out: string, folder: string) => void>> = {
  Chromium: (source, out, folder) => {
    const flags = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      `--user-data-dir=${folder}/chromium`,
      '--no-pdf-header-footer',
    ];
    run(CHROMIUM, [...flags, `--print-to-pdf=${out}`, html(source, folder)], folder);
  },
  wkhtmltopdf: (source, out, folder) => void run('wkhtmltopdf', ['-q', html(source, folder), out], folder),
  WeasyPrint: (source, out, folder) => void run('weasyprint', ['-q', html(source, folder), out], folder),
  LibreOffice: (source, out, folder) => {
    writeFileSync(join(folder, 'paper.fodt'), source);
    office(folder, 'pdf', 'paper.fodt');
    run('mv', ['paper.pdf', out], folder);
  },
  'Word by LibreOffice': (source, out, folder) => {
    writeFileSync(join(folder, 'paper.fodt'), source);
    office(folder, 'docx:MS Word 2007 XML', 'paper.fodt');
    office(folder, 'pdf', 'paper.docx');
    run('mv', ['paper.pdf', out], folder);
  },
  groff: (source, out, folder) => {
    const paper = run('groff', ['-Kutf8', '-t', '-Tps', '-P-pa4'], folder, source);
    writeFileSync(join(folder, 'paper.ps'), paper);
    run('gs', ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', '-o', out, 'paper.ps'], folder);
  },
  reportlab: byPython,
  Cairo: byPython,
  PDFKit: byNode,
  jsPDF: byNode,
  'pdf-lib': byNode,
  pdfmake: byNode,
  Typst: byTypst,
};

const THROUGH: Readonly<Record<NonNullable<Paper['through']>, (from: string, to: string, folder: string) => void>> = {
  Ghostscript: (from, to, folder) =>
    void run('gs', ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', '-o', to, from], folder),
  Poppler: (from, to, folder) => void run('pdftocairo', ['-pdf', from, to], folder),
  MuPDF: (from, to, folder) => void run('mutool', ['clean', '-gggz', from, to], folder),
};

interface Word {
  readonly page: number;
  readonly height: number;
  readonly text: string;
  readonly box: Region;
}

/** Words of a file as Poppler reads them, from top to bottom. */
function wordsOf(file: string, folder: string): Word[] {
  const words: Word[] = [];
  let [page, height] = [0, 0];
  for (const line of run('pdftotext', ['-bbox', file, '-'], folder).toString().split('\n')) {
    const sheet = /<page width="[\d.]+" height="([\d.]+)"/.exec(line);
    if (sheet) [page, height] = [page + 1, Number(sheet[1])];
    const word = /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*)<\/word>/.exec(line);
    if (!word) continue;
    const [left = 0, top = 0, right = 0, bottom = 0] = word.slice(1, 5).map(Number);
    const text = (word[5] ?? '')
      .replaceAll('&apos;', "'")
      .replaceAll('&amp;', '&')
      .replaceAll(/[_.…]{3,}/g, '');
    words.push({ page, height, text, box: [left, height - bottom, right, height - top] });
  }
  return words;
}

const bare = (text: string): string => text.replaceAll(/[’‘]/g, "'").replace(/[:,;.]+$/, '');

function regionOf(words: readonly Word[], { words: wantedWords, nth = 1, side, role }: Expected, name: string) {
  const parts = wantedWords.split(' ').map(bare);
  const starts = words.flatMap((word, at) => {
    const matches = parts.every(
      (part, next) => bare(words[at + next]?.text ?? '').startsWith(part) && words[at + next]?.page === word.page,
    );
    return matches ? [at] : [];
  });
  const start = starts[nth - 1];
  if (start === undefined) throw new Error(`${name}: “${wantedWords}” is there ${starts.length} times`);
  const of = words.slice(start, start + parts.length);
  const last = of.at(-1) as Word;
  // A label on two lines ends further left than it begins.
  const [left, bottom, right, top] = [
    Math.min(...of.map(({ box }) => box[0])),
    Math.min(...of.map(({ box }) => box[1])),
    Math.max(...of.map(({ box }) => box[2])),
    Math.max(...of.map(({ box }) => box[3])),
  ];
  const middle = (left + right) / 2;
  const regions: Record<Expected['side'], Region> = {
    right: [last.box[2] + 20, bottom - 22, last.box[2] + 230, top + 60],
    left: [left - 230, bottom - 22, left - 20, top + 60],
    above: [middle - 110, top - 6, middle + 110, top + 80],
    below: [middle - 130, bottom - 100, middle + 130, bottom + 4],
  };
  const region = regions[side].map((value) => Math.round(value)) as Region;
  return { role, page: last.page, region };
}

const [only] = process.argv.slice(2);
mkdirSync(FILES, { recursive: true });
const answersFile = join(FILES, 'answers.json');
const all = [...HTML_PAPERS, ...WRITER_PAPERS, ...DRAWN_PAPERS, ...MORE_PAPERS];
const before: Answer[] = only ? JSON.parse(readFileSync(answersFile, 'utf8')) : [];
const answers: Answer[] = [];
for (const paper of all) {
  const previous = before.find(({ name }) => name === paper.name);
  if (only && previous && !paper.name.startsWith(only)) {
    answers.push(previous);
    continue;
  }
  const folder = mkdtempSync(join(tmpdir(), 'signature-lines-'));
  try {
    const [made, out] = [join(folder, 'made.pdf'), join(FILES, `${paper.name}.pdf`)];
    MAKERS[paper.program](paper.source, made, folder);
    if (paper.through) {
      THROUGH[paper.through](made, join(folder, 'again.pdf'), folder);
      run('mv', ['again.pdf', 'made.pdf'], folder);
    }
    run('qpdf', ['--object-streams=generate', '--recompress-flate', '--compression-level=9', made, out], folder);
    const words = wordsOf(out, folder);
    const program = paper.through ? `${paper.program}, ${paper.through}` : paper.program;
    answers.push({ name: paper.name, program, signs: paper.signs.map((sign) => regionOf(words, sign, paper.name)) });
    console.log(paper.name);
  } catch (error) {
    console.error(`${paper.name}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
const lines = answers.map((answer) => `  ${JSON.stringify(answer)}`).join(',\n');
writeFileSync(answersFile, `[\n${lines}\n]\n`);
