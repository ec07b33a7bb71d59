/** The draft as this tab keeps it: everything but the file, whose bytes stay out of a shared computer's storage (specification §5). Pure. */
import { type Draft, STEPS, type Step } from './draft.ts';

export interface KeptDraft {
  draft: Draft;
  step: Step;
  /** Furthest step that was open. */
  reached: number;
  /** The file to choose again. */
  fileName: string | null;
}

export function keptOf(draft: Draft, step: Step, reached: number): KeptDraft {
  const document = draft.document && { ...draft.document, file: null };
  return { draft: { ...draft, document }, step, reached, fileName: draft.document?.file?.name ?? null };
}

/** Where to go on. */
export function resumeStep(kept: KeptDraft): Step {
  return STEPS.includes(kept.step) ? kept.step : 'customer';
}

/** Something worth offering again: a choice or a typed value, not a form that was only looked at. */
export function isWorthKeeping(draft: Draft, start: Draft): boolean {
  return JSON.stringify(keptOf(draft, 'customer', 0)) !== JSON.stringify(keptOf(start, 'customer', 0));
}
