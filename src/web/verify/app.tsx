/** The page /verify as one application: choose a file, check it in the browser, read the result. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Verification } from '#formats/verify/index.ts';
import { useLanguageSwitch } from '../shared/chrome/language-switch.ts';
import type { Settings } from '../shared/chrome/page-settings.ts';
import { checkFile, type RunningCheck, type Trouble } from './check/check-file.ts';
import type { TrustAnchors } from './check/trust-anchors.ts';
import { CheckingFile } from './pages/checking.tsx';
import { ChooseFile } from './pages/choose-file.tsx';
import { Frame } from './pages/frame.tsx';
import { Result } from './pages/result.tsx';
import { TroublePage } from './pages/trouble-page.tsx';
import type { Texts } from './text/it.ts';
import { loadTexts, TextsContext } from './text/load-texts.ts';

type State =
  | { status: 'choose' }
  | { status: 'checking'; name: string }
  | { status: 'trouble'; name: string; trouble: Trouble }
  | { status: 'result'; name: string; verification: Verification; checkedAt: string };

interface AppProps {
  settings: Settings;
  trusted: TrustAnchors;
  texts: Texts;
}

export function App({ settings, trusted, texts: initialTexts }: AppProps) {
  const { words, switchLanguage } = useLanguageSwitch(initialTexts, { load: loadTexts });
  const [state, setState] = useState<State>({ status: 'choose' });
  const running = useRef<RunningCheck | null>(null);

  useEffect(() => {
    document.title = `${words.title} – ${words.frame.product}`;
  }, [words]);

  const check = useCallback(
    (file: File) => {
      running.current?.stop();
      const started = checkFile(file, trusted);
      running.current = started;
      setState({ status: 'checking', name: file.name });
      void started.outcome.then((outcome) => {
        // Another file was chosen in the meantime, or the check was stopped.
        if (running.current !== started) return;
        running.current = null;
        setState(
          'trouble' in outcome
            ? { status: 'trouble', name: file.name, trouble: outcome.trouble }
            : { status: 'result', name: file.name, ...outcome, checkedAt: new Date().toISOString() },
        );
      });
    },
    [trusted],
  );

  const restart = () => {
    running.current?.stop();
    running.current = null;
    setState({ status: 'choose' });
  };

  return (
    <TextsContext value={words}>
      <Frame settings={settings} onLanguage={switchLanguage} onFile={check}>
        {state.status === 'choose' ? <ChooseFile onFile={check} /> : null}
        {state.status === 'checking' ? <CheckingFile name={state.name} onStop={restart} /> : null}
        {state.status === 'trouble' ? <TroublePage {...state} onAgain={restart} /> : null}
        {state.status === 'result' ? <Result {...state} trusts={trusted.anchors.length > 0} onAgain={restart} /> : null}
      </Frame>
    </TextsContext>
  );
}
