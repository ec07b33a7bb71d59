/** The frame around every screen: requester, the four steps, content and action bar. */
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { PageFrame } from '../../shared/chrome/frame.tsx';
import type { Settings } from '../../shared/chrome/page-settings.ts';
import { backToList, isOnTablet } from '../../shared/on-tablet.ts';
import type { SignView } from '../api/types.ts';
import { signsByHand } from '../flow/by-hand.ts';
import type { Screen } from '../flow/steps.ts';
import { useText } from '../text/language.ts';

const IDLE_MS = 5 * 60_000;
const ACTS = ['pointerdown', 'keydown', 'scroll'] as const;
const STEP_ORDER = ['read', 'points', 'code', 'done'] as const;
const BY_HAND = ['read', 'points', 'hand', 'done'] as const;

interface FrameProps {
  settings: Settings;
  view: SignView | null;
  screen: Screen | 'unknown' | 'failed' | 'loading' | 'scan' | 'photos';
  /** Changes whenever the content is a new page for the user: the focus then moves to its heading, or to its only input. */
  place: string;
  onLanguage: () => void;
  children: ReactNode;
}

export function Frame({ settings, view, screen, place, onLanguage, children }: FrameProps) {
  const text = useText();
  const byHand = screen === 'hand' || (screen !== 'code' && view !== null && signsByHand(view));
  const order = byHand ? BY_HAND : STEP_ORDER;
  const step = (order as readonly string[]).indexOf(screen);

  useEffect(() => {
    const name = step < 0 ? text.frame.page : text.steps[order[step] ?? 'read'];
    document.title = view === null ? text.frame.page : `${name} – ${view.dealer.name}`;
  }, [step, order, text, view]);

  const tablet = isOnTablet();
  useIdleReturn(tablet);

  const owner = (
    <>
      {view === null ? <p className="head-title">{text.frame.page}</p> : <Dealer view={view} />}
      {tablet ? (
        <button type="button" className="language to-list" onClick={backToList}>
          <IconArrowLeft aria-hidden="true" />
          <span>{text.closed.toTablet}</span>
        </button>
      ) : null}
    </>
  );
  const steps = step < 0 ? null : <Steps order={order} step={step} />;
  return <PageFrame {...{ settings, words: text, onLanguage, owner, steps, place, screen }}>{children}</PageFrame>;
}

/** A user who walks away from a dealer's tablet leaves nothing open; from the tablet's list they find their progress again. */
function useIdleReturn(tablet: boolean): void {
  useEffect(() => {
    if (!tablet) return;
    let timer = setTimeout(backToList, IDLE_MS);
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(backToList, IDLE_MS);
    };
    for (const name of ACTS) addEventListener(name, again, true);
    return () => {
      clearTimeout(timer);
      for (const name of ACTS) removeEventListener(name, again, true);
    };
  }, [tablet]);
}

function Dealer({ view }: { view: SignView }) {
  const text = useText();
  const brands: Readonly<Record<string, string>> = text.frame.brandOf;
  return (
    <div className="owner">
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

function Steps({ order, step }: { order: typeof STEP_ORDER | typeof BY_HAND; step: number }) {
  const text = useText();
  return (
    <nav className="steps" aria-label={text.steps.list}>
      <p className="steps-now" aria-hidden="true">
        <strong>{text.steps[order[step] ?? 'read']}</strong>
        <span>{text.steps.progress(step + 1, order.length)}</span>
      </p>
      <ol>
        {order.map((name, index) => (
          <li key={name} data-reached={index <= step || undefined} aria-current={index === step ? 'step' : undefined}>
            <span className="step-word">{text.steps[name]}</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The action bar at the bottom, within reach of the thumb. */
export function ActionBar({ children }: { children: ReactNode }) {
  const text = useText();
  return (
    <section className="actions" aria-label={text.frame.actions}>
      <div className="actions-inner">{children}</div>
    </section>
  );
}
