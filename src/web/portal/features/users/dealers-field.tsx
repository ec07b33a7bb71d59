/** The dealers a user works for: searched by name or code among those the actor may assign. */
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.tsx';
import { MultiSelect } from '../../ui/inputs/multi-select.tsx';

/** Beyond what fits on a screen, the user types to search. */
const MAX_SHOWN = 50;

export function DealersField(props: { had: readonly string[]; required: boolean; field: GetInputPropsReturnType }) {
  const { t } = useTranslation();
  const { ownDealers, dealerName } = useSession();
  // A dealer removed from the directory stays on users who have it.
  const codes = [...new Set([...ownDealers.map(({ hst2011 }) => hst2011), ...props.had])];
  return (
    <MultiSelect
      label={t('label.field.hstList')}
      hint={t(props.required ? 'users.dealers.hint' : 'users.dealers.idle')}
      placeholder={t('users.dealers.add')}
      required={props.required}
      most={MAX_SHOWN}
      nothingFound={t('users.dealers.search')}
      choices={codes
        .map((code) => ({ value: code, label: t('users.dealers.label', { name: dealerName(code), code }) }))
        .toSorted((a, b) => a.label.localeCompare(b.label, 'it'))}
      field={props.field}
    />
  );
}
