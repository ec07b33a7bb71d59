/** A folder-type configuration that somebody wrote by hand: read whole, with every problem named by its place (P-16). Pure. */
import type { z } from 'zod';
import { FEA_MODULE } from '../documents/fea.ts';
import type { Language } from '../errors.ts';
import { fieldMessage } from '../field-message.ts';
import { fieldIssues } from '../validation.ts';
import { folderTypeConfigurationSchema } from './folder-type-schemas.ts';
import type { ConfiguredField, FolderTypeConfiguration } from './folder-types.ts';
import { jsonLines, lineOf, lineOfSyntaxError } from './json-lines.ts';

export interface ConfigurationProblem {
  /** As in JSONPath: `$[1].documentTypes[4].slug`. */
  readonly path: string;
  /** In the text of the file; null where nothing of it is there. */
  readonly line: number | null;
  readonly problem: string;
}

type Found = Omit<ConfigurationProblem, 'line'>;

const WORDS = {
  it: {
    twice: (name: string) => `${name} c’è già`,
    neither: (text: string) => `“${text}” non è né “true” né “false”`,
    lacks: (slug: string) => `manca ${slug}`,
    noJson: (message: string) => `Il file non è JSON: ${message}`,
  },
  en: {
    twice: (name: string) => `${name} is there already`,
    neither: (text: string) => `“${text}” is neither “true” nor “false”`,
    lacks: (slug: string) => `${slug} is missing`,
    noJson: (message: string) => `The file is not JSON: ${message}`,
  },
} as const satisfies Record<Language, object>;

const asJsonPath = (field: string): string =>
  field
    .split('.')
    .filter((part) => part !== '')
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : `${path}.${part}`), '$');

const ofSchema = (error: z.ZodError, language: Language): Found[] =>
  fieldIssues('configuration', error).map((issue) => ({
    path: asJsonPath(issue.field),
    problem: fieldMessage(issue, language),
  }));

/** The second of a name is never found: what it says would hold for nobody. */
function repeated(names: readonly string[], language: Language, pathOf: (index: number) => string): Found[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) < index ? [{ path: pathOf(index), problem: WORDS[language].twice(name) }] : [],
  );
}

function ofFields(fields: readonly ConfiguredField[], language: Language, path: string): Found[] {
  const names = fields.map(({ name }) => name);
  const unclear = fields.flatMap(({ required }, index) =>
    required === 'true' || required === 'false'
      ? []
      : [{ path: `${path}[${index}].required`, problem: WORDS[language].neither(required) }],
  );
  return [...repeated(names, language, (index) => `${path}[${index}].name`), ...unclear];
}

/** What every single value allows and the whole does not. */
function acrossValues(configuration: FolderTypeConfiguration, language: Language): Found[] {
  const folders = configuration.map(({ slug }) => slug);
  return [
    ...repeated(folders, language, (index) => `$[${index}].slug`),
    ...configuration.flatMap((folder, at) => {
      const path = `$[${at}].documentTypes`;
      const slugs = folder.documentTypes.map(({ slug }) => slug);
      // A document that waits for its customer's adherence finds its module in its own folder (P-9).
      const lacksModule = slugs.includes(FEA_MODULE) ? [] : [{ path, problem: WORDS[language].lacks(FEA_MODULE) }];
      return [
        ...ofFields(folder.fields, language, `$[${at}].fields`),
        ...repeated(slugs, language, (index) => `${path}[${index}].slug`),
        ...lacksModule,
        ...folder.documentTypes.flatMap(({ fields }, index) => ofFields(fields, language, `${path}[${index}].fields`)),
      ];
    }),
  ];
}

/** The call `folder-types/ext` names the values of closed lists beside the configuration; they follow from it. */
const withoutValues = (key: string, value: unknown): unknown => (key === 'values' ? undefined : value);

export interface ReadConfiguration {
  /** Null when there are problems. */
  readonly configuration: FolderTypeConfiguration | null;
  readonly isJson: boolean;
  readonly problems: readonly ConfigurationProblem[];
}

/** The text of a file, by the schema that the shipped file fits and by the rules that no single value can break. */
export function readConfiguration(text: string, language: Language): ReadConfiguration {
  let value: unknown;
  try {
    value = JSON.parse(text, withoutValues);
  } catch (error) {
    const { message } = error as Error;
    const problem = WORDS[language].noJson(message);
    return {
      configuration: null,
      isJson: false,
      problems: [{ path: '$', line: lineOfSyntaxError(text, message), problem }],
    };
  }
  const parsed = folderTypeConfigurationSchema.safeParse(value, { reportInput: true });
  const found = parsed.success ? acrossValues(parsed.data, language) : ofSchema(parsed.error, language);
  const lines = found.length === 0 ? null : jsonLines(text);
  const problems = found.map((one) => ({ ...one, line: lines && lineOf(lines, one.path) }));
  return { configuration: parsed.success && problems.length === 0 ? parsed.data : null, isJson: true, problems };
}

/** Something that is there and whose type a configuration would have to know. */
export interface TypeInUse {
  readonly folderType: string;
  /** Null: folders of that type, whatever is in them. */
  readonly documentType: string | null;
  /** How many. */
  readonly count: number;
}

/** Folders and documents that would be of no type any more: nobody could edit them or add to them. */
export function orphansOf(configuration: FolderTypeConfiguration, inUse: readonly TypeInUse[]): TypeInUse[] {
  return inUse.filter(({ folderType, documentType }) => {
    const folder = configuration.find(({ slug }) => slug === folderType);
    if (folder === undefined) return true;
    return documentType !== null && !folder.documentTypes.some(({ slug }) => slug === documentType);
  });
}
