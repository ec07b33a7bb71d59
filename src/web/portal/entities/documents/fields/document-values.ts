/** Values of a document's form, and their conversion to the body. Pure. */
import type { createDocument } from '#contract/calls/documents.ts';
import type { BodyOf } from '#contract/definition/call-types.ts';
import { hasFileField, typeDefaults } from '#domain/documents/document.ts';
import type { SignatureType } from '#domain/documents/document-states.ts';
import { isSupported, type VariableFields } from '#domain/documents/variable-fields.ts';
import { type ConfiguredField, extraFields } from '#domain/folders/folder-types.ts';
import type { DocumentRow } from '../../../api/answer-types.ts';
import { merge } from '../../../connected/form/merge-changes.ts';
import { formatDate } from '../../../text/dates.ts';
import { centuryOf, parsedDay } from '../../../text/typed-dates.ts';
import type { DocumentTypeRules } from '../../papers/form/paper.ts';
import type { MovedPlaces } from '../../signature-places/moved-places.ts';

export interface DocumentValues {
  file: File | null;
  sigType: SignatureType | null;
  signable: boolean;
  archivable: boolean;
  /** Text, flags and user ids; dates as gg/mm/aaaa. */
  fields: Record<string, string | boolean>;
  /** The folder's proposals for the fields of a paper. */
  proposed?: Readonly<Record<string, string>>;
  /** The signature fields that the seller moved; null when the proposed ones apply. */
  moved?: MovedPlaces | null;
}

/** The fields with the type's defaults. */
export function startingValues(type: DocumentTypeRules): DocumentValues {
  const { variableFields, ...fixed } = typeDefaults(type);
  return { file: null, ...fixed, fields: typedFields(type, variableFields) };
}

/** The fields of a stored document. */
export function valuesOf(row: DocumentRow, type: DocumentTypeRules): DocumentValues {
  const { sigType, signable, archivable } = row;
  return { file: null, sigType, signable, archivable, fields: typedFields(type, row.variableFields) };
}

function typedFields(
  type: DocumentTypeRules,
  stored: Readonly<Record<string, string | number | boolean | null>>,
): DocumentValues['fields'] {
  const entries = extraFields(type).map((field): [string, string | boolean] => {
    const value = Object.hasOwn(stored, field.name) ? (stored[field.name] ?? null) : null;
    if (field.type === 'checkbox') return [field.name, value === true];
    const ofPaper = type.paper?.typed(field.name, value === null ? '' : String(value));
    if (ofPaper !== undefined) return [field.name, ofPaper];
    const isDate = field.type === 'date' && typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
    return [field.name, isDate ? formatDate(value) : value === null ? '' : String(value)];
  });
  return Object.fromEntries(entries);
}

/** The fields written on creation and on edit; an unsupported field stays unchanged. */
export function fieldsBody(values: DocumentValues, type: DocumentTypeRules) {
  const variableFields: VariableFields = Object.fromEntries(
    extraFields(type)
      .filter(isSupported)
      .map((field) => [field.name, fieldValue(values.fields[field.name] ?? '', field, type)]),
  );
  return {
    sigType: values.sigType,
    signable: Boolean(values.signable),
    archivable: Boolean(values.archivable),
    variableFields,
  };
}

/** The body of a new document without its folder; omits a file chosen earlier for another type. `content` is base64 without a prefix. */
export function documentBody(
  values: DocumentValues,
  type: DocumentTypeRules,
  content: string | null,
): Omit<BodyOf<typeof createDocument>, 'folderId'> {
  const { file } = values;
  return {
    type: type.slug,
    ...fieldsBody(values, type),
    ...(file === null || content === null || !hasFileField(type)
      ? {}
      : { fileName: file.name, mimeType: mimeTypeOf(file), fileSize: file.size, content }),
  };
}

function fieldValue(
  value: string | boolean,
  { name, type }: ConfiguredField,
  { paper }: DocumentTypeRules,
): VariableFields[string] {
  if (type === 'checkbox') return value === true;
  if (typeof value === 'boolean') return value;
  const trimmed = value.trim() === '' ? null : value.trim();
  if (trimmed === null) return null;
  const ofPaper = paper?.stored(name, trimmed);
  if (ofPaper !== undefined) return ofPaper;
  if (type === 'date') return parsedDay(trimmed, centuryOf(name));
  return type.startsWith('ROLE_') ? Number(trimmed) : trimmed;
}

/** Keeps the local changes; everything else takes the current values. */
export function mergedValues(base: DocumentValues, mine: DocumentValues, stored: DocumentValues): DocumentValues {
  const fields = merge(base.fields, mine.fields, stored.fields).values;
  return { ...merge(base, mine, stored).values, file: null, fields };
}

const MIME_BY_ENDING: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** MIME types that a system reports for files of unknown type. */
const UNKNOWN_TYPES = ['', 'application/octet-stream'];

/** When the system reports no type for a file, use its extension. */
export function mimeTypeOf(file: { name: string; type: string }): string {
  if (!UNKNOWN_TYPES.includes(file.type)) return file.type;
  return MIME_BY_ENDING[file.name.split('.').at(-1)?.toLowerCase() ?? ''] ?? '';
}

/** Base64 without the data: prefix. Rejects when the file can no longer be read. */
export function toBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const text = String(reader.result);
      resolve(text.slice(text.indexOf(',') + 1));
    };
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'));
    reader.readAsDataURL(file);
  });
}
