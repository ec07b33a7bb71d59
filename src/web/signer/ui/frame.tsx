/** The frame around every screen: requester, the four steps, content and action bar. */
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { PageFrame } from '../../shared/chrome/frame.tsx';
import type { Settings } from '../../shared/chrome/page-settings.ts';
import { isOnTablet, returnToList } from '../../shared/on-tablet.ts';
import type { SignView } from '../api/types.ts';
import { signsByHand } from '../flow/signs-by-hand.ts';
import type { Screen } from '../flow/steps.ts';
import { useText } from '../text/language.ts';

const IDLE_MS = 5 * 60_000;
const ACTIVITY_EVENTS = ['pointerdown', 'keydown', 'scroll'] as const;
const STEP_ORDER = ['read', 'points', 'code', 'done'] as const;
const HAND_STEP_ORDER = ['read', 'points', 'hand', 'done'] as const;

interface FrameProps {
  settings: Settings;
  view: SignView | null;
  screen: Screen | 'unknown' | 'failed' | 'loading' | 'scan' | 'photos';
  /** Changes whenever the content is a new page for the user: the focus then moves to its heading, or to its only input. */
  pageKey: string;
  onLanguage: () => void;
  children: ReactNode;
}

export function Frame({ settings, view, screen, pageKey, onLanguage, children }: FrameProps) {
  const text = useText();
  const byHand = screen === 'hand' || (screen !== 'code' && view !== null && signsByHand(view));
  const order = byHand ? HAND_STEP_ORDER : STEP_ORDER;
  const step = (order as readonly string[]).indexOf(screen);

  useEffect(() => {
    const name = step < 0 ? text.frame.page : text.steps[order[step] ?? 'read'];
    document.title = view === null ? text.frame.page : `${name} – ${view.dealer.name}`;
  }, [step, order, text, view]);

  const isTablet = isOnTablet();
  useIdleReturn(isTablet);

  const owner = (
    <>
      {view === null ? <p className="head-title">{text.frame.page}</p> : <DealerName view={view} />}
      {isTablet ? (
        <button type="button" className="language to-list" onClick={returnToList}>
          <IconArrowLeft aria-hidden="true" />
          <span>{text.closed.toTablet}</span>
        </button>
      ) : null}
    </>
  );
  const steps = step < 0 ? null : <StepList order={order} step={step} />;
  return <PageFrame {...{ settings, texts: text, onLanguage, owner, steps, pageKey, screen }}>{children}</PageFrame>;
}

/** Returns an idle dealer's tablet to its list, so that nothing stays open; the signer's progress is kept. */
function useIdleReturn(isTablet: boolean): void {
  useEffect(() => {
    if (!isTablet) return;
    let timer = setTimeout(returnToList, IDLE_MS);
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(returnToList, IDLE_MS);
    };
    for (const name of ACTIVITY_EVENTS) addEventListener(name, restart, true);
    return () => {
      clearTimeout(timer);
      for (const name of ACTIVITY_EVENTS) removeEventListener(name, restart, true);
    };
  }, [isTablet]);
}

function DealerName({ view }: { view: SignView }) {
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

function StepList({ order, step }: { order: typeof STEP_ORDER | typeof HAND_STEP_ORDER; step: number }) {
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
