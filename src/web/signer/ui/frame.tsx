/** What stands around every screen: who asks, the language, the four steps, the content and the bar of actions. */
import { IconLanguage } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { SignView } from '../api/types.ts';
import type { Screen } from '../flow/steps.ts';
import { useText } from '../text/language.ts';
import type { Settings } from './settings.ts';

const STEP_ORDER = ['read', 'points', 'code', 'done'] as const;

interface FrameProps {
  settings: Settings;
  view: SignView | null;
  screen: Screen | 'unknown' | 'failed' | 'loading';
  /** Changes whenever the content is a new page to the person: the focus then starts at its heading. */
  place: string;
  onLanguage: () => void;
  children: ReactNode;
}

export function Frame({ settings, view, screen, place, onLanguage, children }: FrameProps) {
  const text = useText();
  const step = (STEP_ORDER as readonly string[]).indexOf(screen);
  const main = useRef<HTMLElement>(null);
  const shown = useRef(place);

  useEffect(() => {
    const before = shown.current;
    if (before === place) return;
    shown.current = place;
    window.scrollTo(0, 0);
    // The first page of a visit starts at its top, as every page does.
    if (before !== 'loading') main.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [place]);

  useEffect(() => {
    const name = step < 0 ? text.frame.page : text.steps[STEP_ORDER[step] ?? 'read'];
    document.title = view === null ? text.frame.page : `${name} – ${view.dealer.name}`;
  }, [step, text, view]);

  return (
    <div className="frame" data-screen={screen}>
      <a className="skip" href="#contenuto">
        {text.frame.skip}
      </a>
      <header className="head">
        {settings.demo ? <p className="demo-strip">{text.frame.demo}</p> : null}
        <div className="head-row">
          {view === null ? <p className="head-title">{text.frame.page}</p> : <Dealer view={view} />}
          <button
            type="button"
            className="language"
            lang={text.language.code === 'it' ? 'en' : 'it'}
            onClick={onLanguage}
          >
            <IconLanguage aria-hidden="true" />
            <span aria-hidden="true">{text.language.other}</span>
            <span className="visually-hidden">{`${text.language.other}: ${text.language.switchTo}`}</span>
          </button>
        </div>
        {step < 0 ? null : <Steps step={step} />}
      </header>
      <main id="contenuto" ref={main}>
        {children}
      </main>
    </div>
  );
}

function Dealer({ view }: { view: SignView }) {
  const text = useText();
  const brands: Readonly<Record<string, string>> = text.frame.brandOf;
  return (
    <div className="dealer">
      <span className="initials" aria-hidden="true">
        {view.dealer.initials}
      </span>
      <p>
        <strong>{view.dealer.name}</strong>
        <span>{brands[view.brand] ?? ''}</span>
      </p>
    </div>
  );
}

function Steps({ step }: { step: number }) {
  const text = useText();
  return (
    <nav className="steps" aria-label={text.steps.list}>
      <p className="steps-now" aria-hidden="true">
        <strong>{text.steps[STEP_ORDER[step] ?? 'read']}</strong>
        <span>{text.steps.progress(step + 1, STEP_ORDER.length)}</span>
      </p>
      <ol>
        {STEP_ORDER.map((name, index) => (
          <li key={name} data-reached={index <= step || undefined} aria-current={index === step ? 'step' : undefined}>
            <span className="step-word">{text.steps[name]}</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The bar at the bottom, inside the thumb's reach. */
export function ActionBar({ children }: { children: ReactNode }) {
  const text = useText();
  return (
    <section className="actions" aria-label={text.frame.actions}>
      <div className="actions-inner">{children}</div>
    </section>
  );
}
