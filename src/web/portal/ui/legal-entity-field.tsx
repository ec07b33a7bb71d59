/** One of the legal entities, by name and code. */
import { useTranslation } from 'react-i18next';
import { Select } from './forms.ts';
import { useLegalEntities } from './legal-entities.ts';

export function LegalEntityField(props: {
  /** Error and handlers of the field. */
  input: object;
  value: string;
  onChange: (code: string) => void;
}) {
  const { t } = useTranslation();
  const { entities } = useLegalEntities();
  return (
    <Select
      label={t('label.field.legalEntity')}
      required
      allowDeselect={false}
      searchable={entities.length > 8}
      placeholder={t('form.choose')}
      data={entities.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))}
      {...props.input}
      value={props.value || null}
      onChange={(code) => props.onChange(code ?? '')}
    />
  );
}
