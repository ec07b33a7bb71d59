/** Stands for a page whose code or data is on its way; shown once the wait is felt, after 200 ms (specification §2, §9). */
import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './loading.module.css';

export const LOADING_AFTER_MS = 200;

/** `waited`: somebody else has already let the 200 ms pass. */
export function LoadingOverlay(props: { waited?: boolean }) {
  const { t } = useTranslation();
  const delay = props.waited ? '0ms' : `${LOADING_AFTER_MS}ms`;
  return (
    <div className={classes.overlay} role="status" aria-label={t('loading')} style={{ animationDelay: delay }}>
      <Loader size={32} color="var(--a-fill)" />
    </div>
  );
}
