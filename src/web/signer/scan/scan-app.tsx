/** What a phone shows after it scanned the QR code at the desk: one button, two digits to compare, then the signature itself. */
import { IconDeviceMobile, IconLinkOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { languageCode, useLanguageSwitch } from '../../shared/chrome/language-switch.ts';
import type { Settings } from '../../shared/chrome/page-settings.ts';
import type { SignFailure } from '../api/failure.ts';
import { useSecondsLeft } from '../flow/use-clock.ts';
import { minutesLeft } from '../format/countdown.ts';
import { ClosedPage, FailedPage, LoadingPage } from '../pages/closed-pages.tsx';
import type { Catalogue } from '../text/it.ts';
import { loadCatalogue, TextContext, useText } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { ActionBar, Frame } from '../ui/frame.tsx';
import { Heading } from '../ui/heading.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import type { ScanApi } from './scan-api.ts';
import './scan.css';
import { SCAN_TEXTS } from './scan-texts.ts';
import { type ScanState, useScan } from './use-scan.ts';

const useScanTexts = () => SCAN_TEXTS[languageCode(useText())];

/** The QR code is used, so the back button leads to the page before it. */
const replaceLocation = (path: string) => location.replace(path);

export function ScanApp({ settings, words, api }: { settings: Settings; words: Catalogue; api: ScanApi }) {
  const { words: text, language, switchLanguage } = useLanguageSwitch(words, { load: loadCatalogue });
  const state = useScan(api, replaceLocation);
  const { status } = state.scan;

  useEffect(() => api.setLanguage(language), [api, language]);
  useEffect(() => {
    // The brand is not known yet, and the accent of the motorbike brand looks disabled in the dark scheme.
    document.documentElement.dataset.accent = 'bmw';
  }, []);

  return (
    <TextContext value={text}>
      <LiveRegion page={status}>
        <Frame settings={settings} view={null} screen="scan" pageKey={status} onLanguage={switchLanguage}>
          <Content state={state} now={api.now} />
        </Frame>
      </LiveRegion>
    </TextContext>
  );
}

function Content({ state, now }: { state: ScanState; now: () => number }) {
  const { scan, busy, exchangeCode } = state;
  switch (scan.status) {
    case 'start':
      return <StartPage busy={busy} onUse={exchangeCode} />;
    case 'loading':
      return <LoadingPage />;
    case 'waiting':
      return <WaitingPage {...scan} now={now} />;
    case 'preparing':
      return <PreparingPage />;
    case 'gone':
      return <GonePage />;
    case 'failed':
      return <ScanFailed failure={scan.failure} retrying={busy} onRetry={exchangeCode} />;
  }
}

function ScanFailed(props: { failure: SignFailure; retrying: boolean; onRetry: () => void }) {
  return <FailedPage {...props} undoneText={useScanTexts().notDone} />;
}

function StartPage({ busy, onUse }: { busy: boolean; onUse: () => void }) {
  const texts = useScanTexts();
  return (
    <>
      <div className="content">
        <Heading>{texts.title}</Heading>
        <p className="lead">{texts.lead}</p>
        <ol className="card scan-steps">
          {[texts.step1, texts.step2, texts.step3].map((step, index) => (
            <li key={step}>
              <span className="scan-step" aria-hidden="true">
                {index + 1}
              </span>
              <span>{step}</span>
            </li>
          ))}
        </ol>
        <p className="caption">{texts.noCommitment}</p>
      </div>
      <ActionBar>
        <Button busy={busy} icon={<IconDeviceMobile aria-hidden="true" />} onPress={onUse}>
          {busy ? texts.going : texts.go}
        </Button>
      </ActionBar>
    </>
  );
}

function WaitingPage(props: { number: string; until: string; dealer: string; lost: boolean; now: () => number }) {
  const texts = useScanTexts();
  const { failure } = useText();
  const minutes = minutesLeft(useSecondsLeft(props.until, props.now, 'minute'));
  return (
    <div className="content closed">
      <Heading>{texts.waitingTitle}</Heading>
      <p className="lead">{texts.asks(props.dealer)}</p>
      <p className="card match">
        <span className="caption">{texts.number}</span>
        <strong>{props.number}</strong>
      </p>
      <p className="lead">{texts.compare}</p>
      <p className="until">
        <span className="spinner" aria-hidden="true" />
        <span>{texts.until(minutes)}</span>
      </p>
      <p role="status">{props.lost ? failure.offlineText : ''}</p>
    </div>
  );
}

function PreparingPage() {
  const texts = useScanTexts();
  return (
    <div className="content closed" aria-busy="true">
      <Heading>{texts.confirmedTitle}</Heading>
      <p className="until">
        <span className="spinner" aria-hidden="true" />
        <span>{texts.preparing}</span>
      </p>
    </div>
  );
}

function GonePage() {
  const texts = useScanTexts();
  return (
    <ClosedPage tone="neutral" icon={<IconLinkOff aria-hidden="true" />} title={texts.goneTitle}>
      <p className="lead">{texts.goneText}</p>
      <p className="lead">{texts.goneDo}</p>
    </ClosedPage>
  );
}
