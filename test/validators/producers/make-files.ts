/** Papers and forms as dealers' and suppliers' programs write them: created here, and kept in `files` where Debian lacks the program. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { makePaper } from '../../papers/paper.ts';
import { run } from '../foreign-validators.ts';

const SOURCES = join(import.meta.dirname, 'sources');
const FILES = join(import.meta.dirname, 'files');
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const JARS = ['itext5', 'itext', 'pdfbox2', 'fontbox2', 'commons-logging', 'bcprov', 'bcpkix', 'bcutil'];
const SANS = '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf';

export interface ProducedFile {
  readonly producer: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** One program: the file that it writes, and its name in the folder of files. */
interface Step {
  readonly producer: string;
  readonly output: string;
  readonly tool: string;
  readonly args: readonly string[];
}

/** Programs that rewrite a whole PDF, or change its structure. */
const rewritten = (input: string): Step[] => {
  const name = basename(input, '.pdf');
  const step = (producer: string, prefix: string, tool: string, args: (output: string) => string[]): Step => ({
    producer,
    output: `${prefix}-${name}`,
    tool,
    args: args(`${prefix}-${name}.pdf`),
  });
  return [
    step('Ghostscript', 'gs', 'gs', (to) => ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', '-o', to, input]),
    step('Cairo', 'cairo', 'pdftocairo', (to) => ['-pdf', input, to]),
    step('qpdf', 'qpdf', 'qpdf', (to) => ['--linearize', '--object-streams=generate', input, to]),
    step('pdftk', 'pdftk', 'pdftk', (to) => [input, 'cat', 'output', to]),
    step('MuPDF', 'mupdf', 'mutool', (to) => ['clean', '-gggz', input, to]),
  ];
};

/** Programs that fill in a form, and that flatten its fields into the page. */
const filled = (input: string): Step[] => {
  const name = basename(input, '.pdf');
  const data = join(SOURCES, 'dati.fdf');
  const pdftk = (kind: string, ...more: string[]): Step => {
    const output = `pdftk-${kind}-${name}`;
    return {
      producer: 'pdftk',
      output,
      tool: 'pdftk',
      args: [input, 'fill_form', data, 'output', `${output}.pdf`, ...more],
    };
  };
  const flat = `qpdf-flat-${name}`;
  const args = ['--generate-appearances', '--flatten-annotations=all', input, `${flat}.pdf`];
  return [
    pdftk('filled'),
    pdftk('anew', 'need_appearances'),
    pdftk('flat', 'flatten'),
    { producer: 'qpdf', output: flat, tool: 'qpdf', args },
  ];
};

const stamped = (how: string): Step => ({
  producer: 'pdftk',
  output: `pdftk-${how}`,
  tool: 'pdftk',
  args: ['lettera.pdf', how, 'box-paper.pdf', 'output', `pdftk-${how}.pdf`],
});

const STEPS: readonly Step[] = [
  {
    producer: 'Chromium',
    output: 'chromium',
    tool: CHROMIUM,
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--user-data-dir=chromium-profile', '--no-pdf-header-footer'],
      ...['--print-to-pdf=chromium.pdf', join(SOURCES, 'preventivo.html')],
    ],
  },
  {
    producer: 'wkhtmltopdf',
    output: 'wkhtmltopdf',
    tool: 'wkhtmltopdf',
    args: ['-q', join(SOURCES, 'preventivo.html'), 'wkhtmltopdf.pdf'],
  },
  ...['chromium', 'lettera', 'wkhtmltopdf', 'itext-paper'].flatMap((name) => rewritten(`${name}.pdf`)),
  ...['itext-form.pdf', 'box-form.pdf', join(FILES, 'pdflib-form.pdf'), join(FILES, 'reportlab-form.pdf')].flatMap(
    filled,
  ),
  ...['stamp', 'background'].map(stamped),
  { producer: 'Poppler', output: 'unite', tool: 'pdfunite', args: ['lettera.pdf', 'chromium.pdf', 'unite.pdf'] },
];

const JAVA: Readonly<Record<string, readonly string[]>> = {
  PDFBox: ['box-paper', 'box-form', 'box-filled', 'box-filled-anew', 'box-flattened'],
  iText: [
    ...['itext-paper', 'itext-compressed', 'itext-form', 'itext-filled', 'itext-filled-anew', 'itext-flattened'],
    ...['itext-stamped', 'itext2-paper'],
  ],
};

/** Files of `files`, by the prefix of their names. */
const KEPT: Readonly<Record<string, string>> = {
  fpdf2: 'fpdf2',
  jspdf: 'jsPDF',
  pdflib: 'pdf-lib',
  pypdf: 'pypdf',
  reportlab: 'reportlab',
};

async function must(folder: string, tool: string, args: readonly string[]): Promise<void> {
  const { code, text } = await run(tool, args, { cwd: folder, timeout: 180_000 });
  // qpdf and wkhtmltopdf exit with other codes when they only warn.
  if (code !== 0 && !(tool === 'qpdf' && code === 3)) throw new Error(`${tool} ${args.join(' ')}: ${text}`);
}

/** LibreOffice writes one file format at a time. @returns names of the files. */
async function convert(folder: string, to: string, ...sources: string[]): Promise<void> {
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  await must(folder, 'soffice', [profile, '--headless', '--convert-to', to, ...sources]);
}

/** A form as saved by Firefox, which shows PDFs with pdf.js. */
async function savedByFirefox(bytes: Uint8Array): Promise<Uint8Array> {
  const values: Readonly<Record<string, unknown>> = {
    ...{ cliente: 'Nicolò D’Alò', prezzo: '25.000,00', note: 'Già pronto.\nTotale € 31.200,00' },
    ...{ consenso: true, alimentazione: 'Diesel' },
  };
  const document = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise;
  try {
    const fields = ((await document.getFieldObjects()) ?? {}) as Record<string, { id: string }[]>;
    for (const [name, value] of Object.entries(values)) {
      for (const { id } of fields[name] ?? []) if (id) document.annotationStorage.setValue(id, { value });
    }
    return await document.saveDocument();
  } finally {
    await document.loadingTask.destroy();
  }
}

/** @returns papers and forms of all programs. @throws Error with the program that is missing or failed */
export async function makeProducedFiles(): Promise<ProducedFile[]> {
  const folder = await mkdtemp(join(tmpdir(), 'producers-'));
  try {
    return await makeIn(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeIn(folder: string): Promise<ProducedFile[]> {
  const made: { producer: string; name: string }[] = [];
  const add = (producer: string, ...names: string[]) => made.push(...names.map((name) => ({ producer, name })));

  const sources = ['lettera.fodt', 'listino.fods', 'modulo.fodt', 'preventivo.html'];
  await convert(folder, 'pdf', ...sources.map((name) => join(SOURCES, name)));
  add('LibreOffice', ...sources.map((name) => name.replace(/\..*/, '')));
  await convert(folder, 'docx:MS Word 2007 XML', join(SOURCES, 'lettera.fodt'));
  await must(folder, 'mv', ['lettera.docx', 'word.docx']);
  await convert(folder, 'pdf', 'word.docx');
  add('Word by LibreOffice', 'word');
  const path = JARS.map((jar) => `/usr/share/java/${jar}.jar`).join(':');
  await must(folder, 'java', ['-cp', path, join(import.meta.dirname, 'Producers.java'), SANS]);
  for (const [producer, names] of Object.entries(JAVA)) add(producer, ...names);
  for (const { producer, output, tool, args } of STEPS) {
    await must(folder, tool, args);
    add(producer, output);
  }

  const read = async (name: string) => new Uint8Array(await readFile(join(folder, `${name}.pdf`)));
  const files: ProducedFile[] = await Promise.all(
    made.map(async (file) => ({ ...file, bytes: await read(file.name) })),
  );
  for (const name of await readdir(FILES)) {
    const bytes = new Uint8Array(await readFile(join(FILES, name)));
    files.push({ producer: KEPT[name.split('-')[0] ?? ''] ?? name, name: basename(name, '.pdf'), bytes });
  }
  for (const { name, bytes } of files.filter((file) => /^(itext|box|pdflib|reportlab)-form$|^modulo$/.test(file.name)))
    files.push({ producer: 'Firefox', name: `firefox-${name}`, bytes: await savedByFirefox(bytes) });
  files.push({ producer: 'PDFKit', name: 'pdfkit', bytes: new Uint8Array(await makePaper({ pages: 2 })) });
  return files;
}
