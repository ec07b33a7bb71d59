/** Opens the search from every page: a button in the header and Ctrl-K, or ⌘K on a Mac; the search's code is loaded on demand. */
import { IconSearch } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayEver } from '#domain/access.ts';
import { useSession } from '../../api/session.tsx';
import { useFormDraft } from '../../connected/form/use-form-draft.ts';
import { loadTexts } from '../../text/language.ts';
import type { QuickSearchProps } from './quick-search.tsx';
import { type Recent, readRecent, subjectOf, withRecent } from './recent-records.ts';
import classes from './search-entry.module.css';

const mac = /Mac|iPhone|iPad/.test(navigator.platform);
const SHORTCUT = mac ? '⌘K' : 'Ctrl K';

async function fetchSearch(): Promise<ComponentType<QuickSearchProps>> {
  const [module] = await Promise.all([import('./quick-search.tsx'), loadTexts('search')]);
  return module.QuickSearch;
}

export function SearchEntry() {
  const { account } = useSession();
  return mayEver(account, 'dossier.read').ok ? <Entry /> : null;
}

function Entry() {
  const { t } = useTranslation();
  const [Search, setSearch] = useState<ComponentType<QuickSearchProps> | null>(null);
  const [opened, setOpened] = useState(false);
  const [failed, setFailed] = useState(false);
  const recent = useRecent();
  const open = useCallback(() => {
    setOpened(true);
    setFailed(false);
    fetchSearch().then(
      (component) => setSearch(() => component),
      () => {
        setOpened(false);
        setFailed(true);
      },
    );
  }, []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return;
      if (mac ? !event.metaKey || event.ctrlKey : !event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      // Do not leave another open dialog and its input.
      if (!document.querySelector('dialog[open]')) open();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [open]);
  return (
    <>
      <button
        type="button"
        className={classes.entry}
        aria-haspopup="dialog"
        aria-keyshortcuts={mac ? 'Meta+K' : 'Control+K'}
        aria-label={t('header.search')}
        onClick={open}
      >
        <IconSearch size={18} stroke={1.9} aria-hidden="true" />
        <span className={classes.word}>{t('header.search')}</span>
        <kbd className={classes.keys}>{SHORTCUT}</kbd>
      </button>
      {failed ? (
        <p role="alert" className={classes.failed}>
          <strong>{t('failure.page')}.</strong> {t('failure.pageDetail')}
        </p>
      ) : null}
      {Search ? <Search opened={opened} recent={recent} onClose={() => setOpened(false)} /> : null}
    </>
  );
}

/** Remembers the customers, folders and documents opened in this tab, until the logout. */
function useRecent(): readonly Recent[] {
  const { pathname } = useLocation();
  const { offered, keep } = useFormDraft<{ opened: unknown }>('recent', sessionStorage);
  const [recent, setRecent] = useState(() => readRecent(offered?.values.opened));
  useEffect(() => {
    const subject = subjectOf(pathname);
    if (subject) setRecent((list) => withRecent(list, subject));
  }, [pathname]);
  useEffect(() => {
    if (recent.length > 0) keep({ opened: recent });
  }, [recent, keep]);
  return recent;
}
