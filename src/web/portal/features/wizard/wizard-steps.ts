/** The step as a place in the browser's history, so that Back goes one step back instead of leaving the wizard (specification §2). */
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { STEPS, type Step } from './draft.ts';

interface StepState {
  wizardStep?: Step;
  /** Step of the entry below, when that entry is the wizard's too. */
  wizardBelow?: Step | null;
  /** How many entries of the wizard lie below. */
  wizardDepth?: number;
}

export interface WizardSteps {
  step: Step;
  reached: number;
  /** One step on or a jump; opens the way to it. */
  go: (step: Step) => void;
  /** The browser's own Back when that leads there. */
  back: (step: Step) => void;
  /** Here, without a new entry. */
  show: (step: Step, reached: number) => void;
  /** To the wizard's first entry, so that one Back leaves it. */
  unwind: () => void;
}

export function useWizardSteps(start: Step): WizardSteps {
  const { history } = useRouter();
  const [path] = useState(history.location.pathname);
  const current = useLocation({
    select: (location) => (location.pathname === path ? (location.state as StepState) : null),
  });
  const last = useRef<StepState>({});
  useEffect(() => {
    if (current) last.current = current;
  }, [current]);
  // The address is another's a moment before this page is left: the step, which is kept, stays the one that is seen.
  const state = current ?? last.current;
  const [reached, setReached] = useState(STEPS.indexOf(start));
  const depth = state.wizardDepth ?? 0;
  // An entry from before a reload may ask for a step that is not open any more.
  const step = STEPS[Math.min(STEPS.indexOf(state.wizardStep ?? start), reached)] ?? 'customer';
  const here = () => history.location.href;
  const go = (next: Step) => {
    setReached((before) => Math.max(before, STEPS.indexOf(next)));
    const pushed: StepState = { wizardStep: next, wizardBelow: step, wizardDepth: depth + 1 };
    history.push(here(), pushed);
  };
  return {
    step,
    reached,
    go,
    back: (before) => {
      if (state.wizardBelow === before) history.back();
      else go(before);
    },
    show: (wanted, furthest) => {
      setReached(furthest);
      const replaced: StepState = { ...state, wizardStep: wanted };
      history.replace(here(), replaced);
    },
    unwind: () => {
      if (depth > 0) history.go(-depth);
    },
  };
}
