/** Lists files of the corpora and of the neighbouring cases by the program that wrote them; empty without the folder. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { corporaFolder, corpusPdfs, readCorpusFile } from '../../corpora/corpus.ts';
import { run } from '../foreign-validators.ts';
import type { ProducedFile } from './make-files.ts';

/** The prefix of `/Producer`, by the name in the table. */
const PRODUCERS: Readonly<Record<string, RegExp>> = {
  Acrobat: /^(Adobe )?Acrobat|^Adobe PDF Library/,
  Cairo: /^cairo/,
  Chromium: /^Skia/,
  Ghostscript: /^GPL Ghostscript/,
  LibreOffice: /^LibreOffice|^OpenOffice/,
  PDFKit: /^PDFKit/,
  Quartz: /Quartz PDFContext/,
  TeX: /TeX|dvipdfm/i,
  Word: /^Microsoft/,
  iText: /^iText/i,
  'pdf-lib': /^pdf-lib/,
};
/** Maximum number of files per producer. */
const MOST = 6;
/** Classes of the index whose files should be valid. */
const SOUND = new Set(['pdf-general', 'pdf-form', 'pdf-misc', 'pdfa-pass']);
const MAX_BYTES = 400_000;

const CASES: Readonly<Record<string, string>> = {
  'r-pypdf-filled': 'pypdf',
  'v-lo-form': 'LibreOffice',
  'v-lo-form-firefox': 'Firefox',
  'v-pdfjs-slavic': 'Firefox',
};

export async function corporaFiles(): Promise<ProducedFile[]> {
  const folder = corporaFolder;
  if (folder === null) return [];
  const cases = join(folder, '../cases');
  const files: ProducedFile[] = existsSync(cases)
    ? Object.entries(CASES).map(([name, producer]) => {
        return { producer, name, bytes: new Uint8Array(readFileSync(join(cases, `${name}.pdf`))) };
      })
    : [];
  const counts = new Map<string, number>();
  for (const { path, kind } of corpusPdfs(folder)) {
    if (!SOUND.has(kind)) continue;
    const bytes = readCorpusFile(folder, path);
    if (bytes.length > MAX_BYTES) continue;
    const producer = await producerOf(join(folder, path));
    const count = producer === null ? MOST : (counts.get(producer) ?? 0);
    if (producer === null || count >= MOST) continue;
    counts.set(producer, count + 1);
    files.push({ producer, name: path, bytes });
  }
  return files;
}

async function producerOf(path: string): Promise<string | null> {
  const { text } = await run('pdfinfo', [path]);
  const line = /^Producer: +(.*)$/m.exec(text)?.[1] ?? '';
  return Object.entries(PRODUCERS).find(([, pattern]) => pattern.test(line))?.[0] ?? null;
}
