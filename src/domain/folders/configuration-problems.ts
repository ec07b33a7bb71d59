/** A folder-type configuration that somebody wrote by hand: read whole, with every problem named by its place (P-16). Pure. */
import { ZodError, type z } from 'zod';
import { FEA_MODULE } from '../documents/fea.ts';
import type { Language } from '../errors.ts';
import { fieldMessage } from '../field-message.ts';
import { fieldIssues } from '../validation.ts';
import { folderTypeConfigurationSchema } from './folder-type-schemas.ts';
import type { ConfiguredField, FolderTypeConfiguration } from './folder-types.ts';
import { type JsonLines, jsonLines, lineOf } from './json-lines.ts';

/** So many problems are named; who has corrected them is shown the next ones. */
const MOST_PROBLEMS = 100;

export interface ConfigurationProblem {
  /** As in JSONPath: `$[1].documentTypes[4].slug`. */
  readonly path: string;
  /** In the text of the file; null where nothing of it is there. */
  readonly line: number | null;
  readonly problem: string;
}

type Found = Omit<ConfigurationProblem, 'line'>;

const WORDS = {
  twice: { it: (name: string) => `${name} c’è già`, en: (name: string) => `${name} is there already` },
  neither: {
    it: (text: string) => `“${text}” non è né “true” né “false”`,
    en: (text: string) => `“${text}” is neither “true” nor “false”`,
  },
  lacks: { it: (slug: string) => `manca ${slug}`, en: (slug: string) => `${slug} is missing` },
  unstorable: { it: 'contiene un carattere che non si può salvare', en: 'contains a character that cannot be stored' },
  noJson: {
    it: (near: string) => `Il file non è JSON: errore a “${near}”`,
    en: (near: string) => `The file is not JSON: error at “${near}”`,
  },
  ends: { it: 'Il file non è JSON: finisce troppo presto', en: 'The file is not JSON: it ends too early' },
  tooDeep: { it: 'Il file non è JSON: troppi livelli', en: 'The file is not JSON: too many levels' },
} as const satisfies Record<string, Record<Language, unknown>>;

const asJsonPath = (field: string): string =>
  field
    .split('.')
    .filter((part) => part !== '')
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : `${path}.${part}`), '$');

function ofSchema({ issues }: z.ZodError, language: Language): Found[] {
  // A file that fits nowhere has hundreds of thousands of them.
  const first = new ZodError(issues.slice(0, MOST_PROBLEMS));
  return fieldIssues('configuration', first).map((issue) => ({
    path: asJsonPath(issue.field),
    problem: fieldMessage(issue, language),
  }));
}

/** The second of a name is never found: what it says would hold for nobody. */
function repeated(names: readonly string[], language: Language, pathOf: (index: number) => string): Found[] {
  const known = new Set<string>();
  return names.flatMap((name, index) => {
    const isKnown = known.has(name);
    known.add(name);
    return isKnown ? [{ path: pathOf(index), problem: WORDS.twice[language](name) }] : [];
  });
}

function ofFields(fields: readonly ConfiguredField[], language: Language, path: string): Found[] {
  const names = fields.map(({ name }) => name);
  const unclear = fields.flatMap(({ required }, index) =>
    required === 'true' || required === 'false'
      ? []
      : [{ path: `${path}[${index}].required`, problem: WORDS.neither[language](required) }],
  );
  return [...repeated(names, language, (index) => `${path}[${index}].name`), ...unclear];
}

/** PostgreSQL takes neither U+0000 nor half a character. */
function unstorable(value: unknown, language: Language, path: string): Found[] {
  if (typeof value === 'string') {
    return value.includes('\0') || !value.isWellFormed() ? [{ path, problem: WORDS.unstorable[language] }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    unstorable(inner, language, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`),
  );
}

/** What every single value allows and the whole does not. */
function acrossValues(configuration: FolderTypeConfiguration, language: Language): Found[] {
  const folders = configuration.map(({ slug }) => slug);
  return [
    ...unstorable(configuration, language, '$'),
    ...repeated(folders, language, (index) => `$[${index}].slug`),
    ...configuration.flatMap((folder, at) => {
      const path = `$[${at}].documentTypes`;
      const slugs = folder.documentTypes.map(({ slug }) => slug);
      // A document that waits for its customer's adherence finds its module in its own folder (P-9).
      const lacksModule = slugs.includes(FEA_MODULE) ? [] : [{ path, problem: WORDS.lacks[language](FEA_MODULE) }];
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
  /** The first ones. */
  readonly problems: readonly ConfigurationProblem[];
  /** All. */
  readonly problemCount: number;
}

/** What is no JSON, at the place where it stops being so; the words of the engine are English, and lack it at times. */
function syntaxProblem(text: string, { error }: JsonLines, language: Language): ConfigurationProblem {
  if (error === null) return { path: '$', line: null, problem: WORDS.tooDeep[language] };
  const near =
    text
      .slice(error.at, error.at + 40)
      .split('\n', 1)[0]
      ?.replace(/\p{Cc}/gu, '')
      .trim() ?? '';
  return { path: '$', line: error.line, problem: near === '' ? WORDS.ends[language] : WORDS.noJson[language](near) };
}

/** The text of a file, by the schema that the shipped file fits and by the rules that no single value can break. */
export function readConfiguration(file: string, language: Language): ReadConfiguration {
  const text = file.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(text, withoutValues);
  } catch {
    const problem = syntaxProblem(text, jsonLines(text), language);
    return { configuration: null, isJson: false, problems: [problem], problemCount: 1 };
  }
  const parsed = folderTypeConfigurationSchema.safeParse(value, { reportInput: true });
  const found = parsed.success ? acrossValues(parsed.data, language) : ofSchema(parsed.error, language);
  const problemCount = parsed.success ? found.length : Math.max(found.length, parsed.error.issues.length);
  if (parsed.success && problemCount === 0) {
    return { configuration: parsed.data, isJson: true, problems: [], problemCount };
  }
  const { lines } = jsonLines(text);
  const problems = found.slice(0, MOST_PROBLEMS).map((one) => ({ ...one, line: lineOf(lines, one.path) }));
  return { configuration: null, isJson: true, problems, problemCount };
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
