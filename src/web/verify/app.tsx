/** The page /verify as one application: choose a file, check it in the browser, read the result. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Verification } from '#formats/verify/index.ts';
import type { Settings } from '../shared/chrome/page-settings.ts';
import { useWordsOf } from '../shared/chrome/words.ts';
import type { Trusted } from './check/anchors.ts';
import { checkFile, type RunningCheck, type Trouble } from './check/check-file.ts';
import { Checking } from './pages/checking.tsx';
import { Choose } from './pages/choose.tsx';
import { Frame } from './pages/frame.tsx';
import { Result } from './pages/result.tsx';
import { TroublePage } from './pages/trouble-page.tsx';
import type { Words } from './text/it.ts';
import { loadWords, WordsContext } from './text/words.ts';

type State =
  | { at: 'choose' }
  | { at: 'checking'; name: string }
  | { at: 'trouble'; name: string; trouble: Trouble }
  | { at: 'result'; name: string; verification: Verification; checkedAt: string };

interface AppProps {
  settings: Settings;
  trusted: Trusted;
  words: Words;
}

export function App({ settings, trusted, words: first }: AppProps) {
  const { words, switchLanguage } = useWordsOf(first, { load: loadWords });
  const [state, setState] = useState<State>({ at: 'choose' });
  const running = useRef<RunningCheck | null>(null);

  useEffect(() => {
    document.title = `${words.title} – ${words.frame.product}`;
  }, [words]);

  const check = useCallback(
    (file: File) => {
      running.current?.stop();
      const begun = checkFile(file, trusted);
      running.current = begun;
      setState({ at: 'checking', name: file.name });
      void begun.outcome.then((outcome) => {
        // Another file was chosen in the meantime, or the check was stopped.
        if (running.current !== begun) return;
        running.current = null;
        setState(
          'trouble' in outcome
            ? { at: 'trouble', name: file.name, trouble: outcome.trouble }
            : { at: 'result', name: file.name, ...outcome, checkedAt: new Date().toISOString() },
        );
      });
    },
    [trusted],
  );

  const restart = () => {
    running.current?.stop();
    running.current = null;
    setState({ at: 'choose' });
  };

  return (
    <WordsContext value={words}>
      <Frame settings={settings} onLanguage={switchLanguage} onFile={check}>
        {state.at === 'choose' ? <Choose onFile={check} /> : null}
        {state.at === 'checking' ? <Checking name={state.name} onStop={restart} /> : null}
        {state.at === 'trouble' ? <TroublePage {...state} onAgain={restart} /> : null}
        {state.at === 'result' ? <Result {...state} trusts={trusted.anchors.length > 0} onAgain={restart} /> : null}
      </Frame>
    </WordsContext>
  );
}
