/** Opens a document for as long as its viewer stands, and closes its worker afterwards. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { READ_AGAIN_MS } from '../../api/query-client.ts';
import { type OpenPdf, openPdf, PdfFailure, type PdfThread, type PdfTrouble, startThread } from './pdf-engine.ts';

export interface Opening {
  pdf: OpenPdf | null;
  trouble: PdfTrouble | null;
  again: () => void;
}

export function useOpenPdf(file: Blob | string): Opening {
  const [state, setState] = useState<Omit<Opening, 'again'>>({ pdf: null, trouble: null });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the same file anew
  useEffect(() => {
    let gone = false;
    let opened: OpenPdf | null = null;
    const fail = (failure: unknown) => {
      if (!gone) setState({ pdf: null, trouble: failure instanceof PdfFailure ? failure.trouble : 'broken' });
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
  }, [file, attempt]);
  const again = useCallback(() => setAttempt((number) => number + 1), []);
  const away = state.trouble === 'away';
  // Reading alone: it comes by itself when the network is back.
  useEffect(() => {
    if (!away) return;
    const timer = setTimeout(again, READ_AGAIN_MS);
    addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', again);
    };
  }, [away, again]);
  return { ...state, again };
}

/** Opens one version of a document after the other: each stays until the next can be shown. */
export function useLatestPdf(file: Blob): Omit<Opening, 'again'> {
  const [state, setState] = useState<Omit<Opening, 'again'>>({ pdf: null, trouble: null });
  const thread = useRef<PdfThread | null>(null);
  useEffect(
    () => () => {
      thread.current?.stop();
      thread.current = null;
    },
    [],
  );
  useEffect(() => {
    let gone = false;
    const fail = (failure: unknown) => {
      if (!gone) setState({ pdf: null, trouble: failure instanceof PdfFailure ? failure.trouble : 'broken' });
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
  }, [file]);
  const { pdf } = state;
  useEffect(() => () => pdf?.close(), [pdf]);
  return state;
}
