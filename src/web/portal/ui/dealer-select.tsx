/** One of several dealers, by name and code. */
import { useTranslation } from 'react-i18next';
import type { Dealer } from '#domain/dealers/brands.ts';
import { useSession } from '../api/session.tsx';
import { Select } from './forms.ts';

export function DealerSelect(props: { dealers: readonly Dealer[]; input: object }) {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  return (
    <Select
      label={t('label.field.hst')}
      required
      openOnFocus={false}
      allowDeselect={false}
      searchable={props.dealers.length > 8}
      data={props.dealers.map(({ hst2011 }) => ({ value: hst2011, label: `${dealerName(hst2011)} (HST ${hst2011})` }))}
      {...props.input}
    />
  );
}
