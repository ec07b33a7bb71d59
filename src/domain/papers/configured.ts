/** How a template's fields stand in the folder-type configuration, and which configured types are generated (P-16, D-110). */
import {
  type ConfiguredDocumentType,
  type ConfiguredField,
  type FolderTypeConfiguration,
  findField,
} from '../folders/folder-types.ts';
import { hasTemplate, paperFields } from './compose.ts';
import type { PaperField } from './fields.ts';

/** A type without the field FILE is generated from its template (P-16). */
export const isGeneratedType = (type: ConfiguredDocumentType): boolean =>
  findField(type.fields, 'FILE') === undefined && hasTemplate(type.slug);

/** The types of extra fields that any browser of this kind draws; the template knows the rest. */
function configuredField({ name, kind, required }: PaperField): ConfiguredField {
  const type = kind === 'date' ? 'date' : kind === 'flag' ? 'checkbox' : 'string';
  return { name, type, required: String(required), default: kind === 'flag' ? 'false' : null };
}

/** The type without FILE and with every field of its template; what it already says of one of them holds. */
export function asGenerated(type: ConfiguredDocumentType): ConfiguredDocumentType {
  const ofPaper = paperFields(type.slug);
  const names = new Set(ofPaper.map(({ name }) => name));
  const own = type.fields.filter(({ name }) => name !== 'FILE' && !names.has(name));
  const fields = ofPaper.map((field) => findField(type.fields, field.name) ?? configuredField(field));
  return { ...type, fields: [...own, ...fields] };
}

/** A configured field with the values that the server takes for it, where its template has a closed list. */
export interface FieldWithValues extends ConfiguredField {
  values?: string[];
}

/** The configuration as API clients read it: the fields of generated papers name the values they take. */
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

/** The type for a document whose file was uploaded before it was generated: nothing of its template is asked for. */
export function asUploadedBefore(type: ConfiguredDocumentType): ConfiguredDocumentType {
  if (!isGeneratedType(type)) return type;
  const ofPaper = new Set(paperFields(type.slug).map(({ name }) => name));
  const fields = type.fields.map((field) => (ofPaper.has(field.name) ? { ...field, required: 'false' } : field));
  return { ...type, fields };
}

/** Papers that the shipped configuration is to generate; sales and workshop papers come as files (P-16). */
const GENERATED = /^(?:PRIVACY|LOAN)_|^(?:FEA_MODULE|AUDIT)$/;
const isWanted = (slug: string): boolean => GENERATED.test(slug);

/** The configuration with these types generated, as far as they have a template. */
export function withGeneratedPapers(
  configuration: FolderTypeConfiguration,
  wanted: (slug: string) => boolean = isWanted,
): FolderTypeConfiguration {
  return configuration.map((folder) => ({
    ...folder,
    documentTypes: folder.documentTypes.map((type) =>
      hasTemplate(type.slug) && wanted(type.slug) ? asGenerated(type) : type,
    ),
  }));
}
