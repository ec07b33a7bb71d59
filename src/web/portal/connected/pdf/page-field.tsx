/** "pagina [2] di 4": shows the current page and goes to a typed one. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../text/numbers.ts';
import classes from './pdf-viewer.module.css';

export function PageField(props: { current: number; total: number; onGo: (page: number) => void }) {
  const { t } = useTranslation();
  const { current, total, onGo } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const submit = () => {
    const page = Number(typed);
    if (typed !== null && Number.isInteger(page) && page >= 1 && page <= total) onGo(page);
    setTyped(null);
  };
  return (
    <span className={classes.position}>
      <span aria-hidden="true" className={classes.wideOnly}>
        {t('viewer.pageWord')}
      </span>
      <input
        className={classes.pageField}
        inputMode="numeric"
        aria-label={t('viewer.pageField', { total: formatCount(total) })}
        value={typed ?? String(current)}
        onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') submit();
          if (event.key === 'Escape' && typed !== null) {
            event.stopPropagation();
            setTyped(null);
          }
        }}
      />
      <span aria-hidden="true">{t('viewer.ofPages', { total: formatCount(total) })}</span>
      <Announced current={current} total={total} />
    </span>
  );
}

/** ms without a page change before the page is announced. */
const REST_MS = 400;

function Announced(props: { current: number; total: number }) {
  const { t } = useTranslation();
  const [announced, setAnnounced] = useState(props.current);
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(props.current), REST_MS);
    return () => clearTimeout(timer);
  }, [props.current]);
  return (
    <span className="sr-only" aria-live="polite">
      {t('viewer.position', { page: formatCount(announced), total: formatCount(props.total) })}
    </span>
  );
}
