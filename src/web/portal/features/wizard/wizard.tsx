/** The steps over one draft, their place in the browser's history, what is kept of it, and what became of it (specification §4, §5; P-5). */
import { Button } from '@mantine/core';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { formatTime } from '../../text/dates.ts';
import { holdPiece } from '../../text/language.ts';
import { usePageAccent } from '../../ui/brand.tsx';
import { Note } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { fetched } from '../../ui/fetched.tsx';
import { useKept } from '../../ui/form/kept.ts';
import { KeptNote } from '../../ui/form/kept-note.tsx';
import { focusFirstError } from '../../ui/form/wording.tsx';
import { documentTypeLabel } from '../../ui/labels.ts';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { withDrawings } from '../../ui/page-comparison.tsx';
import { focusHeading, PageHead } from '../../ui/page-head.tsx';
import type { WizardSubject } from './configuration.ts';
import { type Act, type Created, type CreateFailure, useCreate } from './create.ts';
import { CustomerStep } from './customer/customer-step.tsx';
import { type CustomerChoice, type Draft, EMPTY_DRAFT, STEPS, type Step, withCustomer } from './draft.ts';
import { isWorthKeeping, type KeptDraft, keptOf, resumeStep } from './kept-draft.ts';
import { StepsBar } from './steps-bar.tsx';
import classes from './wizard.module.css';
import type { WizardStart } from './wizard-start.ts';
import { useWizardSteps } from './wizard-steps.ts';

/** Words of what comes after the customer. */
const holdWords = () => Promise.all((['documentFields', 'viewer', 'tablet'] as const).map(holdPiece));

/** What comes after the customer: fetched while one is chosen, so that nobody waits for it. */
const later = {
  document: () => Promise.all([import('./document-step.tsx'), holdWords()]),
  done: () => Promise.all([import('./done-step.tsx'), holdWords()]),
};
const DocumentStep = fetched(async () => (await later.document())[0].DocumentStep);
const DoneStep = fetched(async () => (await later.done())[0].DoneStep);

export function Wizard(props: { subject: WizardSubject; start: WizardStart; onAgain: () => void }) {
  const { t } = useTranslation();
  const { subject, start } = props;
  const { brand, folderType, documentType } = subject;
  const [draft, setDraft] = useState(start.draft);
  const [created, setCreated] = useState<{ made: Created; act: Act } | null>(null);
  const [failure, setFailure] = useState<CreateFailure | null>(null);
  const [missingFile, setMissingFile] = useState<string | null>(null);
  /** Raised when the forms begin anew with other values. */
  const [turn, setTurn] = useState(0);
  const [asking, setAsking] = useState(false);
  const steps = useWizardSteps(start.step);
  const { step, reached } = steps;
  const kept = useKept<KeptDraft>(`wizard.${brand}.${folderType}.${documentType}`);
  const { keep, forget, take, offered } = kept;
  const create = useCreate(subject, {
    onCreated: (made, act) => {
      setCreated({ made, act });
      forget();
      steps.unwind();
    },
    onFailed: (failed) => {
      setFailure(failed);
      setTurn((before) => before + 1);
      if (failed.step !== step) steps.go(failed.step);
      setTimeout(() => focusFirstError(failed.errors));
    },
  });
  usePageAccent(brand);
  const touched = isWorthKeeping(draft, start.draft);
  useEffect(() => {
    if (touched && !created) keep(keptOf(draft, step, reached));
  }, [draft, step, reached, touched, created, keep]);

  useEffect(() => {
    if (!touched) return;
    for (const fetchStep of Object.values(later)) void fetchStep().catch(() => {});
    void import('../../ui/paper-form/load.ts')
      .then(({ rulesOf }) => rulesOf(subject.documentTypeRules))
      .catch(() => {});
  }, [touched, subject]);

  const first = useRef(true);
  // A new step starts at its top, and the keyboard with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the step changes
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    window.scrollTo({ top: 0 });
    focusHeading();
  }, [step, created]);

  const type = documentTypeLabel(t, documentType);
  const patch = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const go = (next: Step) => {
    setFailure(null);
    steps.go(next);
  };
  const back = (before: Step) => {
    setFailure(null);
    steps.back(before);
  };
  const chooseCustomer = (customer: CustomerChoice) => {
    setDraft((before) => withCustomer(before, customer));
  };
  const startAgain = () => {
    setAsking(false);
    forget();
    setFailure(null);
    setMissingFile(null);
    setDraft(EMPTY_DRAFT);
    setTurn((before) => before + 1);
    steps.show('customer', 0);
  };
  const send = (act: Act, sent: Draft) => {
    if (create.isPending) return;
    setFailure(null);
    create.mutate({ draft: sent, act });
  };
  const errorsFor = (name: Step) => (failure?.step === name ? failure.errors : {});
  const hint =
    kept.keptAt === null ? undefined : t('wizard.kept', { at: formatTime(new Date(kept.keptAt).toISOString()) });
  const common = { subject, kept: hint };
  const { customer } = draft;
  return (
    <>
      <PageHead
        crumbs={[
          { label: t('menu.dashboard'), to: paths.dashboard },
          { label: t(`label.folderType.${folderType}`) },
          { label: type },
        ]}
        title={t('wizard.title', { type: type.charAt(0).toLowerCase() + type.slice(1) })}
        actions={
          !created && (touched || failure) ? (
            <Button
              className={classes.word}
              variant="subtle"
              color="accent"
              disabled={create.isPending}
              onClick={() => setAsking(true)}
            >
              {t('wizard.again.action')}
            </Button>
          ) : undefined
        }
      />
      <div className={classes.stack}>
        <StepsBar step={created ? null : step} subject={subject} draft={draft} />
        {offered && !created ? (
          <KeptNote
            at={offered.at}
            onResume={() => {
              const { values } = offered;
              take();
              setDraft(values.draft);
              setMissingFile(values.fileName);
              setTurn((before) => before + 1);
              const wanted = resumeStep(values);
              steps.show(wanted, Math.max(STEPS.indexOf(wanted), values.reached));
            }}
            onDiscard={kept.discard}
          />
        ) : null}
        {start.unusable && !touched && !offered ? (
          <Note tone="waiting" title={t('wizard.unusable')}>
            {t('wizard.unusableText')}
          </Note>
        ) : null}
        {failure && !created ? <FailureNote failure={failure.cause} /> : null}
        <Suspense fallback={<LoadingOverlay />}>
          {created ? (
            <DoneStep
              created={created.made}
              subject={subject}
              type={type}
              starts={created.act === 'start'}
              onAgain={props.onAgain}
            />
          ) : step === 'document' && customer ? (
            <DocumentStep
              key={turn}
              {...common}
              customer={customer}
              unseen={customer.kind === 'new' && start.draft.customer?.kind === 'new'}
              folder={draft.folder}
              typedFolder={draft.typedFolder}
              values={draft.document}
              errors={withDrawings(errorsFor('document'), failure?.cause)}
              missingFile={missingFile}
              progress={create.progress}
              busy={create.isPending ? create.variables.act : null}
              onUse={(dossier) => chooseCustomer({ kind: 'existing', dossier })}
              onFolder={(folder) => patch({ folder: folder && { kind: 'existing', folder } })}
              onTypedFolder={(typedFolder) => patch({ typedFolder })}
              onTyped={(document) => patch({ document })}
              onBack={() => back('customer')}
              onAct={(act, given) => {
                patch(given);
                send(act, { ...draft, ...given });
              }}
            />
          ) : (
            <CustomerStep
              key={turn}
              {...common}
              choice={customer}
              typed={draft.typedCustomer}
              errors={errorsFor('customer')}
              onChoose={chooseCustomer}
              onTyped={(values) =>
                setDraft((before) => ({
                  ...before,
                  typedCustomer: values,
                  customer: before.customer?.kind === 'new' ? { kind: 'new', values } : before.customer,
                }))
              }
              onNext={(chosen) => {
                chooseCustomer(chosen);
                go('document');
              }}
            />
          )}
        </Suspense>
      </div>
      <Confirm
        opened={asking}
        title={t('wizard.again.title')}
        text={t('wizard.again.text')}
        action={t('wizard.again.action')}
        onClose={() => setAsking(false)}
        onConfirm={startAgain}
      />
    </>
  );
}
