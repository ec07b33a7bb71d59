/** The legal entity above the dashboard: a searchable select for users who may choose, otherwise its name. */
import { IconBuildingStore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../connected/fetched.tsx';
import classes from './legal-entity.module.css';
import type { LegalEntityChoice } from './legal-entity.ts';

// Most users may not choose: load the select and its styles only for those who may.
const Choice = lazyPart(async () => (await import('./legal-entity-select.tsx')).LegalEntitySelect);

export function LegalEntityPicker(props: { choice: LegalEntityChoice }) {
  const { t } = useTranslation();
  const { choices, name, legalEntity } = props.choice;
  const fixed = (
    <p className={classes.fixed}>
      <IconBuildingStore size={18} stroke={1.8} aria-hidden="true" />
      <span className="sr-only">{t('label.field.legalEntity')}:</span>
      <span className={classes.name}>{name ?? t('all.legalEntities')}</span>
    </p>
  );
  if (choices === null) return legalEntity === null ? null : fixed;
  return <Choice meanwhile={fixed} choice={props.choice} />;
}
