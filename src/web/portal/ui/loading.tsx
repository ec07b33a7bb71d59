/** Placeholder while a page's code or data load; shown after 200 ms, when the wait becomes noticeable. */
import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './loading.module.css';

export const LOADING_AFTER_MS = 200;

/** `waited`: the 200 ms are over. `height`: pixels of the content to come, by default half a window. */
export function LoadingOverlay(props: { waited?: boolean; height?: number }) {
  const { t } = useTranslation();
  return (
    <div
      className={classes.overlay}
      role="status"
      aria-label={t('loading')}
      style={{ animationDelay: `${props.waited ? 0 : LOADING_AFTER_MS}ms`, minHeight: props.height }}
    >
      <Loader size={32} color="var(--a-fill)" />
    </div>
  );
}
