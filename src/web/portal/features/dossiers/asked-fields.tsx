/** Form fields for how the customer requested a revocation, a withdrawal or an objection: the channel, through which person, and a note. */
import { Choices } from '../../connected/form/choices.tsx';
import type { EntityForm } from '../../connected/form/entity-form.ts';
import { Textarea, TextInput } from '../../ui/inputs/styles.ts';

interface Asked extends Record<string, unknown> {
  via: string;
  requestedBy: string;
}

export function AskedFields<V extends Asked>(props: {
  form: EntityForm<V>;
  label: string;
  ways: readonly { value: string; label: string }[];
  requestedBy: { label: string; description: string };
  /** The form field for additional remarks. */
  rest: keyof V & string;
  restLabel: string;
}) {
  const form = props.form as unknown as EntityForm<Asked>;
  return (
    <>
      <Choices
        kind="one"
        path="via"
        required
        label={props.label}
        error={form.errors.via}
        choices={props.ways}
        chosen={[form.values.via]}
        onChange={([chosen]) => form.setFieldValue('via', chosen ?? '')}
      />
      <TextInput maxLength={255} autoComplete="on" {...props.requestedBy} {...form.getInputProps('requestedBy')} />
      <Textarea label={props.restLabel} rows={3} maxLength={1000} {...form.getInputProps(props.rest)} />
    </>
  );
}
