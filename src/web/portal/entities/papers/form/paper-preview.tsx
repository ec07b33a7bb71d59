/** Preview of the paper, next to its form or over it, and the data that it still lacks. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { previewDocument } from '#contract/calls/documents.ts';
import type { BodyOf } from '#contract/definition/call-types.ts';
import { paperFileName } from '#domain/signing/messages/paper-names.ts';
import { askFile } from '../../../api/client.ts';
import { ApiFailure } from '../../../api/failure.ts';
import { requestOf } from '../../../api/request.ts';
import { RetryButton } from '../../../connected/failure-note.tsx';
import { LiveViewer } from '../../../connected/pdf/pdf-viewer.tsx';
import { Note } from '../../../ui/card.tsx';
import { LoadingOverlay } from '../../../ui/loading.tsx';
import { fieldsBody } from '../../documents/fields/document-values.ts';
import { MissingData, type PaperFormContext } from './missing-data.tsx';
import classes from './paper-form.module.css';
import { openPreviewer, type Previewer, type PreviewState } from './previewer.ts';

type PreviewBody = BodyOf<typeof previewDocument>;

function usePreview(body: PreviewBody): PreviewState & { again: () => void } {
  const [state, setState] = useState<PreviewState>({ file: null, busy: true, failure: null });
  const previewer = useRef<Previewer<PreviewBody> | null>(null);
  useEffect(() => {
    const opened = openPreviewer<PreviewBody>(
      (previewBody, signal) => askFile({ ...requestOf(previewDocument, { body: previewBody }), signal }),
      setState,
    );
    previewer.current = opened;
    return () => opened.close();
  }, []);
  // Every render passes the current form; an unchanged one is not requested again.
  useEffect(() => previewer.current?.request(body));
  return { ...state, again: () => previewer.current?.again() };
}

export function PaperPreview(props: PaperFormContext) {
  const { t } = useTranslation();
  const { type, paperCase, fields, onLeave } = props;
  const { variableFields, sigType } = fieldsBody(fields.form.values, type);
  const { file, busy, failure, again } = usePreview({ ...paperCase.named, type: type.slug, sigType, variableFields });
  const head = (
    <span className={classes.head}>
      <span className={classes.title}>{t('paperForm.preview')}</span>
      {busy ? <span className={classes.updating}>{t('paperForm.updating')}</span> : null}
    </span>
  );
  return (
    <section className={classes.preview} aria-label={t('paperForm.previewOf')} aria-busy={busy}>
      <MissingData fields={fields} type={type} paperCase={paperCase} onLeave={onLeave} />
      {failure ? (
        <Note tone="waiting" title={t('paperForm.outdated')} action={<RetryButton onRetry={again} />}>
          {isTransient(failure) ? t('paperForm.outdatedText') : t('paperForm.refusedText')}
        </Note>
      ) : null}
      {file ? (
        <LiveViewer file={file} fileName={paperFileName(type.slug)} head={head} busy={busy} />
      ) : (
        <div className={classes.paper}>{failure ? null : <LoadingOverlay />}</div>
      )}
    </section>
  );
}

/** The server did not answer, or failed: it will be called again. */
const isTransient = (failure: unknown): boolean =>
  !(failure instanceof ApiFailure) || failure.status === 0 || failure.status >= 500;
