/** One of several dealers, by name and code. */
import { useTranslation } from 'react-i18next';
import { RequiredSelect } from './required-select.tsx';

export function DealerSelect(props: {
  dealers: readonly { hst2011: string }[];
  nameOf: (hst: string) => string;
  /** Value, error and handlers of the field. */
  input: object;
}) {
  const { t } = useTranslation();
  const { dealers, nameOf } = props;
  return (
    <RequiredSelect
      label={t('label.field.hst')}
      data={dealers.map(({ hst2011 }) => ({ value: hst2011, label: `${nameOf(hst2011)} (HST ${hst2011})` }))}
      {...props.input}
    />
  );
}
