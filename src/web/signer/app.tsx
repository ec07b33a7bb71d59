/** The signer's application: the link's session, the current step, and the screen for both. */
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { languageCode, useLanguageSwitch } from '../shared/chrome/language-switch.ts';
import type { Settings } from '../shared/chrome/page-settings.ts';
import type { Language } from '../shared/language.ts';
import { tokenOfPath } from './api/address.ts';
import { createSignApi, type SignApi } from './api/sign-api.ts';
import type { SignView } from './api/types.ts';
import { CodePage } from './code/code-page.tsx';
import { takeEarlyAnswer } from './early-request.ts';
import { NO_PROGRESS } from './flow/progress.ts';
import { screenFor } from './flow/steps.ts';
import { type ProgressState, useProgress } from './flow/use-progress.ts';
import { type SessionState, useSession } from './flow/use-session.ts';
import { type SignerActions, useSignerActions } from './flow/use-signer-actions.ts';
import { type StepState, useStep } from './flow/use-step.ts';
import { DeclinedPage, FailedPage, LoadingPage, LockedPage, UnknownPage } from './pages/closed-pages.tsx';
import { DeclinePage, NotMePage } from './pages/decline-page.tsx';
import { DonePage } from './pages/done-page.tsx';
import { PointsPage } from './pages/points-page.tsx';
import { StartPage } from './pages/start-page.tsx';
import { ReadPage } from './read/read-page.tsx';
import { NOTHING_SEEN, type Seen } from './read/seen-pages.ts';
import { OpenDocumentCache, useDocument } from './read/use-document.ts';
import type { Catalogue } from './text/it.ts';
import { loadCatalogue, TextContext, useText } from './text/language.ts';
import { Frame } from './ui/frame.tsx';
import { LiveRegion } from './ui/live-region.tsx';

/** The code for handwriting is loaded only when needed. */
const importHandPage = () => import('./hand/hand-page.tsx');
const HandPage = lazy(async () => ({ default: (await importHandPage()).HandPage }));

export function App({ settings, words }: { settings: Settings; words: Catalogue }) {
  const api = useMemo(() => {
    const token = tokenOfPath(location.pathname);
    if (token === null) return null;
    const signApi = createSignApi(token, undefined, takeEarlyAnswer);
    signApi.setLanguage(languageCode(words));
    return signApi;
  }, [words]);
  const state = useSession(api);
  const onSwitch = (language: Language) => {
    api?.setLanguage(language);
    void state.refresh();
  };
  const { words: text, switchLanguage } = useLanguageSwitch(words, { load: loadCatalogue, onSwitch });
  const step = useStep();
  const { session } = state;
  const view = session.status === 'ready' ? session.view : null;
  const progress = useProgress(view);

  useEffect(() => {
    document.documentElement.dataset.accent = view?.brand ?? 'moto';
  }, [view?.brand]);

  const screen = view === null ? session.status : screenFor(view, progress.progress, step.entry.step);
  const shownScreen = screen === 'ready' ? 'loading' : screen;
  const shownDocumentId = shownScreen === 'read' && view !== null ? documentToRead(view, progress, step)?.id : '';
  const pageKey = shownScreen === 'read' ? `read ${shownDocumentId} ${step.entry.page ?? ''}` : shownScreen;

  return (
    <TextContext value={text}>
      <LiveRegion page={pageKey}>
        <Frame settings={settings} view={view} screen={shownScreen} pageKey={pageKey} onLanguage={switchLanguage}>
          {session.status === 'loading' ? <LoadingPage /> : null}
          {session.status === 'unknown' ? <UnknownPage /> : null}
          {session.status === 'failed' ? (
            <FailedPage failure={session.failure} retrying={session.retrying} onRetry={() => void state.refresh()} />
          ) : null}
          {view !== null && api !== null ? (
            <Session api={api} view={view} state={state} step={step} progress={progress} />
          ) : null}
        </Frame>
      </LiveRegion>
    </TextContext>
  );
}

/** The document to read: the requested one, otherwise the first unread one, otherwise the first. */
function documentToRead(view: SignView, { progress }: ProgressState, { entry }: StepState) {
  return (
    view.documents.find((document) => document.id === entry.documentId) ??
    view.documents.find((document) => !progress.read.includes(document.sha256)) ??
    view.documents[0]
  );
}

interface SessionProps {
  api: SignApi;
  view: SignView;
  state: SessionState;
  step: StepState;
  progress: ProgressState;
}

/** Props of every screen of an open session. */
interface ScreenProps extends SessionProps {
  acts: SignerActions;
  documents: OpenDocumentCache;
  /** Error of the last action. */
  error: string | null;
  several: boolean;
}

function Session(props: SessionProps) {
  const { api, view, state, step, progress: progressState } = props;
  const text = useText();
  const { progress, change } = progressState;
  const cache = useRef<OpenDocumentCache>(null);
  cache.current ??= new OpenDocumentCache();
  const documents = cache.current;
  const [notice, setNotice] = useState<string | null>(null);
  const [unreached, setHandUnavailable] = useState(false);
  const wasSeated = useRef(false);
  wasSeated.current ||= view.place === 'HERE';
  const acts = useSignerActions({
    ...{ api, view, progress, text, change, step },
    refresh: state.refresh,
    accept: state.accept,
    dropDocument: () => {
      documents.forget();
      setNotice(text.read.firstNotRead);
    },
  });
  const go = useLeaving(step, () => {
    acts.leavePage();
    setHandUnavailable(false);
  });
  const isOpen = view.state === 'OPEN';
  const several = view.documents.length > 1;

  useEffect(() => {
    if (!isOpen) documents.forget();
  }, [isOpen, documents]);

  const goToCode = async () => {
    if (progress.code !== null || (await acts.requestCode())) go('code');
  };
  // Load the code before changing the page: without a network the signer stays here, with everything confirmed.
  const goToHand = () => {
    setHandUnavailable(false);
    importHandPage().then(
      () => go('hand'),
      () => setHandUnavailable(true),
    );
  };
  const error = acts.trouble?.text ?? null;
  const signing: ScreenProps = { ...props, step: { ...step, go }, acts, documents, error, several };

  switch (screenFor(view, progress, step.entry.step)) {
    case 'start':
      return <StartScreen {...signing} displaced={wasSeated.current && view.place === 'ELSEWHERE'} />;
    case 'read':
      return <ReadScreen {...signing} notice={notice} onNext={() => setNotice(null)} />;
    case 'points':
      return <Confirming {...signing} isHandUnavailable={unreached} onCode={() => void goToCode()} onHand={goToHand} />;
    case 'code':
      return <CodeScreen {...signing} />;
    case 'hand':
      return <HandScreen {...signing} onCode={() => (view.noCodes ? go('decline') : void goToCode())} />;
    case 'decline':
      return <DeclinePage {...declineProps(signing, false)} several={several} />;
    case 'notMe':
      return <NotMePage {...declineProps(signing, true)} />;
    case 'done':
      return <DonePage api={api} view={view} signedAt={progress.signedAt} />;
    case 'declined':
      return <DeclinedPage notMe={progress.saidNotMe} several={several} />;
    case 'locked':
      return <LockedPage several={several} />;
  }
}

/**
 * Calls `leave` when the signer goes to another page, with the browser's buttons or with those of the page. A refusal
 * moves the signer with `step` itself: its error is shown on the next page.
 */
function useLeaving(step: StepState, leave: () => void): StepState['go'] {
  const onPop = useEffectEvent(leave);
  useEffect(() => {
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);
  return (...target) => {
    leave();
    step.go(...target);
  };
}

const declineProps = ({ acts, error, step }: ScreenProps, notMe: boolean) => ({
  busy: acts.running === 'decline',
  error,
  onDecline: (reason: string) => void acts.decline(reason, notMe),
  onBack: step.back,
});

function StartScreen({ view, step, progress, acts, error, displaced }: ScreenProps & { displaced: boolean }) {
  const text = useText();
  const startReading = async () => {
    if (await acts.open()) step.go('read');
  };
  return (
    <StartPage
      view={view}
      displaced={displaced}
      hasBegun={view.place === 'HERE' && progress.progress !== NO_PROGRESS}
      busy={acts.running === 'open'}
      error={error === text.code.elsewhere ? null : error}
      onRead={() => void startReading()}
      onNotMe={() => step.go('notMe')}
      onDecline={() => step.go('decline')}
    />
  );
}

interface PointsScreenProps extends ScreenProps {
  /** The code for handwriting failed to load. */
  isHandUnavailable: boolean;
  onCode: () => void;
  onHand: () => void;
}

function Confirming({ view, step, progress: kept, acts, error, isHandUnavailable, onCode, onHand }: PointsScreenProps) {
  const text = useText();
  const { progress, change } = kept;
  const { confirmed, choices } = progress;
  return (
    <PointsPage
      {...{ view, progress, onCode, onHand }}
      busy={acts.running === 'code'}
      error={error ?? (isHandUnavailable ? text.failure.network : null)}
      onConfirm={(id, isConfirmed) =>
        change({ confirmed: [...confirmed.filter((confirmedId) => confirmedId !== id), ...(isConfirmed ? [id] : [])] })
      }
      onChoose={(id, choice) => change({ choices: { ...choices, [id]: choice } })}
      onSee={({ documentId, page }) => step.go('read', { documentId, page })}
      onPaper={() => step.go('decline')}
    />
  );
}

function CodeScreen({ api, view, progress: { progress }, acts }: ScreenProps) {
  if (progress.code === null) return null;
  return (
    <CodePage
      view={view}
      progress={progress}
      sent={progress.code}
      now={api.now}
      signing={acts.running === 'sign'}
      resending={acts.running === 'code'}
      trouble={acts.trouble}
      onType={acts.clearTrouble}
      onSign={acts.sign}
      onResend={acts.requestCode}
    />
  );
}

function HandScreen({ api, view, progress, acts, documents, error, onCode }: ScreenProps & { onCode: () => void }) {
  return (
    <Suspense fallback={<LoadingPage />}>
      <HandPage
        {...{ api, view, error, onCode }}
        reader={{ cache: documents, useDocument }}
        progress={progress.progress}
        busy={acts.running}
        onSign={acts.signWith}
      />
    </Suspense>
  );
}

function ReadScreen(props: ScreenProps & { notice: string | null; onNext: () => void }) {
  const { api, view, state, step, progress: progressState, documents, notice, several } = props;
  const { progress, change } = progressState;
  const current = documentToRead(view, progressState, step);
  const isRead = progress.read.includes(current?.sha256 ?? '');
  const onRead = useCallback(
    (sha256: string) => {
      if (!progress.read.includes(sha256)) change({ read: [...progress.read, sha256] });
    },
    [progress.read, change],
  );
  const onSeen = useCallback(
    (sha256: string, seen: Seen) => change({ seen: { ...progress.seen, [sha256]: seen } }),
    [progress.seen, change],
  );
  const { replace } = step;
  const implicitId = several && step.entry.documentId === null ? current?.id : undefined;
  // A signer who reaches the end of the first unread document stays on it, although the next one becomes the first
  // unread at that moment.
  useEffect(() => {
    if (implicitId !== undefined) replace('read', { documentId: implicitId });
  }, [implicitId, replace]);
  if (current === undefined) return null;

  const index = view.documents.indexOf(current);
  const nextDocument = view.documents[index + 1];
  const isPageLookup = step.entry.page !== null;
  const goToNext = () => {
    props.onNext();
    if (isPageLookup) step.back();
    else if (nextDocument) step.go('read', { documentId: nextDocument.id });
    else step.go('points');
  };
  return (
    <ReadPage
      key={`${current.id} ${step.entry.page ?? ''}`}
      api={api}
      cache={documents}
      document={current}
      index={index + 1}
      total={view.documents.length}
      startPage={step.entry.page}
      read={isRead}
      pendingPoints={view.points.filter(
        ({ documentId, kind, signed }) => documentId === current.id && kind !== 'consent' && !signed,
      )}
      notice={notice}
      next={isPageLookup ? 'back' : nextDocument ? 'document' : 'points'}
      onRead={onRead}
      seen={progress.seen[current.sha256] ?? NOTHING_SEEN}
      onSeen={onSeen}
      onNext={goToNext}
      onGone={() => void state.refresh()}
    />
  );
}
