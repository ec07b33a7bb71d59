/** Keeps the step in the browser's history, so that Back goes one step back instead of leaving the wizard. */
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { STEPS, type Step } from './wizard-draft.ts';

interface StepState {
  wizardStep?: Step;
  /** The step of the previous history entry, when it belongs to the wizard. */
  wizardBelow?: Step | null;
  /** How many history entries of the wizard come before. */
  wizardDepth?: number;
}

export interface WizardSteps {
  step: Step;
  reached: number;
  /** Goes one step forward or jumps; unlocks the steps up to it. */
  go: (step: Step) => void;
  /** Uses the browser's Back when it leads there. */
  back: (step: Step) => void;
  /** Replaces the current entry. */
  show: (step: Step, reached: number) => void;
  /** Goes to the wizard's first entry, so that one Back leaves it. */
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
  // For a moment before this page is left, the address is already another page's: keep showing the last step.
  const state = current ?? last.current;
  const [reached, setReached] = useState(STEPS.indexOf(start));
  const depth = state.wizardDepth ?? 0;
  // An entry from before a reload may name a step that is not open any more.
  const step = STEPS[Math.min(STEPS.indexOf(state.wizardStep ?? start), reached)] ?? 'customer';
  const currentHref = () => history.location.href;
  const go = (next: Step) => {
    setReached((before) => Math.max(before, STEPS.indexOf(next)));
    const pushed: StepState = { wizardStep: next, wizardBelow: step, wizardDepth: depth + 1 };
    history.push(currentHref(), pushed);
  };
  return {
    step,
    reached,
    go,
    back: (before) => {
      if (state.wizardBelow === before) history.back();
      else go(before);
    },
    show: (nextStep, furthest) => {
      setReached(furthest);
      const replaced: StepState = { ...state, wizardStep: nextStep };
      history.replace(currentHref(), replaced);
    },
    unwind: () => {
      if (depth > 0) history.go(-depth);
    },
  };
}
