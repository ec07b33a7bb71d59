/** The searchable choice of a legal entity; fetched by those who may choose (specification §2). */
import { IconBuildingStore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../ui/forms.ts';
import classes from './legal-entity.module.css';
import { LEGAL_ENTITY_FIELD, type LegalEntityChoice } from './legal-entity.ts';

export function LegalEntitySelect(props: { choice: LegalEntityChoice }) {
  const { t } = useTranslation();
  const { choice } = props;
  return (
    <Select
      id={LEGAL_ENTITY_FIELD}
      className={classes.select}
      aria-label={t('dashboard.legalEntity')}
      placeholder={t('dashboard.everyLegalEntity')}
      nothingFoundMessage={t('dashboard.noLegalEntity')}
      leftSection={<IconBuildingStore size={18} stroke={1.8} />}
      clearButtonProps={{ 'aria-label': t('dashboard.everyLegalEntity') }}
      data={[...(choice.choices ?? [])]}
      value={choice.legalEntity}
      searchable
      clearable={choice.clearable}
      allowDeselect={false}
      openOnFocus={false}
      onChange={choice.choose}
    />
  );
}
