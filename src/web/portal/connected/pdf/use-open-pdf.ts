/** Opens a document while its viewer is mounted, and closes its worker afterwards. */
import { useCallback, useEffect, useState } from 'react';
import { PdfFailure, type PdfTrouble } from '../../../shared/pdf/failure.ts';
import { ReusableThread } from '../../../shared/pdf/pdf-thread.ts';
import { RETRY_READ_MS } from '../../api/query-client.ts';
import { addressOf, type Request } from '../../api/request.ts';
import { type FilePdf, openFile } from './open-file.ts';

export interface Opening {
  pdf: FilePdf | null;
  trouble: PdfTrouble | null;
  again: () => void;
}

/** Retries on request, and automatically when the network is back, because it only reads. */
function useAttempts(trouble: PdfTrouble | null): { attempt: number; again: () => void } {
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((number) => number + 1), []);
  const isOffline = trouble === 'away';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wait starts again after each failed attempt
  useEffect(() => {
    if (!isOffline) return;
    const timer = setTimeout(again, RETRY_READ_MS);
    addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', again);
    };
  }, [isOffline, again, attempt]);
  return { attempt, again };
}

interface OpenOptions {
  /** Identifies the document. */
  which: unknown;
  open: (onLost: (failure: unknown) => void) => Promise<FilePdf>;
  /** Keep the open document until the next can be shown. */
  keeps: boolean;
}

function useOpening({ which, open, keeps }: OpenOptions): Opening {
  const [state, setState] = useState<Omit<Opening, 'again'>>({ pdf: null, trouble: null });
  const { attempt, again } = useAttempts(state.trouble);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry opens the same document again
  useEffect(() => {
    let isCancelled = false;
    const fail = (failure: unknown) => {
      if (isCancelled) return;
      const trouble = failure instanceof PdfFailure ? failure.trouble : 'broken';
      setState({ pdf: null, trouble });
    };
    if (!keeps) setState({ pdf: null, trouble: null });
    open(fail)
      .then((pdf) => {
        if (isCancelled) void pdf.close();
        else setState({ pdf, trouble: null });
      })
      .catch(fail);
    return () => {
      isCancelled = true;
    };
  }, [which, attempt]);
  const { pdf } = state;
  useEffect(() => () => void pdf?.close(), [pdf]);
  return { ...state, again };
}

export function useOpenPdf(file: Blob | Request): Opening {
  const which = file instanceof Blob ? file : addressOf(file);
  return useOpening({ which, open: (onLost) => openFile(file, onLost), keeps: false });
}

/** Opens one version of a document after the other; each stays until the next can be shown. */
export function useLatestPdf(file: Blob): Opening {
  const [thread] = useState(() => new ReusableThread());
  useEffect(() => () => thread.stop(), [thread]);
  const open = (onLost: (failure: unknown) => void) => openFile(file, onLost, thread.start());
  return useOpening({ which: file, open, keeps: true });
}
