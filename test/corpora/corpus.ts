/** Third-party documents for the drills: a folder with an `INDEX.tsv`, named by the variable CORPORA; not part of the project. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CorpusFile {
  path: string;
  kind: string;
}

/** The PDFs that an index lists. @param tsv columns path, bytes, sha256, class and more, with a header line. */
export function pdfsOf(tsv: string): CorpusFile[] {
  return tsv
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .flatMap(([path = '', , , kind = '']) => (path.endsWith('.pdf') ? [{ path, kind }] : []));
}

/** The folder that CORPORA names, or null. */
export const corporaFolder = process.env.CORPORA ?? null;

export const corpusPdfs = (folder: string): CorpusFile[] => pdfsOf(readFileSync(join(folder, 'INDEX.tsv'), 'utf8'));

export const readCorpusFile = (folder: string, path: string): Uint8Array =>
  new Uint8Array(readFileSync(join(folder, path)));

/** Counts rows by kind and outcome, for printing. */
export function tableOf(rows: readonly { kind: string; outcome: string }[]): Record<string, Record<string, number>> {
  const table: Record<string, Record<string, number>> = {};
  for (const { kind, outcome } of rows) {
    const row = table[kind] ?? {};
    table[kind] = row;
    row[outcome] = (row[outcome] ?? 0) + 1;
  }
  return table;
}
