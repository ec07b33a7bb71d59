/** Upload of a photo or scan of a paper in a form: PDF, JPEG or PNG; on a phone the browser offers its camera. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ACCEPTED_AS_COPY, MAX_FILE_BYTES } from '#domain/documents/document.ts';
import { ApiFailure } from '../../api/failure.ts';
import { formatCount } from '../../text/numbers.ts';
import { FileDrop } from '../../ui/inputs/file-drop.tsx';
import { largestFile } from './fields/document-form.ts';
import { mimeTypeOf, toBase64 } from './fields/document-values.ts';

const problemText = (t: TFunction, problem: 'type' | 'large' | 'small' | 'many'): string =>
  t(`documentFields.error.${problem}`, {
    accepted: t('documentDialogs.copyAccepted'),
    bytes: formatCount(MAX_FILE_BYTES),
    max: largestFile(),
  });

/** The file's errors as messages, by field name; empty when it can be sent. */
export function copyProblems(t: TFunction, file: File | null): Record<string, string> {
  if (file === null) return {};
  const accepted: readonly string[] = ACCEPTED_AS_COPY;
  if (!accepted.includes(mimeTypeOf(file))) return { file: problemText(t, 'type') };
  if (file.size > MAX_FILE_BYTES) return { file: problemText(t, 'large') };
  return file.size === 0 ? { file: problemText(t, 'small') } : {};
}

export function PaperCopy(props: {
  label: string;
  hint: string;
  form: {
    values: { file: File | null };
    errors: { file?: React.ReactNode };
    setFieldError: (field: 'file', error: string) => void;
  };
  onFile: (file: File | null) => void;
}) {
  const { t } = useTranslation();
  const { form } = props;
  return (
    <FileDrop
      label={props.label}
      hint={props.hint}
      accept="image/jpeg,image/png,application/pdf,.jpg,.jpeg,.png,.pdf"
      required={false}
      file={form.values.file}
      error={form.errors.file}
      onFile={(file) => {
        props.onFile(file);
        const { file: problem } = copyProblems(t, file);
        if (problem !== undefined) form.setFieldError('file', problem);
      }}
      onTooMany={() => form.setFieldError('file', problemText(t, 'many'))}
    />
  );
}

/** The file as base64 for the body. @throws the field's error when the file can no longer be read. */
export async function copyOf(file: File, unreadable: string) {
  const content = await toBase64(file).catch(() => {
    throw new ApiFailure(422, { fieldErrors: [{ objectName: 'document', field: 'file', message: unreadable }] });
  });
  return { fileName: file.name, mimeType: mimeTypeOf(file) || null, fileSize: file.size, content };
}
