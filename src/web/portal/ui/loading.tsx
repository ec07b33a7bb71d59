/** Stands for a page whose code or data is on its way. */
import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './loading.module.css';

export function LoadingOverlay() {
  const { t } = useTranslation();
  return (
    <div className={classes.overlay} role="status" aria-label={t('loading')}>
      <Loader size={32} color="var(--a-fill)" />
    </div>
  );
}
