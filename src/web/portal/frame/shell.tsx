/** The signed-in frame: demo strip, header, side menu, content, footer. */
import { IconArrowUp, IconMenu2, IconX } from '@tabler/icons-react';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '../../shared/chrome/mark.tsx';
import { usePrinting } from '../../shared/use-printing.ts';
import { useSession } from '../api/session.tsx';
import { lazyPart } from '../connected/lazy-part.tsx';
import { refusedPage } from '../connected/refused-page/refused-page.ts';
import { usePageAccent } from '../entities/dealers/brand.tsx';
import { missingSigners } from '../entities/documents/start/missing-signers.ts';
import { DropAnywhere } from '../entities/pdf-start/drop-anywhere.tsx';
import { paths } from '../paths.ts';
import { settings } from '../settings.ts';
import { formatDateTime } from '../text/dates.ts';
import { Aside } from './aside.tsx';
import { DemoStrip } from './demo-strip.tsx';
import { useKeptFocus } from './page-focus.ts';
import { PanelButton } from './panel/panel-button.tsx';
import { LanguageSwitch, SchemeSwitch } from './panel/preferences.tsx';
import { UserPanel } from './panel/user-panel.tsx';
import { Guarded } from './route-guard.tsx';
import { SearchEntry } from './search/search-entry.tsx';
import classes from './shell.module.css';
import { SideMenu } from './side-menu.tsx';

/** A page that replaces another fades in. */
const TRANSITION_MS = 200;

/** Style sheets do not stop script-driven animations. */
const prefersReducedMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** When one page replaces another, the new one fades in scrolled to its top, with the menu closed. @returns the content's element. */
function usePageChange(drawer: RefObject<HTMLDialogElement | null>): RefObject<HTMLDivElement | null> {
  const { homeBrand } = useSession();
  const { pathname } = useLocation();
  const content = useRef<HTMLDivElement>(null);
  const drawn = useRef<string>(undefined);
  usePageAccent(homeBrand);
  useKeptFocus(content);
  // A page about one brand sets its own accent; leaving it restores the home accent.
  useEffect(() => {
    drawer.current?.close();
    const branded = /^\/app\/(wizard|documents\/|folders\/)/.test(pathname);
    if (!branded) document.documentElement.dataset.accent = homeBrand;
    const first = drawn.current === undefined;
    drawn.current = pathname;
    // The first page replaces none: it need not fade in or scroll.
    if (first) return;
    window.scrollTo({ top: 0 });
    if (!prefersReducedMotion()) {
      content.current?.animate?.({ opacity: [0, 1] }, { duration: TRANSITION_MS, easing: 'ease-out' });
    }
  }, [pathname, homeBrand, drawer]);
  return content;
}

export function Shell() {
  const { t } = useTranslation();
  const drawer = useRef<HTMLDialogElement>(null);
  const content = usePageChange(drawer);
  // Most users never open it: render its content on first opening.
  const [wasDrawerOpened, setWasDrawerOpened] = useState(false);
  return (
    <div className={classes.shell} data-demo={settings.demo || undefined}>
      <a href="#content" className={classes.skip}>
        {t('header.skip')}
      </a>
      <DemoStrip />
      <Header
        onMenu={() => {
          setWasDrawerOpened(true);
          drawer.current?.showModal();
        }}
      />
      <Aside />
      <Drawer drawer={drawer}>{wasDrawerOpened ? <SideMenu /> : null}</Drawer>
      <main id="content" className={classes.main} tabIndex={-1}>
        <div ref={content} className={classes.content}>
          <Guarded>
            <Outlet />
          </Guarded>
        </div>
        <Foot />
      </main>
      <DropAnywhere />
      <RequestedDialogs />
    </div>
  );
}

/** Printed pages show when and by which user they were printed. */
function Foot() {
  const { t } = useTranslation();
  const { account } = useSession();
  const printed = usePrinting() ? { when: formatDateTime(new Date().toISOString()), who: account.fullname } : null;
  return (
    <footer className={classes.footer}>
      <span>{printed ? t('footer.printed', printed) : t('footer.rights', { year: new Date().getFullYear() })}</span>
      {settings.version && !printed ? <span>{t('footer.version', { version: settings.version })}</span> : null}
    </footer>
  );
}

function Header(props: { onMenu: () => void }) {
  const { t } = useTranslation();
  return (
    <header className={classes.header} data-unprinted>
      <button type="button" className={classes.burger} aria-label={t('menu.open')} onClick={props.onMenu}>
        <IconMenu2 size={20} stroke={1.9} />
      </button>
      <Link to={paths.dashboard} className={classes.product}>
        <Mark />
        <span className={classes.name}>{t('product')}</span>
      </Link>
      <ScrollTop />
      <SearchEntry />
      <div className={classes.tools}>
        <span className={classes.wide}>
          <LanguageSwitch />
        </span>
        <PanelButton />
        <span className={classes.wide}>
          <SchemeSwitch />
        </span>
        <span className={classes.rule} />
        <UserPanel />
      </div>
    </header>
  );
}

/** The menu of a narrow window. */
function Drawer(props: { drawer: RefObject<HTMLDialogElement | null>; children: ReactNode }) {
  const { t } = useTranslation();
  const { drawer } = props;
  // A window that becomes wide shows the menu itself: close the drawer, which would cover it and whose button is gone.
  useEffect(() => {
    const wide = window.matchMedia('(min-width: 992px)');
    const close = () => wide.matches && drawer.current?.close();
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, [drawer]);
  return (
    <dialog
      ref={drawer}
      className={classes.drawer}
      data-unprinted
      aria-label={t('menu.label')}
      onClick={(event) => event.target === drawer.current && drawer.current.close()}
      onKeyDown={(event) => event.key === 'Escape' && drawer.current?.close()}
    >
      <div className={classes.drawerHead}>
        <span className={classes.product}>
          <Mark />
          {t('product')}
        </span>
        <button
          type="button"
          className={classes.icon}
          aria-label={t('menu.close')}
          onClick={() => drawer.current?.close()}
        >
          <IconX size={20} stroke={1.9} />
        </button>
      </div>
      {props.children}
    </dialog>
  );
}

/** Appears after scrolling one screen; in the header, where it covers nothing. */
function ScrollTop() {
  const { t } = useTranslation();
  const [far, setFar] = useState(false);
  useEffect(() => {
    const update = () => setFar(window.scrollY > 900);
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, []);
  if (!far) return null;
  return (
    <button
      type="button"
      className={classes.top}
      aria-label={t('header.top')}
      onClick={() => window.scrollTo({ top: 0, behavior: prefersReducedMotion() ? 'auto' : 'smooth' })}
    >
      <IconArrowUp size={18} stroke={2} />
    </button>
  );
}

/**
 * Dialogs that any start of a signature may need: choosing the dealer's signers, and showing the page that was refused.
 * Loaded when first needed.
 */
const AskSigners = lazyPart(
  async () => (await import('../entities/documents/start/ask-signers.tsx')).AskSigners,
  ...(['ownSignature', 'documentActions'] as const),
);
const RefusedPageDialog = lazyPart(
  async () => (await import('../connected/refused-page/refused-page-dialog.tsx')).RefusedPageDialog,
);

function RequestedDialogs() {
  return (
    <>
      <MissingSigners />
      <RefusedPage />
    </>
  );
}

function RefusedPage() {
  const refused = useSyncExternalStore(refusedPage.onChange, refusedPage.read);
  return refused ? <RefusedPageDialog {...refused} onClose={refusedPage.close} /> : null;
}

function MissingSigners() {
  const missing = useSyncExternalStore(missingSigners.onChange, missingSigners.read);
  return missing ? <AskSigners key={missing.documentId} {...missing} onClose={missingSigners.close} /> : null;
}
