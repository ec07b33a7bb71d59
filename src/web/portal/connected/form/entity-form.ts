/** A form over the server's own rules: errors once touched, refusals back at their fields. */
import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { type FieldIssue, fieldMessage } from '#domain/field-message.ts';
import { ApiFailure } from '../../api/failure.ts';
import { spoken } from '../../text/language.ts';
import { focusFirstError, useWording } from './wording.tsx';

export interface EntityForm<V extends Record<string, unknown>> extends UseFormReturnType<V> {
  /** Puts the server's refusals at their fields and focuses the first; true when every one found its field. */
  refuse: (failure: unknown) => boolean;
  /** For `<form onSubmit>`: validates, focuses the first wrong field, or sends. */
  submit: (send: (values: V) => void) => ReturnType<UseFormReturnType<V>['onSubmit']>;
}

export interface EntityFormOptions<V> {
  initialValues: V;
  /** From the shared schema. */
  issues: (values: V) => readonly FieldIssue[];
  /** What only this form can say of a field, in words; the shared rules come first. */
  problems?: (values: V) => Readonly<Record<string, string>>;
  /** Names fields whose label hangs on what is typed. */
  labelOf?: (field: string, values: V) => string | undefined;
  /** Name of the form's field for a server's one, where they differ. */
  fieldOf?: (serverField: string, values: V) => string;
  /** What stands at the fields that the server refused, where that is more than its words. */
  shown?: (errors: FormErrors, failure: unknown) => FormErrors;
  onValuesChange?: (values: V) => void;
  /** What the server refused before this form was there. */
  initialErrors?: FormErrors;
}

export function useEntityForm<V extends Record<string, unknown>>(options: EntityFormOptions<V>): EntityForm<V> {
  const wording = useWording();
  const form = useForm<V>({
    initialValues: options.initialValues,
    initialErrors: options.initialErrors,
    validateInputOnBlur: true,
    // What is chosen from a list is judged as it changes: it may be left without ever having had the focus.
    validateInputOnChange: Object.keys(options.initialValues).filter((field) =>
      Array.isArray(options.initialValues[field]),
    ),
    onValuesChange: options.onValuesChange,
    validate: (values) => {
      const errors: Record<string, string> = {};
      for (const issue of options.issues(values)) {
        const label = options.labelOf?.(issue.field, values);
        errors[issue.field] ??= wording(issue.field, fieldMessage(issue, spoken()), issue.code, label);
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
