/** Validates a hand-written folder-type configuration as a whole; every problem is reported with its path. Pure. */
import type { z } from 'zod';
import { FEA_MODULE } from '../documents/fea.ts';
import { fieldMessage } from '../field-message.ts';
import { fieldIssues } from '../validation.ts';
import { folderTypeConfigurationSchema } from './folder-type-schemas.ts';
import type { ConfiguredField, FolderTypeConfiguration } from './folder-types.ts';

export interface ConfigurationProblem {
  /** JSONPath: `$[1].documentTypes[4].slug`. */
  readonly path: string;
  /** In Italian, for the user of the command. */
  readonly problem: string;
}

const asJsonPath = (field: string): string =>
  field
    .split('.')
    .filter((part) => part !== '')
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : `${path}.${part}`), '$');

const ofSchema = (error: z.ZodError): ConfigurationProblem[] =>
  fieldIssues('configuration', error).map((issue) => ({
    path: asJsonPath(issue.field),
    problem: fieldMessage(issue, 'it'),
  }));

/** The second entry of a name is never found, so it would have no effect. */
function repeated(names: readonly string[], pathOf: (index: number) => string): ConfigurationProblem[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) < index ? [{ path: pathOf(index), problem: `${name} c’è già` }] : [],
  );
}

function ofFields(fields: readonly ConfiguredField[], path: string): ConfigurationProblem[] {
  const names = fields.map(({ name }) => name);
  const unclear = fields.flatMap(({ required }, index) =>
    required === 'true' || required === 'false'
      ? []
      : [{ path: `${path}[${index}].required`, problem: `“${required}” non è né “true” né “false”` }],
  );
  return [...repeated(names, (index) => `${path}[${index}].name`), ...unclear];
}

/** Problems across values that are valid individually. */
function acrossValues(configuration: FolderTypeConfiguration): ConfigurationProblem[] {
  const folders = configuration.map(({ slug }) => slug);
  return [
    ...repeated(folders, (index) => `$[${index}].slug`),
    ...configuration.flatMap((folder, at) => {
      const path = `$[${at}].documentTypes`;
      const slugs = folder.documentTypes.map(({ slug }) => slug);
      // A document that waits for its customer's adherence needs the module in its own folder.
      const lacksModule = slugs.includes(FEA_MODULE) ? [] : [{ path, problem: `manca ${FEA_MODULE}` }];
      return [
        ...ofFields(folder.fields, `$[${at}].fields`),
        ...repeated(slugs, (index) => `${path}[${index}].slug`),
        ...lacksModule,
        ...folder.documentTypes.flatMap(({ fields }, index) => ofFields(fields, `${path}[${index}].fields`)),
      ];
    }),
  ];
}

/** Checks the schema of the shipped file, and the rules across values. */
export function readConfiguration(value: unknown): {
  /** Null when there are problems. */
  readonly configuration: FolderTypeConfiguration | null;
  readonly problems: readonly ConfigurationProblem[];
} {
  const parsed = folderTypeConfigurationSchema.safeParse(value, { reportInput: true });
  const problems = parsed.success ? acrossValues(parsed.data) : ofSchema(parsed.error);
  return { configuration: parsed.success && problems.length === 0 ? parsed.data : null, problems };
}

/** Existing data whose type a configuration must contain. */
export interface TypeInUse {
  readonly folderType: string;
  /** Null: folders of that type, regardless of their content. */
  readonly documentType: string | null;
  readonly count: number;
}

/** Folders and documents whose type would no longer exist: no user could edit or extend them. */
export function orphansOf(configuration: FolderTypeConfiguration, inUse: readonly TypeInUse[]): TypeInUse[] {
  return inUse.filter(({ folderType, documentType }) => {
    const folder = configuration.find(({ slug }) => slug === folderType);
    if (folder === undefined) return true;
    return documentType !== null && !folder.documentTypes.some(({ slug }) => slug === documentType);
  });
}
