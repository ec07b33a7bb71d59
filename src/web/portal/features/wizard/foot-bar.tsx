/** The sticky bar below each step: where we are, one step back, the one primary action. */
import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Progress } from '../../api/upload.ts';
import { UploadBar } from '../../ui/document-fields/upload-bar.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { STEPS, type Step } from './draft.ts';
import classes from './wizard.module.css';

export function FootBar(props: {
  step: Step;
  busy?: boolean;
  /** Second half of the line at the left. */
  hint?: string | undefined;
  /** What has to be chosen before one can go on; it then stands in place of the hint. */
  missing?: string | null;
  /** Saves a draft of the document (P-5). */
  onDraft?: (() => void) | undefined;
  savingDraft?: boolean;
  /** How much of what is being saved has been sent. */
  progress?: Progress | null;
  onBack?: () => void;
  onNext?: () => void;
}) {
  const { t } = useTranslation();
  const { busy = false, savingDraft = false, missing = null } = props;
  const said = missing ?? props.hint;
  const index = STEPS.indexOf(props.step);
  const before = STEPS[index - 1];
  const after = STEPS[index + 1];
  return (
    // Pressing a button here takes no focus: an error shown on leaving a field would move the bar away from the pointer.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only holds the focus back; the buttons do the work
    <div className={classes.foot} data-foot-bar onMouseDown={(event) => event.preventDefault()}>
      {props.progress ? <UploadBar progress={props.progress} /> : null}
      <span className={classes.position}>
        {t('wizard.position', { step: index + 1 })}
        {said ? ` · ${said}` : ''}
      </span>
      <div className={classes.footActions} data-three={props.onDraft ? true : undefined}>
        {before && before !== 'review' && props.onBack ? (
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={16} stroke={1.9} />}
            aria-label={t('wizard.backLabel', { step: t(`wizard.back.${before}`) })}
            // What is being made is not changed meanwhile.
            disabled={busy || savingDraft}
            onClick={props.onBack}
          >
            {t(`wizard.back.${before}`)}
          </Button>
        ) : null}
        {props.onDraft ? (
          <Button variant="default" loading={savingDraft} disabled={busy} onClick={props.onDraft}>
            {t('wizard.saveDraft')}
          </Button>
        ) : null}
        <ReasonButton
          type={props.onNext ? 'button' : 'submit'}
          loading={busy}
          disabled={savingDraft}
          reason={missing}
          rightSection={after ? <IconArrowRight size={16} stroke={1.9} /> : <IconCheck size={16} stroke={1.9} />}
          onClick={props.onNext}
        >
          {after && after !== 'customer' ? t(`wizard.next.${after}`) : t('wizard.create')}
        </ReasonButton>
      </div>
    </div>
  );
}
