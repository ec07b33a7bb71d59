/** Placeholder while a page's code or data load; shown after 200 ms, when the wait becomes noticeable. */
import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './loading.module.css';

export const LOADING_AFTER_MS = 200;

/** `waited`: the caller has already waited the 200 ms. */
export function LoadingOverlay(props: { waited?: boolean }) {
  const { t } = useTranslation();
  const delay = props.waited ? '0ms' : `${LOADING_AFTER_MS}ms`;
  return (
    <div className={classes.overlay} role="status" aria-label={t('loading')} style={{ animationDelay: delay }}>
      <Loader size={32} color="var(--a-fill)" />
    </div>
  );
}
