/** The requested step and its entry in the browser's history: back, forward and reload work. */
import { useCallback, useEffect, useState } from 'react';
import { isRequestableStep, type RequestedStep } from './steps.ts';

export interface StepEntry {
  step: RequestedStep;
  /** Document and page to show when the step is reading. */
  documentId: number | null;
  page: number | null;
}

const START: StepEntry = { step: 'start', documentId: null, page: null };

/** The step stored in a history entry; entries of other pages, or none, mean the start. */
export function parseStepEntry(state: unknown): StepEntry {
  if (typeof state !== 'object' || state === null) return START;
  const { step, documentId, page } = state as Record<string, unknown>;
  if (!isRequestableStep(step)) return START;
  return {
    step,
    documentId: Number.isSafeInteger(documentId) ? (documentId as number) : null,
    page: Number.isSafeInteger(page) ? (page as number) : null,
  };
}

export interface StepState {
  entry: StepEntry;
  go: (step: RequestedStep, target?: { documentId?: number; page?: number }) => void;
  /** Like `go`, but without a new entry: the back button must not come here again. */
  replace: (step: RequestedStep, target?: { documentId: number }) => void;
  back: () => void;
}

export function useStep(): StepState {
  const [entry, setEntry] = useState<StepEntry>(() => parseStepEntry(history.state));

  useEffect(() => {
    const onPop = (event: PopStateEvent) => setEntry(parseStepEntry(event.state));
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);

  const go = useCallback((step: RequestedStep, target: { documentId?: number; page?: number } = {}) => {
    const next: StepEntry = { step, documentId: target.documentId ?? null, page: target.page ?? null };
    history.pushState(next, '');
    setEntry(next);
  }, []);
  const replace = useCallback((step: RequestedStep, target: { documentId?: number } = {}) => {
    const next: StepEntry = { ...START, step, documentId: target.documentId ?? null };
    history.replaceState(next, '');
    setEntry(next);
  }, []);
  const back = useCallback(() => history.back(), []);

  return { entry, go, replace, back };
}
