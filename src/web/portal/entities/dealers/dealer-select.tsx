/** Select of a dealer, by name and code. */
import { useTranslation } from 'react-i18next';
import { RequiredSelect } from '../../ui/inputs/required-select.tsx';

export function DealerSelect(props: {
  dealers: readonly { hst2011: string }[];
  nameOf: (hst: string) => string;
  /** Value, error and handlers of the field. */
  input: object;
}) {
  const { t } = useTranslation();
  const { dealers, nameOf, input } = props;
  // A single, preselected dealer: skip it when tabbing to the first empty field.
  const isSettled = dealers.length === 1 && 'value' in input && input.value === dealers[0]?.hst2011;
  return (
    <RequiredSelect
      label={t('label.field.hst')}
      data={dealers.map(({ hst2011 }) => ({ value: hst2011, label: `${nameOf(hst2011)} (HST ${hst2011})` }))}
      {...(isSettled ? { tabIndex: -1 } : {})}
      {...input}
    />
  );
}
