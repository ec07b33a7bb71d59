/** Upload progress of a document's file, then a note that it is being checked. */
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../text/numbers.ts';
import classes from './upload-bar.module.css';

/** @param props.progress in bytes. */
export function UploadBar(props: { progress: { sent: number; total: number } }) {
  const { t } = useTranslation();
  const { sent, total } = props.progress;
  const percent = total > 0 ? Math.round((sent / total) * 100) : 0;
  const all = sent >= total;
  return (
    <div className={classes.upload}>
      <p className={classes.text}>
        <span>{t(all ? 'documentFields.checking' : 'documentFields.uploading')}</span>
        <span className="num">
          {t('documentFields.uploaded', { done: formatSize(sent), total: formatSize(total) })}
        </span>
      </p>
      <div
        className="track"
        role="progressbar"
        aria-label={t('documentFields.uploading')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <div style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
