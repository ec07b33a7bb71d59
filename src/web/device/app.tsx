/** The tablet's pages as one application: pairing, waiting, the list of documents to sign, and every end state. */
import { useCallback, useEffect, useState } from 'react';
import type { DeviceFacts } from '#contract/devices.ts';
import type { Settings } from '../shared/chrome/page-settings.ts';
import { useWordsOf } from '../shared/chrome/words.ts';
import type { DeviceKey } from '../shared/device-key/key.ts';
import { noteTablet } from '../shared/on-tablet.ts';
import type { DeviceApi } from './api/device-api.ts';
import { type Device, type Standing, useDevice } from './flow/use-device.ts';
import { useQueue } from './flow/use-queue.ts';
import { Button } from './pages/button.tsx';
import { ClosedPage } from './pages/closed-page.tsx';
import { CodePage } from './pages/code-page.tsx';
import { Frame } from './pages/frame.tsx';
import { QueuePage } from './pages/queue-page.tsx';
import { WaitingPage } from './pages/waiting-page.tsx';
import type { Words } from './text/it.ts';
import { loadWords, useWords, WordsContext } from './text/words.ts';

interface AppProps {
  settings: Settings;
  words: Words;
  api: DeviceApi;
  /** From a scanned address, or null. */
  code: string | null;
}

/** A code is requested: the tablet is unknown, or the user wants to pair it again. */
type Asking = { code: string | null } | null;

function placeOf(standing: Standing, asking: Asking): string {
  if (asking !== null && standing.at === 'known') return standing.facts.state === 'ACTIVE' ? 'already' : 'new';
  return standing.at === 'known' ? standing.facts.state : standing.at;
}

function titleOf(place: string, words: Words): string {
  const pages: Readonly<Record<string, unknown>> = { ...words, new: words.code, active: words.queue };
  return (pages[place.toLowerCase()] as { title?: string } | undefined)?.title ?? words.frame.product;
}

export function App({ settings, words: first, api, code }: AppProps) {
  const { words, language, switchLanguage } = useWordsOf(first, { load: loadWords });
  const device = useDevice(api);
  const { standing } = device;
  const [asking, setAsking] = useState<Asking>(code === null ? null : { code });
  /** The tablet is active, but the user wants the new code anyway. */
  const [insists, setInsists] = useState(false);

  useEffect(() => api.speak(language), [api, language]);

  const claim: Device['claim'] = async (typed, name) => {
    const refused = await device.claim(typed, name);
    if (refused === null) {
      setAsking(null);
      setInsists(false);
    }
    return refused;
  };

  const place = insists ? 'new' : placeOf(standing, asking);
  return (
    <WordsContext value={words}>
      <Frame
        settings={settings}
        facts={standing.at === 'known' ? standing.facts : null}
        place={place}
        title={titleOf(place, words)}
        onLanguage={switchLanguage}
      >
        {place === 'new' ? (
          <CodePage
            code={asking === null ? code : asking.code}
            forgotten={standing.at === 'new' && standing.forgotten}
            claim={claim}
          />
        ) : place === 'already' && standing.at === 'known' ? (
          <Already dealer={standing.facts.dealerName} onStay={() => setAsking(null)} onGo={() => setInsists(true)} />
        ) : (
          <Content device={device} api={api} onAgain={() => setAsking({ code: null })} />
        )}
      </Frame>
    </WordsContext>
  );
}

function Content({ device, api, onAgain }: { device: Device; api: DeviceApi; onAgain: () => void }) {
  const words = useWords();
  const { standing } = device;
  const retry = { label: words.failure.retry, onPress: () => void device.refresh() };
  switch (standing.at) {
    case 'unsupported':
      return <ClosedPage why="unsupported" {...words.unsupported} />;
    case 'failed':
      return <ClosedPage why={standing.why} {...words.failure[standing.why]} action={retry} />;
    case 'known':
      return <Known {...{ device, api, onAgain }} known={standing} />;
    default:
      return (
        <div className="middle" aria-busy="true">
          <h1 tabIndex={-1} className="visually-hidden">
            {words.loading}
          </h1>
          <span className="skeleton" />
        </div>
      );
  }
}

interface KnownProps {
  known: { key: DeviceKey; facts: DeviceFacts };
  device: Device;
  api: DeviceApi;
  onAgain: () => void;
}

function Known({ known, device, api, onAgain }: KnownProps) {
  const words = useWords();
  const { state } = known.facts;
  if (state === 'WAITING') return <WaitingPage facts={known.facts} now={api.now} />;
  if (state === 'ACTIVE') return <Active deviceKey={known.key} device={device} api={api} />;
  const why = state.toLowerCase() as Lowercase<typeof state>;
  // These two may end without a new code.
  const passing = why === 'disabled' || why === 'lapsed';
  const again = { label: words.again, onPress: onAgain };
  return <ClosedPage why={why} {...words[why]} action={passing ? undefined : again} />;
}

/** Keep nothing of one customer's signature for the next: no step back, and a link to the list at the end. */
const goTo = (path: string) => {
  noteTablet(path);
  location.replace(path);
};

function Active({ deviceKey, device, api }: { deviceKey: DeviceKey; device: Device; api: DeviceApi }) {
  const { refresh } = device;
  const onInactive = useCallback(() => void refresh(), [refresh]);
  return <QueuePage queue={useQueue(api, deviceKey, onInactive, goTo)} />;
}

function Already({ dealer, onStay, onGo }: { dealer: string; onStay: () => void; onGo: () => void }) {
  const { already } = useWords();
  return (
    <div className="middle">
      <h1 tabIndex={-1}>{already.title}</h1>
      <p className="lead">{already.text(dealer)}</p>
      <div className="buttons">
        <Button onPress={onStay}>{already.stay}</Button>
        <Button variant="outline" onPress={onGo}>
          {already.go}
        </Button>
      </div>
    </div>
  );
}
