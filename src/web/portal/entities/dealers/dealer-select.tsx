/** One of several dealers, by name and code. */
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
  // The only one there is, chosen already, is no stop on the way to the first field to fill in.
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
