/** The state of the wizard: its draft, the current step, what is kept, and the server's refusals. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusFirstError } from '../../connected/form/form-messages.tsx';
import { useFormDraft } from '../../connected/form/use-form-draft.ts';
import { formatTime } from '../../text/dates.ts';
import { hasInput, resumedDraft, resumeStep, type StoredWizard, storedFormOf } from './stored-draft.ts';
import { type Act, type Created, type CreateFailure, useCreate } from './use-create.ts';
import {
  type CustomerChoice,
  type Draft,
  EMPTY_DRAFT,
  type NewCustomer,
  STEPS,
  type Step,
  withCustomer,
} from './wizard-draft.ts';
import type { WizardSubject } from './wizard-rules.ts';
import type { WizardStart } from './wizard-start.ts';
import { useWizardSteps } from './wizard-steps.ts';

export type WizardState = ReturnType<typeof useWizard>;

export function useWizard(subject: WizardSubject, start: WizardStart) {
  const [draft, setDraft] = useState(start.draft);
  const [created, setCreated] = useState<{ made: Created; act: Act } | null>(null);
  const [failure, setFailure] = useState<CreateFailure | null>(null);
  const [missingFile, setMissingFile] = useState<string | null>(null);
  /** Incremented when the forms restart with other values. */
  const [turn, setTurn] = useState(0);
  const steps = useWizardSteps(start.step);
  const { step } = steps;
  const touched = hasInput(draft, start.draft);
  const kept = useWizardDraft(subject, touched && !created ? draft : null, steps);
  const create = useCreate(subject, {
    onCreated: (made, act) => {
      setCreated({ made, act });
      kept.forget();
      steps.unwind();
    },
    onFailed: (failed) => {
      setFailure(failed);
      setTurn((before) => before + 1);
      if (failed.step !== step) steps.go(failed.step);
      setTimeout(() => focusFirstError(failed.errors));
    },
  });
  const patch = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const choose = (customer: CustomerChoice) => setDraft((before) => withCustomer(before, customer));
  const begin = (values: Draft, missing: string | null) => {
    setDraft(values);
    setMissingFile(missing);
    setTurn((before) => before + 1);
  };
  return {
    ...{ subject, start, draft, created, failure, missingFile, turn, touched, step, patch, choose },
    /** Shown in the foot bar: the input is kept. */
    kept: kept.hint,
    /** The draft of an earlier visit. */
    offered: kept.offered,
    discard: kept.discard,
    /** The running action, and its upload progress. */
    busy: create.isPending ? create.variables.act : null,
    progress: create.progress,
    errorsOf: (name: Step) => (failure?.step === name ? failure.errors : {}),
    typeCustomer: (values: NewCustomer) =>
      setDraft((before) => ({
        ...before,
        typedCustomer: values,
        customer: before.customer?.kind === 'new' ? { kind: 'new', values } : before.customer,
      })),
    next: (customer: CustomerChoice) => {
      choose(customer);
      setFailure(null);
      steps.go('document');
    },
    back: () => {
      setFailure(null);
      steps.back('customer');
    },
    resume: () => {
      if (!kept.offered) return;
      const { values } = kept.offered;
      kept.take();
      begin(resumedDraft(values.draft), values.fileName);
      const resumedStep = resumeStep(values);
      steps.show(resumedStep, Math.max(STEPS.indexOf(resumedStep), values.reached));
    },
    startAgain: () => {
      kept.forget();
      setFailure(null);
      begin(EMPTY_DRAFT, null);
      steps.show('customer', 0);
    },
    send: (act: Act, chosen: Pick<Draft, 'folder' | 'document'>) => {
      patch(chosen);
      if (create.isPending) return;
      setFailure(null);
      create.mutate({ draft: { ...draft, ...chosen }, act });
    },
  };
}

/** @param draft null: there is nothing to keep. */
function useWizardDraft(
  { brand, folderType, documentType }: WizardSubject,
  draft: Draft | null,
  { step, reached }: { step: Step; reached: number },
) {
  const { t } = useTranslation();
  const kept = useFormDraft<StoredWizard>(`wizard.${brand}.${folderType}.${documentType}`);
  const { keep, keptAt } = kept;
  useEffect(() => {
    if (draft) keep(storedFormOf(draft, step, reached));
  }, [draft, step, reached, keep]);
  const at = keptAt === null ? null : formatTime(new Date(keptAt).toISOString());
  return { ...kept, hint: at === null ? undefined : t('wizard.kept', { at }) };
}
