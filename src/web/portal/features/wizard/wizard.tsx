/** Renders the wizard's steps over one draft: browser history, the kept draft, and the result. */
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNote } from '../../connected/failure-note.tsx';
import { DraftNote } from '../../connected/form/lazy-draft-note.tsx';
import { documentTypeLabel } from '../../connected/labels.ts';
import { lazyPart } from '../../connected/lazy-part.tsx';
import { usePageAccent } from '../../entities/dealers/brand.tsx';
import { paths } from '../../paths.ts';
import { loadTexts } from '../../text/language.ts';
import { Note } from '../../ui/card.tsx';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { focusFirstField, PageHead } from '../../ui/page-head.tsx';
import { CustomerStep } from './customer/customer-step.tsx';
import { StepsBar } from './steps-bar.tsx';
import { useWizard, type WizardState } from './use-wizard.ts';
import classes from './wizard.module.css';
import type { WizardSubject } from './wizard-rules.ts';
import type { WizardStart } from './wizard-start.ts';

/** Loads the texts of the steps after the customer. */
const preloadTexts = () => Promise.all((['documentFields', 'viewer', 'tablet'] as const).map(loadTexts));

/** Code for the steps after the customer, loaded while the user chooses one. */
const laterSteps = {
  document: () => Promise.all([import('./document-step.tsx'), import('../../ui/inputs/file-drop.tsx'), preloadTexts()]),
  done: () => Promise.all([import('./done-step.tsx'), preloadTexts()]),
};
const DocumentStep = lazyPart(async () => (await laterSteps.document())[0].DocumentStep);
const DoneStep = lazyPart(async () => (await laterSteps.done())[0].DoneStep);

export function Wizard(props: { subject: WizardSubject; start: WizardStart; onAgain: () => void }) {
  const { t } = useTranslation();
  const { subject, start } = props;
  const wizard = useWizard(subject, start);
  const { created, failure, touched, offered } = wizard;
  const [asking, setAsking] = useState(false);
  usePageAccent(subject.brand);
  useLaterFetched(wizard);
  useTopOfStep(wizard);
  const type = documentTypeLabel(t, subject.documentType);
  return (
    <>
      <PageHead
        crumbs={[
          { label: t('menu.dashboard'), to: paths.dashboard },
          { label: t(`label.folderType.${subject.folderType}`) },
          { label: type },
        ]}
        title={t('wizard.title', { type: type.charAt(0).toLowerCase() + type.slice(1) })}
        actions={
          !created && (touched || failure) ? (
            <Button
              className={classes.word}
              variant="subtle"
              color="accent"
              disabled={wizard.busy !== null}
              onClick={() => setAsking(true)}
            >
              {t('wizard.again.action')}
            </Button>
          ) : undefined
        }
      />
      <div className={classes.stack}>
        <StepsBar step={created ? null : wizard.step} subject={subject} draft={wizard.draft} />
        {offered ? <DraftNote at={offered.at} onResume={wizard.resume} onDiscard={wizard.discard} /> : null}
        {start.unusable && !touched && !offered ? (
          <Note tone="waiting" title={t('wizard.unusable')}>
            {t('wizard.unusableText')}
          </Note>
        ) : null}
        {failure && !created ? <FailureNote failure={failure.cause} /> : null}
        <Step wizard={wizard} onAgain={props.onAgain} />
      </div>
      <Confirm
        opened={asking}
        title={t('wizard.again.title')}
        text={t('wizard.again.text')}
        action={t('wizard.again.action')}
        onClose={() => setAsking(false)}
        onConfirm={wizard.startAgain}
      />
    </>
  );
}

function Step(props: { wizard: WizardState; onAgain: () => void }) {
  const { wizard } = props;
  const { created, draft, turn } = wizard;
  if (created) {
    const { made, act } = created;
    return <DoneStep created={made} subject={wizard.subject} starts={act === 'start'} onAgain={props.onAgain} />;
  }
  if (wizard.step === 'document' && draft.customer) {
    return <DocumentStep key={turn} wizard={wizard} customer={draft.customer} />;
  }
  return <CustomerStep key={turn} wizard={wizard} />;
}

function useLaterFetched({ touched, subject }: WizardState): void {
  useEffect(() => {
    if (!touched) return;
    for (const fetchStep of Object.values(laterSteps)) void fetchStep().catch(() => {});
    void import('../../entities/papers/form/load-rules.ts')
      .then(({ rulesOf }) => rulesOf(subject.documentTypeRules))
      .catch(() => {});
  }, [touched, subject]);
}

/** A new step starts scrolled to the top, with the focus on its first field. */
function useTopOfStep({ step, created }: WizardState): void {
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the step changes
  useEffect(() => {
    if (!first.current) window.scrollTo({ top: 0 });
    first.current = false;
    focusFirstField();
  }, [step, created]);
}
