/** Select of a legal entity, by name and code. */
import { useTranslation } from 'react-i18next';
import { useLegalEntities } from '../../connected/legal-entities.ts';
import { RequiredSelect } from '../../ui/inputs/required-select.tsx';

export function LegalEntityField(props: {
  /** Error and handlers of the field. */
  input: object;
  value: string;
  onChange: (code: string) => void;
}) {
  const { t } = useTranslation();
  const { entities } = useLegalEntities();
  return (
    <RequiredSelect
      label={t('label.field.legalEntity')}
      placeholder={t('form.choose')}
      data={entities.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))}
      {...props.input}
      value={props.value || null}
      onChange={(code) => props.onChange(code ?? '')}
    />
  );
}
