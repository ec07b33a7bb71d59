/** A folder-type configuration that somebody wrote by hand: read whole, with every problem named by its place (P-16). Pure. */
import type { z } from 'zod';
import { FEA_MODULE } from '../documents/fea.ts';
import { fieldMessage } from '../field-message.ts';
import type { Language } from '../refusals/text.ts';
import { fieldIssues } from '../validation.ts';
import { folderTypeConfigurationSchema } from './folder-type-schemas.ts';
import type { ConfiguredField, FolderTypeConfiguration } from './folder-types.ts';

export interface ConfigurationProblem {
  /** As in JSONPath: `$[1].documentTypes[4].slug`. */
  readonly path: string;
  readonly problem: Readonly<Record<Language, string>>;
}

const asJsonPath = (field: string): string =>
  field
    .split('.')
    .filter((part) => part !== '')
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : `${path}.${part}`), '$');

const ofSchema = (error: z.ZodError): ConfigurationProblem[] =>
  fieldIssues('configuration', error).map((issue) => ({
    path: asJsonPath(issue.field),
    problem: { it: fieldMessage(issue, 'it'), en: fieldMessage(issue, 'en') },
  }));

/** The second of a name is never found: what it says would hold for nobody. */
function repeated(names: readonly string[], pathOf: (index: number) => string): ConfigurationProblem[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) < index
      ? [{ path: pathOf(index), problem: { it: `${name} c’è già`, en: `${name} is there already` } }]
      : [],
  );
}

const neither = (required: string) => ({
  it: `“${required}” non è né “true” né “false”`,
  en: `“${required}” is neither “true” nor “false”`,
});

function ofFields(fields: readonly ConfiguredField[], path: string): ConfigurationProblem[] {
  const names = fields.map(({ name }) => name);
  const unclear = fields.flatMap(({ required }, index) =>
    required === 'true' || required === 'false'
      ? []
      : [{ path: `${path}[${index}].required`, problem: neither(required) }],
  );
  return [...repeated(names, (index) => `${path}[${index}].name`), ...unclear];
}

/** What every single value allows and the whole does not. */
function acrossValues(configuration: FolderTypeConfiguration): ConfigurationProblem[] {
  const folders = configuration.map(({ slug }) => slug);
  return [
    ...repeated(folders, (index) => `$[${index}].slug`),
    ...configuration.flatMap((folder, at) => {
      const path = `$[${at}].documentTypes`;
      const slugs = folder.documentTypes.map(({ slug }) => slug);
      // A document that waits for its customer's adherence finds its module in its own folder (P-9).
      const lacksModule = slugs.includes(FEA_MODULE)
        ? []
        : [{ path, problem: { it: `manca ${FEA_MODULE}`, en: `${FEA_MODULE} is missing` } }];
      return [
        ...ofFields(folder.fields, `$[${at}].fields`),
        ...repeated(slugs, (index) => `${path}[${index}].slug`),
        ...lacksModule,
        ...folder.documentTypes.flatMap(({ fields }, index) => ofFields(fields, `${path}[${index}].fields`)),
      ];
    }),
  ];
}

/** By the schema that the shipped file fits, and by the rules that no single value can break. */
export function readConfiguration(value: unknown): {
  /** Null when there are problems. */
  readonly configuration: FolderTypeConfiguration | null;
  readonly problems: readonly ConfigurationProblem[];
} {
  const parsed = folderTypeConfigurationSchema.safeParse(value, { reportInput: true });
  const problems = parsed.success ? acrossValues(parsed.data) : ofSchema(parsed.error);
  return { configuration: parsed.success && problems.length === 0 ? parsed.data : null, problems };
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
