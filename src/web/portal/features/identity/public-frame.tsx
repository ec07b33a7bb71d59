/** The frame of pages without a session: logo on the left, language on the right. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '../../../shared/chrome/mark.tsx';
import { DemoStrip } from '../../frame/demo-strip.tsx';
import { LanguageSwitch, SchemeSwitch } from '../../frame/panel/preferences.tsx';
import classes from './identity.module.css';

export function PublicFrame(props: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <DemoStrip />
      <header className={classes.bar}>
        <span className={classes.product}>
          <Mark />
          {t('product')}
        </span>
        <span className={classes.tools}>
          <LanguageSwitch />
          <SchemeSwitch />
        </span>
      </header>
      <main className={classes.body}>{props.children}</main>
    </div>
  );
}
