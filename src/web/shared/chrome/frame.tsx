/** The frame around every screen: whose page it is, the other language, the content. */
import { IconLanguage } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Settings } from './page-settings.ts';
import type { Worded } from './words.ts';

export interface FrameWords extends Worded {
  language: { code: string; other: string; switchTo: string };
  frame: { demo: string; skip: string };
}

interface PageFrameProps {
  settings: Settings;
  words: FrameWords;
  onLanguage: () => void;
  /** The start of the header. */
  owner: ReactNode;
  /** Below the header's line. */
  steps?: ReactNode;
  /** Changes whenever the content is a new page for the user. */
  place?: string;
  /** For styles that depend on it. */
  screen?: string;
  /** Class of the main element. */
  className?: string;
  children: ReactNode;
}

export function PageFrame(props: PageFrameProps) {
  const { language, frame } = props.words;
  const main = useRef<HTMLElement>(null);
  useFocusOnNewPage(main, props.place);
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
function useFocusOnNewPage(main: RefObject<HTMLElement | null>, place: string | undefined): void {
  const shown = useRef(place);
  useEffect(() => {
    const before = shown.current;
    if (before === place) return;
    shown.current = place;
    window.scrollTo(0, 0);
    const field = main.current?.querySelector<HTMLElement>('[data-focus-first]');
    // The first page of a visit starts at its top, like any page, unless it has a single input.
    const start = field ?? (before === 'loading' ? null : main.current?.querySelector<HTMLElement>('h1'));
    start?.focus({ preventScroll: true });
  }, [main, place]);
}
