/** The searchable select of a legal entity; loaded only for users who may choose. */
import { IconBuildingStore } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../ui/inputs/control-styles.ts';
import classes from './legal-entity.module.css';
import type { LegalEntityChoice } from './legal-entity.ts';

/** No legal entity has this code. */
const EVERY = '*';

export function LegalEntitySelect(props: { choice: LegalEntityChoice }) {
  const { t } = useTranslation();
  const { choice } = props;
  const { asked } = choice;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asked > 0) field.current?.focus();
  }, [asked]);
  const every = choice.clearable ? [{ value: EVERY, label: t('all.legalEntities') }] : [];
  return (
    <Select
      ref={field}
      className={classes.select}
      aria-label={t('label.field.legalEntity')}
      nothingFoundMessage={t('dashboard.noLegalEntity')}
      leftSection={<IconBuildingStore size={18} stroke={1.8} />}
      data={[...every, ...(choice.choices ?? [])]}
      value={choice.legalEntity ?? EVERY}
      searchable
      allowDeselect={false}
      // Typing replaces the current name.
      onFocus={(event) => event.currentTarget.select()}
      onClick={(event) => event.currentTarget.select()}
      onChange={(code) => choice.choose(code === EVERY ? null : code)}
    />
  );
}
