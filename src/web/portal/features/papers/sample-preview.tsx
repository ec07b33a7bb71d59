/** Previews the paper with sample data and the current input. */
import { Button } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { previewPaper } from '#contract/calls/papers.ts';
import type { PaperLanguage } from '#domain/papers/paper.ts';
import type { ClauseInput, CompanyFacts } from '#domain/papers/versions/version-schemas.ts';
import { paperFileName } from '#domain/signing/messages/paper-names.ts';
import { askFile } from '../../api/client.ts';
import { keyOf } from '../../api/query-keys.ts';
import { requestOf } from '../../api/request.ts';
import { QueryFailure } from '../../connected/failure-note.tsx';
import { lazyPart } from '../../connected/lazy-part.tsx';
import { Card, Note } from '../../ui/card.tsx';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { SmallButton } from '../../ui/small-button.ts';
import classes from './papers.module.css';

const LiveViewer = lazyPart(async () => (await import('../../connected/pdf/pdf-viewer.tsx')).LiveViewer);

/** Do not render at every keystroke. */
const PAUSE_MS = 900;

export interface Sample {
  type: string;
  language: PaperLanguage;
  legalEntity: string | null;
  version?: string;
  clauses?: readonly ClauseInput[];
  company?: CompanyFacts;
}

interface Props {
  type: string;
  /** Null while the input cannot be printed. */
  sample: Sample | null;
  /** Focuses the first error; absent when nothing is being edited. */
  onFix?: () => void;
}

export function SamplePreview(props: Props) {
  const { t } = useTranslation();
  const beside = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false });
  const [isRequested, setIsRequested] = useState(false);
  if (!beside && !isRequested) {
    return (
      <Card title={t('papers.preview')}>
        <div className={classes.stack}>
          <p>{t('papers.previewText')}</p>
          <div>
            <Button variant="default" onClick={() => setIsRequested(true)}>
              {t('papers.showPreview')}
            </Button>
          </div>
        </div>
      </Card>
    );
  }
  return <Drawn {...props} />;
}

function Drawn(props: Props) {
  const { t } = useTranslation();
  const { sample } = props;
  const [debouncedSample] = useDebouncedValue(sample === null ? null : JSON.stringify(sample), PAUSE_MS);
  const input = { body: JSON.parse(debouncedSample ?? '{}') };
  const preview = useQuery({
    queryKey: keyOf(previewPaper, input),
    queryFn: ({ signal }) => askFile({ ...requestOf(previewPaper, input), signal }),
    enabled: debouncedSample !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    retry: false,
  });
  return (
    <section className={classes.preview} aria-label={t('papers.preview')} aria-busy={preview.isFetching}>
      {sample === null ? (
        <Note
          tone="waiting"
          title={t('papers.previewStopped')}
          action={props.onFix ? <SmallButton onClick={props.onFix}>{t('papers.toError')}</SmallButton> : undefined}
        >
          {t('papers.previewStoppedText')}
        </Note>
      ) : null}
      <QueryFailure query={preview} />
      {preview.data ? (
        <LiveViewer
          file={preview.data}
          fileName={paperFileName(props.type)}
          busy={preview.isFetching}
          head={<span className={classes.previewHead}>{t('papers.preview')}</span>}
        />
      ) : sample !== null && !preview.error ? (
        <div className={classes.waiting}>
          <LoadingOverlay />
        </div>
      ) : null}
    </section>
  );
}
