/** The switch between a person and a company. */
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '../../ui/inputs/control-styles.ts';
import type { CustomerValues } from './customer-values.ts';

type Kind = CustomerValues['kind'];

export function CustomerKind(props: { value: Kind; onChange: (kind: Kind) => void }) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('customerFields.kind')}
      data={(['person', 'company'] as const).map((value) => ({ value, label: t(`customerFields.${value}`) }))}
      value={props.value}
      onChange={(value) => props.onChange(value as Kind)}
    />
  );
}
