/** Maps a template's fields to the folder-type configuration, and decides which configured types are generated. */
import {
  type ConfiguredDocumentType,
  type ConfiguredField,
  type FolderTypeConfiguration,
  findField,
} from '../folders/folder-types.ts';
import { hasTemplate, paperFields } from './compose-paper.ts';
import type { PaperField } from './fields.ts';

/** A type without the field FILE is generated from its template. */
export const isGeneratedType = (type: ConfiguredDocumentType): boolean =>
  findField(type.fields, 'FILE') === undefined && hasTemplate(type.slug);

/** Only field types that every browser application of this kind supports; the template has the details. */
function configuredField({ name, kind, required }: PaperField): ConfiguredField {
  const type = kind === 'date' ? 'date' : kind === 'flag' ? 'checkbox' : 'string';
  return { name, type, required: String(required), default: kind === 'flag' ? 'false' : null };
}

/** The type without FILE and with every field of its template; existing definitions of these fields are kept. */
export function asGenerated(type: ConfiguredDocumentType): ConfiguredDocumentType {
  const templateFields = paperFields(type.slug);
  const names = new Set(templateFields.map(({ name }) => name));
  const otherFields = type.fields.filter(({ name }) => name !== 'FILE' && !names.has(name));
  const fields = templateFields.map((field) => findField(type.fields, field.name) ?? configuredField(field));
  return { ...type, fields: [...otherFields, ...fields] };
}

/** A configured field with the values that the server accepts, if its template has a closed list. */
export interface FieldWithValues extends ConfiguredField {
  values?: string[];
}

/** The configuration for API clients: fields of generated papers include their accepted values. */
export function withValues(configuration: FolderTypeConfiguration) {
  return configuration.map((folder) => ({
    ...folder,
    documentTypes: folder.documentTypes.map((type) => ({ ...type, fields: fieldsWithValues(type) })),
  }));
}

function fieldsWithValues(type: ConfiguredDocumentType): FieldWithValues[] {
  if (!isGeneratedType(type)) return type.fields;
  const choices = new Map(paperFields(type.slug).map((field) => [field.name, field.choices]));
  return type.fields.map((field) => {
    const values = choices.get(field.name);
    return values === undefined ? field : { ...field, values: [...values] };
  });
}

/** The type for a document uploaded before the type was generated: fields of the template are not required. */
export function asUploadedBefore(type: ConfiguredDocumentType): ConfiguredDocumentType {
  if (!isGeneratedType(type)) return type;
  const templateNames = new Set(paperFields(type.slug).map(({ name }) => name));
  const fields = type.fields.map((field) => (templateNames.has(field.name) ? { ...field, required: 'false' } : field));
  return { ...type, fields };
}

/** Papers generated in the shipped configuration; sales and workshop papers are uploaded. */
const GENERATED = /^(?:PRIVACY|LOAN)_|^(?:FEA_MODULE|AUDIT)$/;
const isGeneratedByDefault = (slug: string): boolean => GENERATED.test(slug);

/** The configuration with these types generated, if they have a template. */
export function withGeneratedPapers(
  configuration: FolderTypeConfiguration,
  isGenerated: (slug: string) => boolean = isGeneratedByDefault,
): FolderTypeConfiguration {
  return configuration.map((folder) => ({
    ...folder,
    documentTypes: folder.documentTypes.map((type) =>
      hasTemplate(type.slug) && isGenerated(type.slug) ? asGenerated(type) : type,
    ),
  }));
}
