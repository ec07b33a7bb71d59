/** Shared by creating and editing a document: refusals at their fields, and the draft of an unfinished form. */
import { ApiFailure } from '../../../api/failure.ts';
import { useWording } from '../../../connected/form/wording.tsx';
import { withDrawings } from '../../../connected/page-comparison.tsx';
import { type DocumentForm, EMPTY_VALUES } from '../fields/document-form.ts';
import { refusedFields } from '../fields/rules.ts';
import type { DocumentValues } from '../fields/values.ts';

/** A file cannot be kept; its name is, to ask for it again. */
export type KeptValues = Omit<DocumentValues, 'file'> & { type: string | null; fileName: string | null };

export function kept(values: DocumentValues, type: string | null): KeptValues {
  const { file, ...rest } = values;
  return { ...rest, type, fileName: file?.name ?? null };
}

export function resumed(values: KeptValues): DocumentValues {
  const { sigType, signable, archivable, fields, proposed, moved = null } = values;
  return { ...EMPTY_VALUES, sigType, signable, archivable, fields, moved, ...(proposed ? { proposed } : {}) };
}

/** Shows a refusal at its fields; true when every error had a field. */
export function useRefuse(fields: DocumentForm): (cause: unknown) => boolean {
  const wording = useWording();
  return (cause) => {
    const errors = refusedFields(cause instanceof ApiFailure ? (cause.body.fieldErrors ?? []) : [], wording);
    const { fields: typed, ...fixed } = fields.form.getValues();
    const places = [...Object.keys(fixed), ...Object.keys(typed).map((name) => `fields.${name}`)];
    const named = Object.keys(errors);
    if (named.length > 0) fields.refuse(withDrawings(errors, cause));
    return named.length > 0 && named.every((path) => places.includes(path));
  };
}
