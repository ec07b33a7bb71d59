/** The frame around every screen: whose page it is, the other language, the content. */
import { IconLanguage } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { LocalizedTexts } from './language-switch.ts';
import type { Settings } from './page-settings.ts';

export interface FrameTexts extends LocalizedTexts {
  language: { code: string; other: string; switchTo: string };
  frame: { demo: string; skip: string };
}

interface PageFrameProps {
  settings: Settings;
  texts: FrameTexts;
  onLanguage: () => void;
  /** The start of the header. */
  owner: ReactNode;
  /** Below the header's line. */
  steps?: ReactNode;
  /** Changes whenever the content is a new page for the user. */
  pageKey?: string;
  /** For styles that depend on it. */
  screen?: string;
  /** Class of the main element. */
  className?: string;
  children: ReactNode;
}

export function PageFrame(props: PageFrameProps) {
  const { language, frame } = props.texts;
  const main = useRef<HTMLElement>(null);
  useFocusOnNewPage(main, props.pageKey);
  return (
    <div className="frame" data-screen={props.screen}>
      <a className="skip" href="#contenuto">
        {frame.skip}
      </a>
      <header className="head">
        {props.settings.demo ? <p className="demo-strip">{frame.demo}</p> : null}
        <div className="head-row">
          {props.owner}
          <button
            type="button"
            className="language"
            lang={language.code === 'it' ? 'en' : 'it'}
            aria-label={`${language.other}: ${language.switchTo}`}
            onClick={props.onLanguage}
          >
            <IconLanguage aria-hidden="true" />
            {language.other}
          </button>
        </div>
        {props.steps}
      </header>
      <main id="contenuto" ref={main} className={props.className}>
        {props.children}
      </main>
    </div>
  );
}

/** Moves the focus of a new page to its heading, or to its only input. */
function useFocusOnNewPage(main: RefObject<HTMLElement | null>, pageKey: string | undefined): void {
  const shownKey = useRef(pageKey);
  useEffect(() => {
    const previousKey = shownKey.current;
    if (previousKey === pageKey) return;
    shownKey.current = pageKey;
    window.scrollTo(0, 0);
    const input = main.current?.querySelector<HTMLElement>('[data-focus-first]');
    // The first page of a visit starts at its top, like any page, unless it has a single input.
    const target = input ?? (previousKey === 'loading' ? null : main.current?.querySelector<HTMLElement>('h1'));
    target?.focus({ preventScroll: true });
  }, [main, pageKey]);
}
