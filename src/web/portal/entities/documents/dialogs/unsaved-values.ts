/** Shared by creating and editing a document: refusals at their fields, and the draft of an unfinished form. */
import { ApiFailure } from '../../../api/failure.ts';
import { useWording } from '../../../connected/form/form-messages.tsx';
import { withPageComparison } from '../../../connected/page-comparison.tsx';
import { type DocumentForm, EMPTY_VALUES } from '../fields/document-form.ts';
import type { DocumentValues } from '../fields/document-values.ts';
import { refusedFields } from '../fields/rules.ts';

/** A file cannot be kept; its name is, to ask for it again. */
export type KeptValues = Omit<DocumentValues, 'file'> & { type: string | null; fileName: string | null };

export function storableValues(values: DocumentValues, type: string | null): KeptValues {
  const { file, ...rest } = values;
  return { ...rest, type, fileName: file?.name ?? null };
}

export function restoredValues(values: KeptValues): DocumentValues {
  const { sigType, signable, archivable, fields, proposed, moved = null } = values;
  return { ...EMPTY_VALUES, sigType, signable, archivable, fields, moved, ...(proposed ? { proposed } : {}) };
}

/** Shows a refusal at its fields; true when every error had a field. */
export function useRefuse(fields: DocumentForm): (cause: unknown) => boolean {
  const wording = useWording();
  return (cause) => {
    const errors = refusedFields(cause instanceof ApiFailure ? (cause.body.fieldErrors ?? []) : [], wording);
    const { fields: typed, ...fixed } = fields.form.getValues();
    const formPaths = [...Object.keys(fixed), ...Object.keys(typed).map((name) => `fields.${name}`)];
    const refusedPaths = Object.keys(errors);
    if (refusedPaths.length > 0) fields.refuse(withPageComparison(errors, cause));
    return refusedPaths.length > 0 && refusedPaths.every((path) => formPaths.includes(path));
  };
}
