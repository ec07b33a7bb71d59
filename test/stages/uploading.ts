/** A configuration in which every document is uploaded, as before the templates existed. */
import {
  type ConfiguredDocumentType,
  type FolderTypeConfiguration,
  findField,
} from '../../src/domain/folders/folder-types.ts';
import { paperFields } from '../../src/domain/papers/compose-paper.ts';

const FILE = { name: 'FILE', type: 'file', required: 'true', default: null };

function asUploaded(type: ConfiguredDocumentType): ConfiguredDocumentType {
  if (findField(type.fields, 'FILE')) return type;
  const ofPaper = new Set(paperFields(type.slug).map(({ name }) => name));
  return { ...type, fields: [FILE, ...type.fields.filter(({ name }) => !ofPaper.has(name))] };
}

export const withUploads = (configuration: FolderTypeConfiguration): FolderTypeConfiguration =>
  configuration.map((folder) => ({ ...folder, documentTypes: folder.documentTypes.map(asUploaded) }));
