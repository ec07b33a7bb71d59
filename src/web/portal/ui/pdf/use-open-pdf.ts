/** Opens a document for as long as its viewer stands, and closes its worker afterwards. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { READ_AGAIN_MS } from '../../api/query-client.ts';
import { addressOf, type Request } from '../../api/request.ts';
import { type OpenPdf, openPdf, PdfFailure, type PdfThread, type PdfTrouble, startThread } from './pdf-engine.ts';

export interface Opening {
  pdf: OpenPdf | null;
  trouble: PdfTrouble | null;
  again: () => void;
}

const troubleIn = (failure: unknown): PdfTrouble => (failure instanceof PdfFailure ? failure.trouble : 'broken');

/** Another attempt, by whoever presses, and by itself when the network is back: it reads alone. */
function useAttempts(trouble: PdfTrouble | null): { attempt: number; again: () => void } {
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((number) => number + 1), []);
  const away = trouble === 'away';
  // biome-ignore lint/correctness/useExhaustiveDependencies: after another attempt in vain it waits anew
  useEffect(() => {
    if (!away) return;
    const timer = setTimeout(again, READ_AGAIN_MS);
    addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', again);
    };
  }, [away, again, attempt]);
  return { attempt, again };
}

export function useOpenPdf(file: Blob | Request): Opening {
  const [state, setState] = useState<Omit<Opening, 'again'>>({ pdf: null, trouble: null });
  const { attempt, again } = useAttempts(state.trouble);
  const which = file instanceof Blob ? file : addressOf(file);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a call is told by its address, another attempt opens the same file anew
  useEffect(() => {
    let gone = false;
    let opened: OpenPdf | null = null;
    const fail = (failure: unknown) => {
      if (!gone) setState({ pdf: null, trouble: troubleIn(failure) });
    };
    setState({ pdf: null, trouble: null });
    openPdf(file, fail)
      .then((pdf) => {
        opened = pdf;
        if (gone) pdf.close();
        else setState({ pdf, trouble: null });
      })
      .catch(fail);
    return () => {
      gone = true;
      opened?.close();
    };
  }, [which, attempt]);
  return { ...state, again };
}

/** Opens one version of a document after the other: each stays until the next can be shown. */
export function useLatestPdf(file: Blob): Opening {
  const [state, setState] = useState<Omit<Opening, 'again'>>({ pdf: null, trouble: null });
  const { attempt, again } = useAttempts(state.trouble);
  const thread = useRef<PdfThread | null>(null);
  const stop = useCallback(() => {
    thread.current?.stop();
    thread.current = null;
  }, []);
  useEffect(() => stop, [stop]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the same version anew
  useEffect(() => {
    let gone = false;
    const fail = (failure: unknown) => {
      if (gone) return;
      const trouble = troubleIn(failure);
      // Its program never came: the next attempt needs another one.
      if (trouble === 'away') stop();
      setState({ pdf: null, trouble });
    };
    thread.current ??= startThread();
    openPdf(file, fail, thread.current)
      .then((pdf) => {
        if (gone) pdf.close();
        else setState({ pdf, trouble: null });
      })
      .catch(fail);
    return () => {
      gone = true;
    };
  }, [file, attempt, stop]);
  const { pdf } = state;
  useEffect(() => () => pdf?.close(), [pdf]);
  return { ...state, again };
}
