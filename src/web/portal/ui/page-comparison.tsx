/** Why an uploaded file was refused, with the place on its page as two programs draw it. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './page-comparison.module.css';

/** @param props.picture data URL: both drawings side by side. */
export function PageComparison(props: { message: ReactNode; picture: string }) {
  const { t } = useTranslation();
  return (
    <>
      {props.message}
      <span className={classes.caption}>{t('form.twoDrawings')}</span>
      <img className={classes.picture} src={props.picture} alt={t('form.twoDrawingsAlt')} />
    </>
  );
}
