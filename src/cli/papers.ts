/** `fascicolo papers --out FOLDER`: every generated paper with sample data as a PDF, to be looked at; opens no database (D-110). */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { composePaper, paperFields, paperTypes } from '#domain/papers/compose.ts';
import type { PaperValues } from '#domain/papers/fields.ts';
import { sampleData } from '#domain/papers/samples.ts';
import { renderPaper } from '#pdf/paper/render.ts';

const USAGE = `Uso: npm run fascicolo -- papers --out CARTELLA [TIPO …]

  --out CARTELLA  dove scrivere un PDF per ogni tipo di documento, con dati di esempio
  TIPO            solo questi tipi`;

/** @returns the exit code: 2 for wrong arguments. */
export async function papers(args: string[]): Promise<number> {
  const asked = readArguments(args);
  if (asked === null) {
    console.error(USAGE);
    return 2;
  }
  await mkdir(asked.out, { recursive: true });
  for (const type of asked.types) {
    for (const language of type === 'LOAN_TEST_PRODUCT_FOREIGN' ? ['en', 'de'] : ['']) {
      const change: PaperValues = language === '' ? {} : { PAPER_LANGUAGE: language };
      const { paper } = composePaper(type, sampleData(paperFields(type), change));
      const { bytes, pages } = await renderPaper(paper);
      const name = `${type}${language && `-${language}`}.pdf`;
      await writeFile(join(asked.out, name), bytes);
      console.log(`${name}: ${pages} pagine, ${bytes.length} byte`);
    }
  }
  return 0;
}

function readArguments(args: string[]): { out: string; types: readonly string[] } | null {
  try {
    const { values, positionals } = parseArgs({ args, options: { out: { type: 'string' } }, allowPositionals: true });
    if (!values.out || positionals.some((type) => !paperTypes.includes(type))) return null;
    return { out: values.out, types: positionals.length > 0 ? positionals : paperTypes };
  } catch {
    return null;
  }
}
