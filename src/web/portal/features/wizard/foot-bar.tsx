/** The sticky bar below each step: position, back, and next action. */
import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconCheck, IconSignature } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Progress } from '../../api/upload.ts';
import { UploadBar } from '../../entities/documents/fields/upload-bar.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import type { Act } from './use-create.ts';
import type { WizardState } from './use-wizard.ts';
import classes from './wizard.module.css';
import { STEPS, type Step } from './wizard-draft.ts';

interface Line {
  /** Second half of the text on the left. */
  hint?: string | undefined;
  /** What must be chosen before continuing; it replaces the hint. */
  missing?: string | null;
}

function Bar(props: Line & { step: Step; progress?: Progress | null; acts?: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  const message = props.missing ?? props.hint;
  return (
    // Pressing a button here takes no focus: an error shown on leaving a field would move the bar away from the pointer.
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus; the actions are buttons
    <div className={classes.foot} data-foot-bar onMouseDown={(event) => event.preventDefault()}>
      {props.progress ? <UploadBar progress={props.progress} /> : null}
      <span className="quiet">
        {t('wizard.position', { step: STEPS.indexOf(props.step) + 1, steps: STEPS.length })}
        {message ? ` · ${message}` : ''}
      </span>
      <div className={classes.footActions} data-acts={props.acts || undefined}>
        {props.children}
      </div>
    </div>
  );
}

/** The customer step: continue to the document. Submits the form when `onNext` is absent. */
export function NextBar(props: Line & { onNext?: () => void }) {
  const { t } = useTranslation();
  const { onNext, ...line } = props;
  return (
    <Bar {...line} step="customer">
      <ReasonButton
        type={onNext ? 'button' : 'submit'}
        reason={line.missing ?? null}
        rightSection={<IconArrowRight size={16} stroke={1.9} />}
        {...(onNext ? { onClick: onNext } : {})}
      >
        {t('wizard.next')}
      </ReasonButton>
    </Bar>
  );
}

/** The document step: save as draft, create, or create and start; starting is the primary action when everything for it is there. */
export function ActBar(props: {
  wizard: WizardState;
  /** What must be chosen first. */
  missing: string | null;
  /** Whether the same action can start the signature. */
  starts: boolean;
  onAct: (act: Act) => void;
}) {
  const { t } = useTranslation();
  const { wizard, missing, starts, onAct } = props;
  const { busy } = wizard;
  const act = (name: Act) => ({
    type: 'button' as const,
    reason: missing,
    loading: busy === name,
    // Lock the other actions while one is running.
    disabled: busy !== null && busy !== name,
    onClick: () => onAct(name),
  });
  return (
    <Bar hint={wizard.kept} missing={missing} step="document" progress={wizard.progress} acts>
      <Button
        className={classes.back ?? ''}
        variant="default"
        leftSection={<IconArrowLeft size={16} stroke={1.9} />}
        aria-label={t('wizard.backLabel', { step: t('wizard.step.customer') })}
        disabled={busy !== null}
        onClick={wizard.back}
      >
        {t('wizard.step.customer')}
      </Button>
      <ReasonButton variant="default" {...act('draft')}>
        {t('wizard.saveDraft')}
      </ReasonButton>
      {starts ? (
        <>
          <ReasonButton variant="default" {...act('create')}>
            {t('wizard.createOnly')}
          </ReasonButton>
          <ReasonButton rightSection={<IconSignature size={16} stroke={1.9} />} {...act('start')}>
            {t('wizard.createAndStart')}
          </ReasonButton>
        </>
      ) : (
        <ReasonButton rightSection={<IconCheck size={16} stroke={1.9} />} {...act('create')}>
          {t('wizard.create')}
        </ReasonButton>
      )}
    </Bar>
  );
}
