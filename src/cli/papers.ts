/**
 * `fascicolo papers`: prints every generated paper with sample data as a PDF, for inspection, or the configuration that
 * generates them; opens no database.
 */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { folderTypeConfigurationSchema } from '#domain/folders/folder-type-schemas.ts';
import type { FolderTypeConfiguration } from '#domain/folders/folder-types.ts';
import { composePaper, paperFields, paperTypes } from '#domain/papers/compose-paper.ts';
import { withGeneratedPapers } from '#domain/papers/configured-types.ts';
import type { PaperValues } from '#domain/papers/fields.ts';
import { sampleData, sampleOfType } from '#domain/papers/sample-data.ts';
import { requiredSignerRoles } from '#domain/signing/staff-signers.ts';
import { renderPaper } from '#pdf/paper/render.ts';
import { COMMAND } from '../command-name.ts';
import { localize, type Message } from './terminal/language.ts';

const USAGE: Message = {
  it: `Uso: ${COMMAND} papers --out CARTELLA [TIPO …]
     ${COMMAND} papers --configuration FILE

  --out CARTELLA        dove scrivere un PDF per ogni tipo di documento, con dati di esempio
  TIPO                  solo questi tipi
  --configuration FILE  dove scrivere la configurazione dei tipi in cui i documenti con un modello si compilano, senza caricare file`,
  en: `Usage: ${COMMAND} papers --out FOLDER [TYPE …]
       ${COMMAND} papers --configuration FILE

  --out FOLDER          where to write one PDF for each document type, with sample data
  TYPE                  these types only
  --configuration FILE  where to write the configuration of types in which documents with a template are filled in instead of uploaded`,
};

const SHIPPED = new URL('../../db/folder-types.json', import.meta.url);

/** @returns the exit code: 2 for wrong arguments. */
export async function papers(args: string[]): Promise<number> {
  const request = readArguments(args);
  if (request === null) {
    console.error(localize(USAGE));
    return 2;
  }
  const shipped = folderTypeConfigurationSchema.parse(JSON.parse(await readFile(SHIPPED, 'utf8')));
  if ('configuration' in request) {
    await writeFile(request.configuration, formatConfiguration(withGeneratedPapers(shipped)));
    return 0;
  }
  await mkdir(request.out, { recursive: true });
  for (const type of request.types) {
    for (const language of type === 'LOAN_TEST_PRODUCT_FOREIGN' ? ['en', 'de'] : ['']) {
      const change: PaperValues = language === '' ? sampleOfType(type) : { PAPER_LANGUAGE: language };
      const signers = requiredSignerRoles(shipped, type).map((role) => ({ role, name: null }));
      const data = { ...sampleData(paperFields(type), change), signers };
      const { paper } = composePaper(type, data);
      const { bytes, pages } = await renderPaper(paper);
      const name = `${type}${language && `-${language}`}.pdf`;
      await writeFile(join(request.out, name), bytes);
      console.log(
        localize({
          it: `${name}: ${pages} ${pages === 1 ? 'pagina' : 'pagine'}, ${bytes.length} byte`,
          en: `${name}: ${pages} ${pages === 1 ? 'page' : 'pages'}, ${bytes.length} bytes`,
        }),
      );
    }
  }
  return 0;
}

/** One field per line, for readable diffs of the shipped configuration. */
function formatConfiguration(configuration: FolderTypeConfiguration): string {
  const inline = (value: unknown): string =>
    Array.isArray(value)
      ? `[${value.map(inline).join(', ')}]`
      : typeof value === 'object' && value !== null
        ? `{${members(value)}}`
        : JSON.stringify(value);
  const members = (value: object): string =>
    Object.entries(value)
      .map(([key, member]) => `${JSON.stringify(key)}: ${inline(member)}`)
      .join(', ');
  const lines = (key: string, values: readonly string[], indent: string): string =>
    values.length === 0
      ? `${indent}"${key}": []`
      : `${indent}"${key}": [\n${values.map((value) => `${indent}  ${value}`).join(',\n')}\n${indent}]`;
  const folders = configuration.map(({ fields, documentTypes, ...folder }) => {
    const types = documentTypes.map(
      ({ fields: ownFields, ...type }) =>
        `{\n        ${members(type)},\n${lines('fields', ownFields.map(inline), '        ')}\n      }`,
    );
    const parts = [
      `    ${members(folder)}`,
      lines('fields', fields.map(inline), '    '),
      lines('documentTypes', types, '    '),
    ];
    return `  {\n${parts.join(',\n')}\n  }`;
  });
  return `[\n${folders.join(',\n')}\n]\n`;
}

type CommandArguments = { out: string; types: readonly string[] } | { configuration: string };

function readArguments(args: string[]): CommandArguments | null {
  try {
    const options = { out: { type: 'string' }, configuration: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values.configuration && !values.out && positionals.length === 0) return { configuration: values.configuration };
    if (!values.out || values.configuration || positionals.some((type) => !paperTypes.includes(type))) return null;
    return { out: values.out, types: positionals.length > 0 ? positionals : paperTypes };
  } catch {
    return null;
  }
}
