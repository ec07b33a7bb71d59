/** The text search of the document: search text, number of matches, next and previous. */
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../text/numbers.ts';
import classes from './pdf-viewer.module.css';
import { MAX_MATCHES, MIN_LENGTH, type PdfSearch } from './use-search.ts';
import { Tool } from './viewer-tools.tsx';

export function FindBar(props: {
  search: PdfSearch;
  total: number;
  field: RefObject<HTMLInputElement | null>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { search } = props;
  const count = useId();
  const nothing = search.matches.length === 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') search.step(event.shiftKey ? -1 : 1);
    if (event.key === 'Escape') {
      event.stopPropagation();
      props.onClose();
    }
  };
  return (
    <search className={classes.find}>
      <input
        ref={props.field}
        className={classes.findField}
        type="text"
        autoComplete="off"
        spellCheck={false}
        aria-label={t('viewer.find')}
        aria-describedby={count}
        placeholder={t('viewer.find')}
        value={search.query}
        onChange={(event) => search.setQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span id={count} className={classes.count} role="status">
        <MatchCount search={search} total={props.total} />
      </span>
      <Tool label={t('viewer.previousMatch')} disabled={nothing} onClick={() => search.step(-1)}>
        <IconChevronUp size={18} stroke={1.8} />
      </Tool>
      <Tool label={t('viewer.nextMatch')} disabled={nothing} onClick={() => search.step(1)}>
        <IconChevronDown size={18} stroke={1.8} />
      </Tool>
      <Tool label={t('viewer.closeFind')} onClick={props.onClose}>
        <IconX size={18} stroke={1.8} />
      </Tool>
    </search>
  );
}

function MatchCount(props: { search: PdfSearch; total: number }) {
  const { t } = useTranslation();
  const { query, matches, active, done, read, textless } = props.search;
  if (query.trim() === '') return null;
  if (query.trim().length < MIN_LENGTH) return t('viewer.findShort', { count: MIN_LENGTH });
  if (matches.length > 0 && active !== null) {
    const total = formatCount(matches.length);
    const which = formatCount(active + 1);
    if (matches.length >= MAX_MATCHES) return t('viewer.foundMany', { which, total });
    return done ? t('viewer.found', { which, total }) : t('viewer.foundSoFar', { which, total });
  }
  if (!done) return t('viewer.finding', { page: formatCount(read), total: formatCount(props.total) });
  return textless ? t('viewer.textless') : t('viewer.notFound');
}
