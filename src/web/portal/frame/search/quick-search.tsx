/** The quick search over everything: one field, three groups, full keyboard control; a WAI-ARIA combobox with a list box. */
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { joinSentences } from '../../api/failure.ts';
import { useSession } from '../../api/session.tsx';
import { pageActions } from '../../connected/act/page-actions.ts';
import { describeFailure } from '../../connected/failure-note.tsx';
import { formatCount } from '../../text/numbers.ts';
import { SkeletonRows } from '../../ui/card.tsx';
import { SmallButton } from '../../ui/small-button.ts';
import { useCommands } from './commands.tsx';
import classes from './quick-search.module.css';
import { RECENT_KINDS, type Recent } from './recent-records.ts';
import { actionGroups, type Entry, foundGroups, recentGroups, type Wording } from './result-entries.tsx';
import { ResultList } from './result-list.tsx';
import { typedNumber } from './typed-number.ts';
import { MIN_LENGTH, type Rows, useRecentRows, useSearchResults } from './use-search-results.ts';

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
  const close = () => {
    // Close immediately, so that the chosen action finds the focus where it was before.
    dialog.current?.close();
    onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: closes on a click outside; keyboard users have Escape
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label={t('search.title')}
      onClose={() => opened && onClose()}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {opened ? <Search recent={props.recent} onClose={close} /> : null}
    </dialog>
  );
}

/** The typed text, its results, and the highlighted one. */
function useSearch(recent: readonly Recent[]) {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const [typed, setTyped] = useState('');
  const [searchText] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const [active, setActive] = useState(0);
  const wording: Wording = { t, dealerName, count: formatCount };
  const hasText = typed.trim() !== '';
  const long = typed.trim().length >= MIN_LENGTH || typedNumber(typed) !== null;
  const results = useSearchResults(searchText);
  const opened = useRecentRows(recent, !long);
  const rows = long ? results : opened;
  const groupsOfRows = long ? foundGroups(wording, results, searchText) : recentGroups(wording, opened, recent);
  const acts = actionGroups(useSyncExternalStore(pageActions.onChange, pageActions.read) ?? [], typed);
  const commands = useCommands(typed);
  // Enter on an empty field opens the most recent record: it never runs an action.
  const groups = hasText
    ? [...acts, ...(commands.sure ? commands.groups : []), ...groupsOfRows, ...(commands.sure ? [] : commands.groups)]
    : groupsOfRows.length > 0
      ? [...groupsOfRows, ...acts]
      : [];
  const entries = groups.flatMap((group) => group.entries);
  const parts = [...RECENT_KINDS.map((kind) => rows[kind]), results.numbered, results.similar];
  const settled = !long || (searchText === typed.trim() && parts.every((part) => !part.isFetching));
  const chosen = entries[Math.min(active, entries.length - 1)];
  const type = (text: string) => {
    setTyped(text);
    setActive(0);
  };
  const move = (step: number) =>
    setActive((Math.min(active, entries.length - 1) + step + entries.length) % entries.length);
  return { typed, type, asked: searchText, long, rows, groups, entries, settled, chosen, move, setActive };
}

function Search(props: { recent: readonly Recent[]; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [goOn, setGoOn] = useState(false);
  const search = useSearch(props.recent);
  const { typed, asked, long, rows, groups, entries, settled, chosen } = search;
  const waiting = !settled && entries.length === 0;

  const open = (entry: Entry, apart: boolean) => {
    if ('act' in entry) {
      if (entry.act === null) return;
      props.onClose();
      entry.act();
      return;
    }
    const { to, listText, search: searchParams } = entry;
    if (apart && listText === undefined) {
      window.open(searchParams ? `${to}?${new URLSearchParams(searchParams)}` : to, '_blank', 'noopener');
      return;
    }
    props.onClose();
    // Addresses are plain strings here (paths.ts), so the router does not type their parameters.
    void navigate({
      to,
      ...(searchParams && { search: searchParams as never }),
      ...(listText === undefined ? {} : { state: (previous) => ({ ...previous, listText }) }),
    });
  };

  // Enter before the answer, as a scanner sends it: opens the result when there is exactly one.
  useEffect(() => {
    if (!goOn || !settled) return;
    setGoOn(false);
    const [only, ...remaining] = entries;
    if (only && remaining.length === 0) open(only, false);
  });

  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && entries.length > 0) {
      event.preventDefault();
      search.move(step);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (!settled) setGoOn(true);
      else if (chosen) open(chosen, event.ctrlKey || event.metaKey);
    }
  };
  const type = (text: string) => {
    search.type(text);
    setGoOn(false);
  };

  return (
    <>
      <Head search={search} onType={type} onPress={press} onClose={props.onClose} />
      <div className={classes.body} data-stale={(!settled && !waiting) || undefined}>
        <Failures rows={rows} />
        {waiting ? <SkeletonRows rows={5} height={52} /> : null}
        {entries.length > 0 ? (
          <ResultList
            groups={groups}
            searched={long ? asked : ''}
            activeId={chosen?.id}
            onPoint={(id) => search.setActive(entries.findIndex((entry) => entry.id === id))}
            onOpen={open}
          />
        ) : null}
        {entries.length === 0 && !waiting ? <EmptyResult long={long} text={typed.trim()} rows={rows} /> : null}
      </div>
      <p role="status" className="sr-only">
        {long && settled ? t('search.count', { count: entries.length }) : ''}
      </p>
      <Keys />
    </>
  );
}

function Keys() {
  const { t } = useTranslation();
  return (
    <p className={classes.foot} aria-hidden="true">
      <kbd>↑</kbd> <kbd>↓</kbd> {t('search.keys.choose')} <kbd>{t('search.keys.enterKey')}</kbd> {t('search.keys.open')}{' '}
      <kbd>Esc</kbd> {t('search.keys.close')}
    </p>
  );
}

function Head(props: {
  search: ReturnType<typeof useSearch>;
  onType: (text: string) => void;
  onPress: (event: KeyboardEvent) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { typed, entries, chosen } = props.search;
  return (
    <div className={classes.head}>
      <IconSearch size={20} stroke={1.9} aria-hidden="true" className={classes.glass} />
      <input
        className={classes.input}
        type="text"
        role="combobox"
        aria-label={t('search.label')}
        aria-expanded={entries.length > 0}
        aria-controls="found"
        aria-autocomplete="list"
        aria-activedescendant={chosen?.id}
        placeholder={t('search.placeholder')}
        value={typed}
        maxLength={255}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        // biome-ignore lint/a11y/noAutofocus: users open the search to type
        autoFocus
        onChange={(event) => props.onType(event.currentTarget.value)}
        onKeyDown={props.onPress}
      />
      <button type="button" className={classes.close} aria-label={t('search.close')} onClick={props.onClose}>
        <IconX size={18} stroke={1.9} aria-hidden="true" />
      </button>
    </div>
  );
}

/** Text shown when there is nothing to choose. */
function EmptyResult(props: { long: boolean; text: string; rows: Rows }) {
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

/** Reports a kind that could not be searched; the others are still shown. */
function Failures(props: { rows: Rows }) {
  const { t } = useTranslation();
  const failed = RECENT_KINDS.filter((kind) => props.rows[kind].isError);
  if (failed.length === 0) return null;
  return (
    <div role="alert" className={classes.failures}>
      {failed.map((kind) => {
        const text = describeFailure(t, props.rows[kind].error, 'itself');
        return (
          <div key={kind} className={classes.failure}>
            <p>
              <strong>{t(`search.kind.${kind}`)}:</strong> {joinSentences([text.title, ...text.lines])}
            </p>
            <SmallButton onClick={() => void props.rows[kind].refetch()}>{t('actions.retry')}</SmallButton>
          </div>
        );
      })}
    </div>
  );
}
