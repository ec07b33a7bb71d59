/** The foot of the document form: what it becomes, how far the upload is, and the buttons (DESIGN.md §4). */

import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Progress } from '../../api/upload.ts';
import { CancelButton } from '../cancel-button.tsx';
import { UploadBar } from '../document-fields/upload-bar.tsx';
import classes from './dialogs.module.css';

export function FormFoot(props: {
  /** The form that the main button submits. */
  form: string;
  hint: string | null;
  progress: Progress | null;
  busy: 'full' | 'draft' | null;
  /** Nothing can be saved now. */
  locked?: boolean;
  action: string;
  onCancel: () => void;
  /** Absent where a draft makes no sense. */
  onDraft?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const { busy, progress } = props;
  return (
    <>
      {progress ? <UploadBar progress={progress} /> : null}
      {props.hint ? <span className={classes.landing}>{props.hint}</span> : null}
      <CancelButton busy={busy !== null} onClick={props.onCancel} />
      {props.onDraft ? (
        <Button
          variant="default"
          loading={busy === 'draft'}
          disabled={busy === 'full' || props.locked === true}
          onClick={props.onDraft}
        >
          {t('documentDialogs.form.saveDraft')}
        </Button>
      ) : null}
      <Button
        type="submit"
        form={props.form}
        loading={busy === 'full'}
        disabled={busy === 'draft' || props.locked === true}
      >
        {props.action}
      </Button>
    </>
  );
}
