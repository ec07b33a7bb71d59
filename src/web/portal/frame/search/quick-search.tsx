/** The search over everything: one field, three groups, all by keyboard (P-19); a combobox with a list box of the WAI-ARIA pattern. */
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { running } from '../../api/failure.ts';
import { useSession } from '../../api/session.tsx';
import { formatCount } from '../../text/numbers.ts';
import { SkeletonRows } from '../../ui/card.tsx';
import { RetryButton, wordFailure } from '../../ui/failure-note.tsx';
import { type Entry, foundGroups, recentGroups, type Wording } from './entries.tsx';
import classes from './quick-search.module.css';
import { RECENT_KINDS, type Recent } from './recent.ts';
import { ResultList } from './result-list.tsx';
import { type Rows, SHORTEST, useFound, useRecentRows } from './use-found.ts';

export interface QuickSearchProps {
  opened: boolean;
  recent: readonly Recent[];
  onClose: () => void;
}

const PAUSE_MS = 180;

export function QuickSearch(props: QuickSearchProps) {
  const { t } = useTranslation();
  const { opened, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (opened && !dialog.current?.open) dialog.current?.showModal();
    if (!opened) dialog.current?.close();
  }, [opened]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the search closes it, as Escape does
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label={t('search.title')}
      onClose={() => opened && onClose()}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {opened ? <Search recent={props.recent} onClose={onClose} /> : null}
    </dialog>
  );
}

/** What was typed, what is found for it, and which entry is chosen. */
function useSearch(recent: readonly Recent[]) {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const [active, setActive] = useState(0);
  const wording: Wording = { t, dealerName, count: formatCount };
  const text = typed.trim();
  const long = text.length >= SHORTEST;
  const found = useFound(asked);
  const opened = useRecentRows(recent, !long);
  const rows = long ? found : opened;
  const groups = long ? foundGroups(wording, found, asked) : recentGroups(wording, opened, recent);
  const entries = groups.flatMap((group) => group.entries);
  const settled = !long || (asked === text && RECENT_KINDS.every((kind) => !rows[kind].isFetching));
  const last = entries.length - 1;
  return {
    ...{ typed, text, long, rows, groups, entries, settled },
    searched: long ? asked : '',
    waiting: !settled && entries.length === 0,
    chosen: entries[Math.min(active, last)],
    type: (next: string) => {
      setTyped(next);
      setActive(0);
    },
    step: (by: 1 | -1) => setActive((Math.min(active, last) + by + entries.length) % entries.length),
    point: (id: string) => setActive(entries.findIndex((entry) => entry.id === id)),
  };
}

function Search(props: { recent: readonly Recent[]; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [goOn, setGoOn] = useState(false);
  const search = useSearch(props.recent);
  const { entries, settled, chosen, waiting } = search;

  const open = (entry: Entry, apart: boolean) => {
    if (apart && entry.listText === undefined) {
      window.open(entry.to, '_blank', 'noopener');
      return;
    }
    props.onClose();
    const { listText } = entry;
    void navigate({ to: entry.to, ...(listText === undefined ? {} : { state: (kept) => ({ ...kept, listText }) }) });
  };

  // Enter before the answer, as a scanner sends it: goes on when there is exactly one thing to open.
  useEffect(() => {
    if (!goOn || !settled) return;
    setGoOn(false);
    const [only, ...others] = entries;
    if (only && others.length === 0) open(only, false);
  });

  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && entries.length > 0) {
      event.preventDefault();
      search.step(step);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (!settled) setGoOn(true);
      else if (chosen) open(chosen, event.ctrlKey || event.metaKey);
    }
  };
  const onType = (typed: string) => {
    search.type(typed);
    setGoOn(false);
  };

  return (
    <>
      <Head typed={search.typed} chosen={chosen} onType={onType} onKeyDown={press} onClose={props.onClose} />
      <div className={classes.body} data-stale={(!settled && !waiting) || undefined}>
        <Failures rows={search.rows} />
        {waiting ? <SkeletonRows rows={5} height={52} label={t('loading')} /> : null}
        {entries.length > 0 ? (
          <ResultList
            groups={search.groups}
            searched={search.searched}
            activeId={chosen?.id}
            onPoint={search.point}
            onOpen={open}
          />
        ) : null}
        {entries.length === 0 && !waiting ? <Nothing {...search} /> : null}
      </div>
      <p role="status" className="sr-only">
        {search.long && settled ? t('search.count', { count: entries.length }) : ''}
      </p>
      <p className={classes.foot} aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> {t('search.keys.choose')} <kbd>{t('search.keys.enterKey')}</kbd>{' '}
        {t('search.keys.open')} <kbd>Esc</kbd> {t('search.keys.close')}
      </p>
    </>
  );
}

/** The field, which stays in focus: the list below is walked from here. */
function Head(props: {
  typed: string;
  /** Undefined while there is nothing to choose. */
  chosen: Entry | undefined;
  onType: (typed: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={classes.head}>
      <IconSearch size={20} stroke={1.9} aria-hidden="true" className={classes.glass} />
      <input
        className={classes.input}
        type="text"
        role="combobox"
        aria-label={t('search.label')}
        aria-expanded={props.chosen !== undefined}
        aria-controls="found"
        aria-autocomplete="list"
        aria-activedescendant={props.chosen?.id}
        placeholder={t('search.placeholder')}
        value={props.typed}
        maxLength={255}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        // biome-ignore lint/a11y/noAutofocus: whoever opens the search wants to type
        autoFocus
        onChange={(event) => props.onType(event.currentTarget.value)}
        onKeyDown={props.onKeyDown}
      />
      <button type="button" className={classes.close} aria-label={t('search.close')} onClick={props.onClose}>
        <IconX size={18} stroke={1.9} aria-hidden="true" />
      </button>
    </div>
  );
}

/** What there is to read when there is nothing to choose. */
function Nothing(props: { long: boolean; text: string; rows: Rows }) {
  const { t } = useTranslation();
  const failed = RECENT_KINDS.some((kind) => props.rows[kind].isError);
  if (props.long && failed) return null;
  return (
    <div className={classes.nothing}>
      <p className={classes.nothingTitle}>
        {props.long ? t('search.none', { text: props.text }) : t('search.tooShort')}
      </p>
      <p>{t('search.where')}</p>
    </div>
  );
}

/** A kind that could not be asked says so; the others are there all the same. */
function Failures(props: { rows: Rows }) {
  const { t } = useTranslation();
  const failed = RECENT_KINDS.filter((kind) => props.rows[kind].isError);
  if (failed.length === 0) return null;
  return (
    <div role="alert" className={classes.failures}>
      {failed.map((kind) => {
        const text = wordFailure(t, props.rows[kind].error, 'itself');
        return (
          <div key={kind} className={classes.failure}>
            <p>
              <strong>{t(`search.kind.${kind}`)}:</strong> {running([text.title, ...text.lines])}
            </p>
            <RetryButton onRetry={() => void props.rows[kind].refetch()} />
          </div>
        );
      })}
    </div>
  );
}
