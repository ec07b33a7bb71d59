/** The strip stating that all data are invented; demo mode only. */
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';
import { settings } from '../settings.ts';
import classes from './demo-strip.module.css';

export function DemoStrip() {
  const { t } = useTranslation();
  if (!settings.demo) return null;
  return (
    <aside className={classes.strip} data-unprinted aria-label={t('demo.badge')}>
      <span className={classes.badge}>{t('demo.badge')}</span>
      <span>
        <span className={classes.long}>{t('demo.long')}</span>
        <span className={classes.short}>{t('demo.short')}</span> <a href={paths.outbox}>{t('demo.outbox')}</a>
      </span>
    </aside>
  );
}
