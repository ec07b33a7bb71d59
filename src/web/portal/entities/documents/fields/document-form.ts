/** The form over a document's fields: shows errors once touched, validates the file as soon as it is chosen. */
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { MAX_FILE_BYTES } from '#domain/documents/document.ts';
import { focusFirstError, useWording } from '../../../connected/form/form-messages.tsx';
import type { RefusedFields } from '../../../connected/page-comparison.tsx';
import { uiLanguage } from '../../../text/language.ts';
import { BYTES_PER_MEGABYTE, formatCount } from '../../../text/numbers.ts';
import type { DocumentTypeRules, PaperCase } from '../../papers/form/paper.ts';
import type { DocumentValues } from './document-values.ts';
import { documentErrors, type Errors, type FileProblem, type RuleTexts, type ValidationContext } from './rules.ts';

export interface DocumentForm {
  form: UseFormReturnType<DocumentValues>;
  chooseFile: (file: File | null) => void;
  tooManyFiles: () => void;
  /** The file field lost the focus: checks whether a file is missing. */
  leaveFile: () => void;
  /** Validates and shows the errors; `draft` requires less. */
  check: (draft?: boolean) => Errors;
  /** Validates, then focuses the first error or passes the values on. */
  submit: (send: (values: DocumentValues) => void, draft?: boolean) => void;
  /** Shows errors at their fields and focuses the first. */
  refuse: (errors: RefusedFields) => void;
}

/** Values before a type is chosen or a document is loaded. */
export const EMPTY_VALUES: DocumentValues = {
  file: null,
  sigType: null,
  signable: false,
  archivable: false,
  fields: {},
};

/** The maximum file size as text: "25 MB". */
export const largestFile = (): string => `${formatCount(MAX_FILE_BYTES / BYTES_PER_MEGABYTE)}\u00a0MB`;

function useRuleTexts(): RuleTexts {
  const { t } = useTranslation();
  const wording = useWording();
  return {
    language: uiLanguage(),
    wording,
    file: (problem: FileProblem | 'many', signable: boolean) =>
      t(`documentFields.error.${problem}`, {
        accepted: t(signable ? 'documentFields.acceptedPdf' : 'documentFields.acceptedAny'),
        bytes: formatCount(MAX_FILE_BYTES),
        max: largestFile(),
      }),
    signableNotPdf: t('documentFields.signableNotPdf'),
  };
}

export function useDocumentForm(options: {
  /** Null while none is chosen: nothing is validated then. */
  type: DocumentTypeRules | null;
  initialValues: DocumentValues;
  initialErrors?: RefusedFields;
  /** The file already stored; absent on creation. */
  stored?: ValidationContext['stored'];
  /** The context of a generated paper; absent until known. */
  paperCase?: PaperCase | undefined;
  onValuesChange?: (values: DocumentValues) => void;
}): DocumentForm {
  const { type, stored, paperCase } = options;
  const words = useRuleTexts();
  const errorsOf = (values: DocumentValues, draft = false) =>
    type ? documentErrors(values, type, { draft, stored, paperCase }, words) : {};
  const form = useForm<DocumentValues>({
    initialValues: options.initialValues,
    initialErrors: options.initialErrors,
    validateInputOnBlur: true,
    onValuesChange: options.onValuesChange,
    validate: (values) => errorsOf(values),
  });
  // The accepted formats depend on `signable`: validate a chosen file again.
  form.watch('signable', ({ value }) => {
    const values = { ...form.getValues(), signable: value };
    if (values.file) form.setFieldError('file', errorsOf(values).file ?? null);
  });
  const check = (draft = false) => {
    const errors = errorsOf(form.getValues(), draft);
    form.setErrors(errors);
    return errors;
  };
  const refuse = (errors: RefusedFields) => {
    form.setErrors(errors);
    setTimeout(() => focusFirstError(errors));
  };
  return {
    form,
    chooseFile: (file) => {
      form.setFieldValue('file', file);
      form.setFieldError('file', errorsOf({ ...form.getValues(), file }).file ?? null);
    },
    tooManyFiles: () => form.setFieldError('file', words.file('many', form.getValues().signable)),
    leaveFile: () => {
      if (!form.errors.file) form.setFieldError('file', errorsOf(form.getValues()).file ?? null);
    },
    check,
    submit: (send, draft = false) => {
      const errors = check(draft);
      if (Object.keys(errors).length === 0) send(form.getValues());
      else focusFirstError(errors);
    },
    refuse,
  };
}
