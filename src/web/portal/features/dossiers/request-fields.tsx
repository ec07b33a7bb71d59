/** Form fields for how the customer requested a revocation, a withdrawal or an objection: the channel, through which person, and a note. */
import { useTranslation } from 'react-i18next';
import type { RevocationWay } from '#domain/adherences/adherence.ts';
import type { WithdrawalWay } from '#domain/consents/consent.ts';
import { Choices } from '../../connected/form/choices.tsx';
import type { EntityForm } from '../../connected/form/entity-form.ts';
import { Textarea, TextInput } from '../../ui/inputs/control-styles.ts';

interface RequestValues extends Record<string, unknown> {
  via: string;
  requestedBy: string;
}

export function RequestFields<V extends RequestValues>(props: {
  form: EntityForm<V>;
  label: string;
  ways: readonly (RevocationWay | WithdrawalWay)[];
  /** Label of the field for the person who asked. */
  requestedBy: string;
  /** The form field for additional remarks. */
  rest: keyof V & string;
  restLabel: string;
}) {
  const { t } = useTranslation();
  const form = props.form as unknown as EntityForm<RequestValues>;
  return (
    <>
      <Choices
        kind="one"
        path="via"
        required
        label={props.label}
        error={form.errors.via}
        choices={props.ways.map((way) => ({ value: way, label: t(`registry.asked.ways.${way}`) }))}
        chosen={[form.values.via]}
        onChange={([chosen]) => form.setFieldValue('via', chosen ?? '')}
      />
      <TextInput
        maxLength={255}
        autoComplete="on"
        label={props.requestedBy}
        description={t('registry.asked.requestedByHint')}
        {...form.getInputProps('requestedBy')}
      />
      <Textarea label={props.restLabel} rows={3} maxLength={1000} {...form.getInputProps(props.rest)} />
    </>
  );
}
