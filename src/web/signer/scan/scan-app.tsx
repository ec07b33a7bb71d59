/** What a phone shows after it scanned the QR code at the desk: one button, two digits to compare, then the signature itself. */
import { IconDeviceMobile, IconLinkOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { Settings } from '../../shared/chrome/page-settings.ts';
import { languageCode, useWordsOf } from '../../shared/chrome/words.ts';
import type { SignFailure } from '../api/failure.ts';
import { useSecondsLeft } from '../flow/use-clock.ts';
import { minutesLeft } from '../format/countdown.ts';
import { Closed, FailedPage, LoadingPage } from '../pages/closed-pages.tsx';
import type { Catalogue } from '../text/it.ts';
import { loadCatalogue, TextContext, useText } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { ActionBar, Frame } from '../ui/frame.tsx';
import { Heading } from '../ui/heading.tsx';
import { LiveRegion } from '../ui/live.tsx';
import type { ScanApi } from './scan-api.ts';
import './scan.css';
import { type ScanState, useScan } from './use-scan.ts';
import { SCAN_WORDS } from './words.ts';

const useWords = () => SCAN_WORDS[languageCode(useText())];

/** The QR code is used, so the back button leads to the page before it. */
const goTo = (path: string) => location.replace(path);

export function ScanApp({ settings, words, api }: { settings: Settings; words: Catalogue; api: ScanApi }) {
  const { words: text, language, switchLanguage } = useWordsOf(words, { load: loadCatalogue });
  const state = useScan(api, goTo);
  const { at } = state.scan;

  useEffect(() => api.speak(language), [api, language]);
  useEffect(() => {
    // The brand is not known yet; the accent of motorbikes looks disabled in the dark scheme.
    document.documentElement.dataset.accent = 'bmw';
  }, []);

  return (
    <TextContext value={text}>
      <LiveRegion>
        <Frame settings={settings} view={null} screen="scan" place={at} onLanguage={switchLanguage}>
          <Content state={state} now={api.now} />
        </Frame>
      </LiveRegion>
    </TextContext>
  );
}

function Content({ state, now }: { state: ScanState; now: () => number }) {
  const { scan, busy, use } = state;
  switch (scan.at) {
    case 'start':
      return <StartPage busy={busy} onUse={use} />;
    case 'loading':
      return <LoadingPage />;
    case 'waiting':
      return <WaitingPage {...scan} now={now} />;
    case 'preparing':
      return <PreparingPage />;
    case 'gone':
      return <GonePage />;
    case 'failed':
      return <Failed failure={scan.failure} retrying={busy} onRetry={use} />;
  }
}

function Failed(props: { failure: SignFailure; retrying: boolean; onRetry: () => void }) {
  return <FailedPage {...props} undone={useWords().notDone} />;
}

function StartPage({ busy, onUse }: { busy: boolean; onUse: () => void }) {
  const scan = useWords();
  return (
    <>
      <div className="content">
        <Heading>{scan.title}</Heading>
        <p className="lead">{scan.lead}</p>
        <ol className="card scan-steps">
          {[scan.step1, scan.step2, scan.step3].map((step, index) => (
            <li key={step}>
              <span className="scan-step" aria-hidden="true">
                {index + 1}
              </span>
              <span>{step}</span>
            </li>
          ))}
        </ol>
        <p className="caption">{scan.noCommitment}</p>
      </div>
      <ActionBar>
        <Button busy={busy} icon={<IconDeviceMobile aria-hidden="true" />} onPress={onUse}>
          {busy ? scan.going : scan.go}
        </Button>
      </ActionBar>
    </>
  );
}

function WaitingPage(props: { number: string; until: string; dealer: string; lost: boolean; now: () => number }) {
  const scan = useWords();
  const { failure } = useText();
  const minutes = minutesLeft(useSecondsLeft(props.until, props.now, 'minute'));
  return (
    <div className="content closed">
      <Heading>{scan.waitingTitle}</Heading>
      <p className="lead">{scan.asks(props.dealer)}</p>
      <p className="card match">
        <span className="caption">{scan.number}</span>
        <strong>{props.number}</strong>
      </p>
      <p className="lead">{scan.compare}</p>
      <p className="until">
        <span className="spinner" aria-hidden="true" />
        <span>{scan.until(minutes)}</span>
      </p>
      <p role="status">{props.lost ? failure.offlineText : ''}</p>
    </div>
  );
}

function PreparingPage() {
  const scan = useWords();
  return (
    <div className="content closed" aria-busy="true">
      <Heading>{scan.confirmedTitle}</Heading>
      <p className="until">
        <span className="spinner" aria-hidden="true" />
        <span>{scan.preparing}</span>
      </p>
    </div>
  );
}

function GonePage() {
  const scan = useWords();
  return (
    <Closed tone="neutral" icon={<IconLinkOff aria-hidden="true" />} title={scan.goneTitle}>
      <p className="lead">{scan.goneText}</p>
      <p className="lead">{scan.goneDo}</p>
    </Closed>
  );
}
