/** The foot of the document form: what it becomes, how far the upload is, and the buttons (DESIGN.md §4). */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Progress } from '../../api/upload.ts';
import { formatSize } from '../../text/numbers.ts';
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
      {progress ? <Upload progress={progress} /> : null}
      {props.hint ? <span className={classes.landing}>{props.hint}</span> : null}
      <Button variant="default" disabled={busy !== null} onClick={props.onCancel}>
        {t('form.cancel')}
      </Button>
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

function Upload(props: { progress: Progress }) {
  const { t } = useTranslation();
  const { sent, total } = props.progress;
  const percent = total > 0 ? Math.round((sent / total) * 100) : 0;
  const all = sent >= total;
  return (
    <div className={classes.upload}>
      <p className={classes.uploadText}>
        <span>{t(all ? 'documentDialogs.form.checking' : 'documentDialogs.form.uploading')}</span>
        <span className="num">
          {t('documentDialogs.form.uploaded', { done: formatSize(sent), total: formatSize(total) })}
        </span>
      </p>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={t('documentDialogs.form.uploading')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <div className={classes.bar} style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
