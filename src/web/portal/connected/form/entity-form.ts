/** A form with the server's own rules: shows errors once touched, and refusals at their fields. */
import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { type FieldIssue, fieldMessage } from '#domain/field-message.ts';
import { ApiFailure } from '../../api/failure.ts';
import { uiLanguage } from '../../text/language.ts';
import { focusFirstError, useWording } from './form-messages.tsx';

export interface EntityForm<V extends Record<string, unknown>> extends UseFormReturnType<V> {
  /** Shows the server's refusals at their fields and focuses the first; true when every error had a field. */
  refuse: (failure: unknown) => boolean;
  /** For `<form onSubmit>`: validates, then focuses the first error or sends. */
  submit: (send: (values: V) => void) => ReturnType<UseFormReturnType<V>['onSubmit']>;
}

export interface EntityFormOptions<V> {
  initialValues: V;
  /** From the shared schema. */
  issues: (values: V) => readonly FieldIssue[];
  /** Further checks of this form, as messages; the shared rules take precedence. */
  problems?: (values: V) => Readonly<Record<string, string>>;
  /** Labels of fields that depend on the input. */
  labelOf?: (field: string, values: V) => string | undefined;
  /** The form field of a server field, where they differ. */
  fieldOf?: (serverField: string, values: V) => string;
  /** What to show at refused fields, where that is more than the server's message. */
  shown?: (errors: FormErrors, failure: unknown) => FormErrors;
  onValuesChange?: (values: V) => void;
  /** Errors that the server reported before this form was mounted. */
  initialErrors?: FormErrors;
}

export function useEntityForm<V extends Record<string, unknown>>(options: EntityFormOptions<V>): EntityForm<V> {
  const wording = useWording();
  const form = useForm<V>({
    initialValues: options.initialValues,
    initialErrors: options.initialErrors,
    validateInputOnBlur: true,
    // Validate lists on change: they may be left without ever having had the focus.
    validateInputOnChange: Object.keys(options.initialValues).filter((field) =>
      Array.isArray(options.initialValues[field]),
    ),
    onValuesChange: options.onValuesChange,
    validate: (values) => {
      const errors: Record<string, string> = {};
      for (const issue of options.issues(values)) {
        const label = options.labelOf?.(issue.field, values);
        errors[issue.field] ??= wording(issue.field, fieldMessage(issue, uiLanguage()), issue.code, label);
      }
      return { ...options.problems?.(values), ...errors };
    },
  });
  const refuse = (failure: unknown): boolean => {
    const named = failure instanceof ApiFailure ? (failure.body.fieldErrors ?? []) : [];
    const texts: Record<string, string> = {};
    for (const error of named) {
      const field = options.fieldOf?.(error.field, form.getValues()) ?? error.field;
      texts[field] ??= wording(field, error.message, error.code ?? '', options.labelOf?.(field, form.getValues()));
    }
    const errors = options.shown?.(texts, failure) ?? texts;
    form.setErrors(errors);
    setTimeout(() => focusFirstError(errors));
    return named.length > 0 && Object.keys(errors).every((field) => field in form.values);
  };
  return { ...form, refuse, submit: (send) => form.onSubmit(send, focusFirstError) };
}
