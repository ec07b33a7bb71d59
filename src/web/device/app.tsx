/** The tablet's pages as one application: pairing, waiting, the list of documents to sign, and every end state. */
import { useCallback, useEffect, useState } from 'react';
import type { DeviceFacts } from '#contract/devices.ts';
import { useLanguageSwitch } from '../shared/chrome/language-switch.ts';
import type { Settings } from '../shared/chrome/page-settings.ts';
import type { DeviceKey } from '../shared/device-key/tablet-key.ts';
import { storeTabletPath } from '../shared/on-tablet.ts';
import type { DeviceApi } from './api/device-api.ts';
import { type Device, type DeviceState, useDevice } from './flow/use-device.ts';
import { useQueue } from './flow/use-queue.ts';
import { Button } from './pages/button.tsx';
import { ClosedPage } from './pages/closed-page.tsx';
import { CodePage } from './pages/code-page.tsx';
import { Frame } from './pages/frame.tsx';
import { QueuePage } from './pages/queue-page.tsx';
import { WaitingPage } from './pages/waiting-page.tsx';
import type { Texts } from './text/it.ts';
import { loadTexts, TextsContext, useTexts } from './text/load-texts.ts';

interface AppProps {
  settings: Settings;
  texts: Texts;
  api: DeviceApi;
  /** From a scanned address, or null. */
  code: string | null;
}

/** A code is requested: the tablet is unknown, or the user wants to pair it again. */
type CodePrompt = { code: string | null } | null;

function pageNameOf(device: DeviceState, codePrompt: CodePrompt): string {
  if (codePrompt !== null && device.status === 'known') return device.facts.state === 'ACTIVE' ? 'already' : 'new';
  return device.status === 'known' ? device.facts.state : device.status;
}

function titleOf(page: string, texts: Texts): string {
  const textsByPage: Readonly<Record<string, unknown>> = { ...texts, new: texts.code, active: texts.queue };
  return (textsByPage[page.toLowerCase()] as { title?: string } | undefined)?.title ?? texts.frame.product;
}

export function App({ settings, texts: initialTexts, api, code }: AppProps) {
  const { words, language, switchLanguage } = useLanguageSwitch(initialTexts, { load: loadTexts });
  const device = useDevice(api);
  const { state } = device;
  const [codePrompt, setCodePrompt] = useState<CodePrompt>(code === null ? null : { code });
  /** The tablet is active, but the user wants the new code anyway. */
  const [isPairingAgain, setInsists] = useState(false);

  useEffect(() => api.setLanguage(language), [api, language]);

  const claim: Device['claim'] = async (typedCode, name) => {
    const failure = await device.claim(typedCode, name);
    if (failure === null) {
      setCodePrompt(null);
      setInsists(false);
    }
    return failure;
  };

  const page = isPairingAgain ? 'new' : pageNameOf(state, codePrompt);
  return (
    <TextsContext value={words}>
      <Frame
        settings={settings}
        facts={state.status === 'known' ? state.facts : null}
        pageKey={page}
        title={titleOf(page, words)}
        onLanguage={switchLanguage}
      >
        {page === 'new' ? (
          <CodePage
            code={codePrompt === null ? code : codePrompt.code}
            isForgotten={state.status === 'new' && state.isForgotten}
            claim={claim}
          />
        ) : page === 'already' && state.status === 'known' ? (
          <Already dealer={state.facts.dealerName} onStay={() => setCodePrompt(null)} onGo={() => setInsists(true)} />
        ) : (
          <Content device={device} api={api} onAgain={() => setCodePrompt({ code: null })} />
        )}
      </Frame>
    </TextsContext>
  );
}

function Content({ device, api, onAgain }: { device: Device; api: DeviceApi; onAgain: () => void }) {
  const texts = useTexts();
  const { state } = device;
  const retry = { label: texts.failure.retry, onPress: () => void device.refresh() };
  switch (state.status) {
    case 'unsupported':
      return <ClosedPage reason="unsupported" {...texts.unsupported} />;
    case 'failed':
      return <ClosedPage reason={state.reason} {...texts.failure[state.reason]} action={retry} />;
    case 'known':
      return <PairedDevice {...{ device, api, onAgain }} paired={state} />;
    default:
      return (
        <div className="middle" aria-busy="true">
          <h1 tabIndex={-1} className="visually-hidden">
            {texts.loading}
          </h1>
          <span className="skeleton" />
        </div>
      );
  }
}

interface PairedDeviceProps {
  paired: { key: DeviceKey; facts: DeviceFacts };
  device: Device;
  api: DeviceApi;
  onAgain: () => void;
}

function PairedDevice({ paired, device, api, onAgain }: PairedDeviceProps) {
  const texts = useTexts();
  const { state } = paired.facts;
  if (state === 'WAITING') return <WaitingPage facts={paired.facts} now={api.now} />;
  if (state === 'ACTIVE') return <ActiveQueue deviceKey={paired.key} device={device} api={api} />;
  const reason = state.toLowerCase() as Lowercase<typeof state>;
  // These two may end without a new code.
  const isTemporary = reason === 'disabled' || reason === 'lapsed';
  const pairAgain = { label: texts.again, onPress: onAgain };
  return <ClosedPage reason={reason} {...texts[reason]} action={isTemporary ? undefined : pairAgain} />;
}

/** Keep nothing of one customer's signature for the next: no step back, and a link to the list at the end. */
const goTo = (path: string) => {
  storeTabletPath(path);
  location.replace(path);
};

function ActiveQueue({ deviceKey, device, api }: { deviceKey: DeviceKey; device: Device; api: DeviceApi }) {
  const { refresh } = device;
  const onInactive = useCallback(() => void refresh(), [refresh]);
  return <QueuePage queue={useQueue(api, deviceKey, onInactive, goTo)} />;
}

function Already({ dealer, onStay, onGo }: { dealer: string; onStay: () => void; onGo: () => void }) {
  const { already } = useTexts();
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
