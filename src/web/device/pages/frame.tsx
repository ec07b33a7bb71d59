/** The frame around every state of the tablet: owner, language, content; a new state moves the focus to its heading. */
import { IconLanguage } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { DeviceFacts } from '#contract/devices.ts';
import type { Settings } from '../../shared/page-settings.ts';
import { useWords } from '../text/words.ts';

interface FrameProps {
  settings: Settings;
  facts: DeviceFacts | null;
  /** Changes with every change of page. */
  place: string;
  title: string;
  onLanguage: () => void;
  children: ReactNode;
}

export function Frame({ settings, facts, place, title, onLanguage, children }: FrameProps) {
  const words = useWords();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(place);

  useEffect(() => {
    const before = shown.current;
    if (before === place) return;
    shown.current = place;
    window.scrollTo(0, 0);
    if (before !== 'loading') main.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [place]);

  useEffect(() => {
    document.documentElement.lang = words.language.code;
    document.title = `${title} – ${words.frame.page}`;
  }, [title, words]);

  return (
    <div className="frame">
      <a className="skip" href="#contenuto">
        {words.frame.skip}
      </a>
      {settings.demo ? <p className="demo-strip">{words.frame.demo}</p> : null}
      <header className="head">
        <div className="whose">
          <Mark />
          <p>
            <strong>{facts?.dealerName ?? words.frame.product}</strong>
            <span>{facts?.deviceLabel ?? facts?.deviceName ?? words.frame.page}</span>
          </p>
        </div>
        <button
          type="button"
          className="language"
          lang={words.language.code === 'it' ? 'en' : 'it'}
          aria-label={`${words.language.other}: ${words.language.switchTo}`}
          onClick={onLanguage}
        >
          <IconLanguage aria-hidden="true" />
          {words.language.other}
        </button>
      </header>
      <main id="contenuto" ref={main} className="content">
        {children}
      </main>
    </div>
  );
}

/** The product's logo, a folder with a signature. */
function Mark() {
  return (
    <svg className="mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        fill="var(--a-fill)"
        d="M2.6 5.4A2.4 2.4 0 0 1 5 3h4.3c.7 0 1.4.3 1.8.9l1 1.3H19a2.4 2.4 0 0 1 2.4 2.4v10.9a2.4 2.4 0 0 1-2.4 2.4H5a2.4 2.4 0 0 1-2.4-2.4z"
      />
      <path
        fill="none"
        stroke="var(--a-on)"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M6.6 16.1c1.3-2.6 2.9-5.3 4-5 1 .3-1.1 3.7-.5 4.7.5.8 1.6-2.6 2.4-2.4.7.2-.2 2.1.7 2.2.8.1 1.1-1.3 1.8-1.3.6 0 .6.8 2.4.5"
      />
    </svg>
  );
}
