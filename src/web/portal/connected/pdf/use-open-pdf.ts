/** Opens a document while its viewer is mounted, and closes its worker afterwards. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { READ_AGAIN_MS } from '../../api/query-client.ts';
import { addressOf, type Request } from '../../api/request.ts';
import { type OpenPdf, openPdf, PdfFailure, type PdfThread, type PdfTrouble, startThread } from './pdf-engine.ts';

export interface Opening {
  pdf: OpenPdf | null;
  trouble: PdfTrouble | null;
  again: () => void;
}

/** Retries on request, and automatically when the network is back, because it only reads. */
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

interface Way {
  /** Identifies the document. */
  which: unknown;
  open: (onLost: (failure: unknown) => void) => Promise<OpenPdf>;
  /** Keep the open document until the next can be shown. */
  keeps: boolean;
  /** Called when the network is missing. */
  onAway?: () => void;
}

function useOpening({ which, open, keeps, onAway }: Way): Opening {
  const [state, setState] = useState<Omit<Opening, 'again'>>({ pdf: null, trouble: null });
  const { attempt, again } = useAttempts(state.trouble);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the same document anew
  useEffect(() => {
    let gone = false;
    const fail = (failure: unknown) => {
      if (gone) return;
      const trouble = failure instanceof PdfFailure ? failure.trouble : 'broken';
      if (trouble === 'away') onAway?.();
      setState({ pdf: null, trouble });
    };
    if (!keeps) setState({ pdf: null, trouble: null });
    open(fail)
      .then((pdf) => {
        if (gone) pdf.close();
        else setState({ pdf, trouble: null });
      })
      .catch(fail);
    return () => {
      gone = true;
    };
  }, [which, attempt]);
  const { pdf } = state;
  useEffect(() => () => pdf?.close(), [pdf]);
  return { ...state, again };
}

export function useOpenPdf(file: Blob | Request): Opening {
  const which = file instanceof Blob ? file : addressOf(file);
  return useOpening({ which, open: (onLost) => openPdf(file, onLost), keeps: false });
}

/** Opens one version of a document after the other; each stays until the next can be shown. */
export function useLatestPdf(file: Blob): Opening {
  const thread = useRef<PdfThread | null>(null);
  const stop = useCallback(() => {
    thread.current?.stop();
    thread.current = null;
  }, []);
  useEffect(() => stop, [stop]);
  const open = (onLost: (failure: unknown) => void) => {
    thread.current ??= startThread();
    return openPdf(file, onLost, thread.current);
  };
  // Without a network the worker's program never loaded: the next attempt needs a new one.
  return useOpening({ which: file, open, keeps: true, onAway: stop });
}
