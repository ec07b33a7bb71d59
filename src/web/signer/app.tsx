/** The signer's pages as one application: the link's session, the step the person is on, and the screen for both. */
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { keepLanguage, type Language } from '../shared/language.ts';
import type { Settings } from '../shared/page-settings.ts';
import { tokenOfPath } from './api/address.ts';
import { createSignApi, type SignApi } from './api/sign-api.ts';
import type { SignPoint, SignView } from './api/types.ts';
import { CodePage } from './code/code-page.tsx';
import { takeFirst } from './first-ask.ts';
import { NO_PROGRESS } from './flow/progress.ts';
import { screenFor } from './flow/steps.ts';
import { useActs } from './flow/use-acts.ts';
import { type ProgressState, useProgress } from './flow/use-progress.ts';
import { type SessionState, useSession } from './flow/use-session.ts';
import { type StepState, useStep } from './flow/use-step.ts';
import { DeclinedPage, FailedPage, LoadingPage, LockedPage, UnknownPage } from './pages/closed-pages.tsx';
import { DeclinePage, NotMePage } from './pages/decline-page.tsx';
import { DonePage } from './pages/done-page.tsx';
import { PointsPage } from './pages/points-page.tsx';
import { StartPage } from './pages/start-page.tsx';
import { PdfPages } from './read/pdf-pages.tsx';
import { ReadPage } from './read/read-page.tsx';
import { OpenDocumentCache, useDocument } from './read/use-document.ts';
import type { Catalogue } from './text/it.ts';
import { loadCatalogue, TextContext, useText } from './text/language.ts';
import { Frame } from './ui/frame.tsx';
import { LiveRegion } from './ui/live.tsx';

/** What writing by hand takes is fetched when somebody does. */
const importHand = () => import('./hand/hand-page.tsx');
const HandPage = lazy(async () => ({ default: (await importHand()).HandPage }));

export function App({ settings, words }: { settings: Settings; words: Catalogue }) {
  const [text, setText] = useState(words);
  const api = useMemo(() => {
    const token = tokenOfPath(location.pathname);
    if (token === null) return null;
    const made = createSignApi(token, undefined, takeFirst);
    made.speak(words.language.code === 'en' ? 'en' : 'it');
    return made;
  }, [words]);
  const state = useSession(api);
  const step = useStep();
  const { session } = state;
  const view = session.status === 'ready' ? session.view : null;
  const progress = useProgress(view);

  useEffect(() => {
    document.documentElement.lang = text.language.code;
  }, [text]);
  useEffect(() => {
    document.documentElement.dataset.accent = view?.brand ?? 'moto';
  }, [view?.brand]);

  const switchLanguage = () => {
    const other: Language = text.language.code === 'it' ? 'en' : 'it';
    // Without a network the other language may not come: the button can be pressed again.
    loadCatalogue(other).then(
      (loaded) => {
        keepLanguage(other);
        setText(loaded);
        api?.speak(other);
        void state.refresh();
      },
      () => {},
    );
  };
  const screen = view === null ? session.status : screenFor(view, progress.progress, step.place.step);
  const shown = screen === 'ready' ? 'loading' : screen;
  const document_ = shown === 'read' && view !== null ? documentAt(view, progress, step)?.id : '';

  return (
    <TextContext value={text}>
      <LiveRegion>
        <Frame
          settings={settings}
          view={view}
          screen={shown}
          place={shown === 'read' ? `read ${document_} ${step.place.page ?? ''}` : shown}
          onLanguage={switchLanguage}
        >
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

/** The document to read: the one asked for, else the first unread, else the first. */
function documentAt(view: SignView, { progress }: ProgressState, { place }: StepState) {
  return (
    view.documents.find((document) => document.id === place.documentId) ??
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

function Session({ api, view, state, step, progress: kept }: SessionProps) {
  const text = useText();
  const { progress, change } = kept;
  const cache = useRef<OpenDocumentCache>(null);
  cache.current ??= new OpenDocumentCache();
  const documents = cache.current;
  const [notice, setNotice] = useState<string | null>(null);
  const seated = useRef(false);
  seated.current ||= view.place === 'HERE';
  const acts = useActs({
    api,
    view,
    progress,
    text,
    change,
    refresh: state.refresh,
    accept: state.accept,
    step,
    dropDocument: () => {
      documents.forget();
      setNotice(text.read.firstNotRead);
    },
  });
  const screen = screenFor(view, progress, step.place.step);
  const open = view.state === 'OPEN';
  const several = view.documents.length > 1;

  useEffect(() => {
    if (!open) documents.forget();
  }, [open, documents]);

  const clear = acts.clearTrouble;
  const see = useCallback(
    (point: SignPoint) => {
      clear();
      step.go('read', { documentId: point.documentId, page: point.page });
    },
    [clear, step.go],
  );
  const toRead = async () => {
    if (await acts.open()) step.go('read');
  };
  const toCode = async () => {
    if (progress.code !== null || (await acts.requestCode())) step.go('code');
  };
  const [unreached, setUnreached] = useState(false);
  // Fetched before the page turns: without a network the person stays here, with everything confirmed.
  const toHand = () => {
    setUnreached(false);
    importHand().then(
      () => step.go('hand'),
      () => setUnreached(true),
    );
  };
  const pageTrouble = acts.trouble?.text ?? null;
  const busy = acts.running;

  switch (screen) {
    case 'start':
      return (
        <StartPage
          view={view}
          displaced={seated.current && view.place === 'ELSEWHERE'}
          begun={view.place === 'HERE' && progress !== NO_PROGRESS}
          busy={busy === 'open'}
          error={pageTrouble === text.code.elsewhere ? null : pageTrouble}
          onRead={() => void toRead()}
          onNotMe={() => step.go('notMe')}
          onDecline={() => step.go('decline')}
        />
      );
    case 'read':
      return <Reading {...{ api, view, step, state, kept, documents, notice }} onNext={() => setNotice(null)} />;
    case 'points':
      return (
        <PointsPage
          view={view}
          progress={progress}
          busy={busy === 'code'}
          error={pageTrouble ?? (unreached ? text.failure.network : null)}
          onConfirm={(id, confirmed) =>
            change({ confirmed: [...progress.confirmed.filter((other) => other !== id), ...(confirmed ? [id] : [])] })
          }
          onChoose={(id, choice) => change({ choices: { ...progress.choices, [id]: choice } })}
          onSee={see}
          onCode={() => void toCode()}
          onHand={toHand}
          onPaper={() => step.go('decline')}
        />
      );
    case 'code':
      return progress.code === null ? null : (
        <CodePage
          view={view}
          progress={progress}
          sent={progress.code}
          now={api.now}
          signing={busy === 'sign'}
          resending={busy === 'code'}
          trouble={acts.trouble}
          onType={acts.clearTrouble}
          onSign={acts.sign}
          onResend={acts.requestCode}
        />
      );
    case 'hand':
      return (
        <Suspense fallback={<LoadingPage />}>
          <HandPage
            api={api}
            reader={{ cache: documents, useDocument, PdfPages }}
            view={view}
            progress={progress}
            busy={busy}
            error={pageTrouble}
            onSign={acts.give}
            onCode={() => (view.noCodes ? step.go('decline') : void toCode())}
          />
        </Suspense>
      );
    case 'decline':
      return (
        <DeclinePage
          several={several}
          busy={busy === 'decline'}
          error={pageTrouble}
          onDecline={(reason) => void acts.decline(reason, false)}
          onBack={step.back}
        />
      );
    case 'notMe':
      return (
        <NotMePage
          busy={busy === 'decline'}
          error={pageTrouble}
          onDecline={(reason) => void acts.decline(reason, true)}
          onBack={step.back}
        />
      );
    case 'done':
      return <DonePage api={api} view={view} signedAt={progress.signedAt} />;
    case 'declined':
      return <DeclinedPage notMe={progress.saidNotMe} several={several} />;
    case 'locked':
      return <LockedPage several={several} />;
  }
}

interface ReadingProps {
  api: SignApi;
  view: SignView;
  state: SessionState;
  step: StepState;
  kept: ProgressState;
  documents: OpenDocumentCache;
  notice: string | null;
  onNext: () => void;
}

function Reading({ api, view, state, step, kept, documents, notice, onNext }: ReadingProps) {
  const { progress, change } = kept;
  const current = documentAt(view, kept, step);
  const read = progress.read.includes(current?.sha256 ?? '');
  const onRead = useCallback(
    (sha256: string) => {
      if (!progress.read.includes(sha256)) change({ read: [...progress.read, sha256] });
    },
    [progress.read, change],
  );
  const { replace } = step;
  const unnamed = view.documents.length > 1 && step.place.documentId === null ? current?.id : undefined;
  // Whoever reaches the end of the first unread one stays with it: which one that is changes at that moment.
  useEffect(() => {
    if (unnamed !== undefined) replace('read', { documentId: unnamed });
  }, [unnamed, replace]);
  if (current === undefined) return null;

  const index = view.documents.indexOf(current);
  const following = view.documents[index + 1];
  const lookingUp = step.place.page !== null;
  const next = () => {
    onNext();
    if (lookingUp) step.back();
    else if (following) step.go('read', { documentId: following.id });
    else step.go('points');
  };
  return (
    <ReadPage
      key={`${current.id} ${step.place.page ?? ''}`}
      api={api}
      cache={documents}
      document={current}
      index={index + 1}
      of={view.documents.length}
      startPage={step.place.page}
      read={read}
      due={view.points.filter(
        ({ documentId, kind, signed }) => documentId === current.id && kind !== 'consent' && !signed,
      )}
      notice={notice}
      next={lookingUp ? 'back' : following ? 'document' : 'points'}
      onRead={onRead}
      onNext={next}
      onGone={() => void state.refresh()}
    />
  );
}
