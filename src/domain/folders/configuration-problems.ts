/** Validates a hand-written folder-type configuration as a whole; every problem is reported with its path. Pure. */
import { ZodError, type z } from 'zod';
import { FEA_MODULE } from '../documents/fea.ts';
import type { Language } from '../errors.ts';
import { fieldMessage } from '../field-message.ts';
import { fieldIssues } from '../validation.ts';
import { folderTypeConfigurationSchema } from './folder-type-schemas.ts';
import type { ConfiguredField, FolderTypeConfiguration } from './folder-types.ts';
import { type JsonLines, jsonLines, lineOf } from './json-lines.ts';

/** At most this many problems are listed; the next ones follow once these are corrected. */
const MAX_PROBLEMS = 100;

export interface ConfigurationProblem {
  /** JSONPath: `$[1].documentTypes[4].slug`. */
  readonly path: string;
  /** Line in the file's text; null if the file does not contain the path. */
  readonly line: number | null;
  readonly problem: string;
}

type Problem = Omit<ConfigurationProblem, 'line'>;

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

function schemaProblems({ issues }: z.ZodError, language: Language): Problem[] {
  // A file of an entirely different shape has hundreds of thousands of issues.
  const first = new ZodError(issues.slice(0, MAX_PROBLEMS));
  return fieldIssues('configuration', first).map((issue) => ({
    path: asJsonPath(issue.field),
    problem: fieldMessage(issue, language),
  }));
}

/** The second entry of a name is never found, so it would have no effect. */
function duplicateProblems(names: readonly string[], language: Language, pathOf: (index: number) => string): Problem[] {
  const seen = new Set<string>();
  return names.flatMap((name, index) => {
    const isDuplicate = seen.has(name);
    seen.add(name);
    return isDuplicate ? [{ path: pathOf(index), problem: WORDS.twice[language](name) }] : [];
  });
}

function ofFields(fields: readonly ConfiguredField[], language: Language, path: string): Problem[] {
  const names = fields.map(({ name }) => name);
  const invalidFlags = fields.flatMap(({ required }, index) =>
    required === 'true' || required === 'false'
      ? []
      : [{ path: `${path}[${index}].required`, problem: WORDS.neither[language](required) }],
  );
  return [...duplicateProblems(names, language, (index) => `${path}[${index}].name`), ...invalidFlags];
}

/** PostgreSQL stores neither U+0000 nor an unpaired surrogate. */
function storageProblems(value: unknown, language: Language, path: string): Problem[] {
  if (typeof value === 'string') {
    return value.includes('\0') || !value.isWellFormed() ? [{ path, problem: WORDS.unstorable[language] }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    storageProblems(child, language, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`),
  );
}

/** Problems across values that are valid individually. */
function crossValueProblems(configuration: FolderTypeConfiguration, language: Language): Problem[] {
  const folders = configuration.map(({ slug }) => slug);
  return [
    ...storageProblems(configuration, language, '$'),
    ...duplicateProblems(folders, language, (index) => `$[${index}].slug`),
    ...configuration.flatMap((folder, at) => {
      const path = `$[${at}].documentTypes`;
      const slugs = folder.documentTypes.map(({ slug }) => slug);
      // A document that waits for its customer's adherence needs the module in its own folder.
      const lacksModule = slugs.includes(FEA_MODULE) ? [] : [{ path, problem: WORDS.lacks[language](FEA_MODULE) }];
      return [
        ...ofFields(folder.fields, language, `$[${at}].fields`),
        ...duplicateProblems(slugs, language, (index) => `${path}[${index}].slug`),
        ...lacksModule,
        ...folder.documentTypes.flatMap(({ fields }, index) => ofFields(fields, language, `${path}[${index}].fields`)),
      ];
    }),
  ];
}

/** The endpoint `folder-types/ext` adds the values of closed lists to the configuration; they are derived from it. */
const withoutValues = (key: string, value: unknown): unknown => (key === 'values' ? undefined : value);

export interface ReadConfiguration {
  /** Null when there are problems. */
  readonly configuration: FolderTypeConfiguration | null;
  readonly isJson: boolean;
  /** The first `MAX_PROBLEMS`. */
  readonly problems: readonly ConfigurationProblem[];
  /** Of all problems. */
  readonly problemCount: number;
}

/** A syntax error with its position; the engine's message is English and sometimes has none. */
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

/** Checks a file's text by the schema of the shipped file, and by the rules across values. */
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
  const found = parsed.success ? crossValueProblems(parsed.data, language) : schemaProblems(parsed.error, language);
  const { lines, duplicates } = jsonLines(text);
  const foundCount = parsed.success ? found.length : Math.max(found.length, parsed.error.issues.length);
  const problemCount = duplicates.length + foundCount;
  if (parsed.success && problemCount === 0) {
    return { configuration: parsed.data, isJson: true, problems: [], problemCount };
  }
  const problems = [
    ...duplicates
      .slice(0, MAX_PROBLEMS)
      .map(({ path, line, key }) => ({ path, line, problem: WORDS.twice[language](key) })),
    ...found.slice(0, MAX_PROBLEMS).map((problem) => ({ ...problem, line: lineOf(lines, problem.path) })),
  ].slice(0, MAX_PROBLEMS);
  return { configuration: null, isJson: true, problems, problemCount };
}

/** Existing data whose type a configuration must contain. */
export interface TypeInUse {
  readonly folderType: string;
  /** Null: folders of that type, regardless of their content. */
  readonly documentType: string | null;
  /** How many. */
  readonly count: number;
}

/** Folders and documents whose type would no longer exist: they could be neither edited nor extended. */
export function orphansOf(configuration: FolderTypeConfiguration, inUse: readonly TypeInUse[]): TypeInUse[] {
  return inUse.filter(({ folderType, documentType }) => {
    const folder = configuration.find(({ slug }) => slug === folderType);
    if (folder === undefined) return true;
    return documentType !== null && !folder.documentTypes.some(({ slug }) => slug === documentType);
  });
}
