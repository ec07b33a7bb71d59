/** The requested step and its entry in the browser's history: back, forward and reload work. */
import { useCallback, useEffect, useState } from 'react';
import { isWantedStep, type WantedStep } from './steps.ts';

export interface StepPlace {
  step: WantedStep;
  /** Document and page to show when the step is reading. */
  documentId: number | null;
  page: number | null;
}

const START: StepPlace = { step: 'start', documentId: null, page: null };

/** The step stored in a history entry; entries of other pages, or none, mean the start. */
export function placeOf(state: unknown): StepPlace {
  if (typeof state !== 'object' || state === null) return START;
  const { step, documentId, page } = state as Record<string, unknown>;
  if (!isWantedStep(step)) return START;
  return {
    step,
    documentId: Number.isSafeInteger(documentId) ? (documentId as number) : null,
    page: Number.isSafeInteger(page) ? (page as number) : null,
  };
}

export interface StepState {
  place: StepPlace;
  go: (step: WantedStep, at?: { documentId?: number; page?: number }) => void;
  /** Like `go`, but without a new entry: the back button must not come here again. */
  replace: (step: WantedStep, at?: { documentId: number }) => void;
  back: () => void;
}

export function useStep(): StepState {
  const [place, setPlace] = useState<StepPlace>(() => placeOf(history.state));

  useEffect(() => {
    const onPop = (event: PopStateEvent) => setPlace(placeOf(event.state));
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);

  const go = useCallback((step: WantedStep, at: { documentId?: number; page?: number } = {}) => {
    const next: StepPlace = { step, documentId: at.documentId ?? null, page: at.page ?? null };
    history.pushState(next, '');
    setPlace(next);
  }, []);
  const replace = useCallback((step: WantedStep, at: { documentId?: number } = {}) => {
    const next: StepPlace = { ...START, step, documentId: at.documentId ?? null };
    history.replaceState(next, '');
    setPlace(next);
  }, []);
  const back = useCallback(() => history.back(), []);

  return { place, go, replace, back };
}
