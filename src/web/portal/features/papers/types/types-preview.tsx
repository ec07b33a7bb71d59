/** What a file of folder types would change, or what is wrong with it; and the button that applies it. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { applyFolderTypes, previewFolderTypes } from '#contract/calls/installation.ts';
import type { FolderTypePreview } from '#contract/installation/folder-types.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import { ask } from '../../../api/client.ts';
import { isStale } from '../../../api/failure.ts';
import { queryOf } from '../../../api/query-options.ts';
import { ActDialog } from '../../../connected/act/act-dialog.tsx';
import { useAct } from '../../../connected/act/use-act.ts';
import { Chip, Count, type Tone } from '../../../connected/chip.tsx';
import { QueryFailure } from '../../../connected/failure-note.tsx';
import { documentTypeLabel, folderTypeLabel } from '../../../connected/labels.ts';
import { counted } from '../../../text/numbers.ts';
import { Card, Note, SkeletonRows } from '../../../ui/card.tsx';
import { ChangedParts } from './type-changes.tsx';
import classes from './types.module.css';

type Change = FolderTypePreview['changes'][number];
type Missing = FolderTypePreview['missing'][number];

export function TypesPreview({ text, onApplied }: { text: string; onApplied: () => void }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const preview = useQuery(queryOf(previewFolderTypes, { body: { text } }, { staleTime: 0, gcTime: 0 }));
  const apply = useAct({
    words: 'folderTypes.work',
    // Also after a refusal: the preview and the types in force are read again.
    call: applyFolderTypes,
    send: (digest: string) => ask(applyFolderTypes, { body: { text, digest } }),
    onDone: onApplied,
    onFailed: (failure) => {
      if (isStale(failure)) setAsking(false);
    },
  });
  const result = preview.data;
  const isReady = result !== undefined && !result.isSame && result.problemCount === 0 && result.missing.length === 0;
  return (
    <Card
      flush
      title={t('folderTypes.preview')}
      count={isReady ? <Count>{result.changes.length}</Count> : undefined}
      aside={
        isReady ? (
          <Button size="xs" disabled={preview.isFetching} onClick={() => setAsking(true)}>
            {t('folderTypes.apply')}
          </Button>
        ) : null
      }
    >
      {isStale(apply.error) ? (
        <div className="padded">
          <Note tone="waiting" title={t('folderTypes.stale')}>
            {t('folderTypes.staleText')}
          </Note>
        </div>
      ) : null}
      <QueryFailure padded query={preview} />
      {preview.isPending ? <SkeletonRows rows={3} /> : null}
      {result ? <Result result={result} /> : null}
      {asking && result ? (
        <ActDialog
          title={t('folderTypes.confirm')}
          text={t('folderTypes.confirmText')}
          act={apply}
          action={t('folderTypes.apply')}
          onAct={() => apply.mutate(result.digest)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Card>
  );
}

function Result({ result }: { result: FolderTypePreview }) {
  const { t } = useTranslation();
  if (result.problemCount > 0) return <Problems result={result} />;
  if (result.changes.length === 0) {
    const sentenceKey = result.isSame ? 'same' : 'order';
    return (
      <div className="padded">
        <Note tone="info" title={t(`folderTypes.${sentenceKey}`)}>
          {t(`folderTypes.${sentenceKey}Text`)}
        </Note>
      </div>
    );
  }
  return (
    <>
      {result.missing.length > 0 ? (
        <div className="padded">
          <Note tone="bad" title={t('folderTypes.missing')}>
            {t('folderTypes.missingText')}
            <ul className={classes.parts}>
              {result.missing.map((entry) => (
                <li key={`${entry.folderType} ${entry.documentType}`}>
                  <TypeName type={entry} /> · <Usage type={entry} />
                </li>
              ))}
            </ul>
          </Note>
        </div>
      ) : null}
      <ul className="divided">
        {result.changes.map((change) => (
          <ChangeLine key={`${change.folderType} ${change.documentType}`} change={change} />
        ))}
      </ul>
    </>
  );
}

function Problems({ result: { problems, problemCount } }: { result: FolderTypePreview }) {
  const { t } = useTranslation();
  const hiddenCount = problemCount - problems.length;
  return (
    <>
      <div className="padded">
        <Note tone="bad" title={t('folderTypes.problems', counted(problemCount))}>
          {t('folderTypes.problemsText')}
        </Note>
      </div>
      <ul className="divided">
        {problems.map(({ path, line, problem }) => (
          <li key={`${path} ${problem}`} className={classes.row}>
            <span className={classes.lines}>
              <span className={classes.name}>{problem}</span>
              {path === '$' ? null : <code className={classes.caption}>{path}</code>}
            </span>
            {line === null ? null : <span className={`${classes.line} num`}>{t('folderTypes.row', { line })}</span>}
          </li>
        ))}
        {hiddenCount > 0 ? <li className={classes.row}>{t('folderTypes.more', counted(hiddenCount))}</li> : null}
      </ul>
    </>
  );
}

const TONES = { added: 'good', removed: 'bad', changed: 'info' } as const satisfies Record<Change['kind'], Tone>;

function ChangeLine({ change }: { change: Change }) {
  const { t } = useTranslation();
  return (
    <li className={classes.row}>
      <span className={classes.lines}>
        <span className={classes.name}>
          <TypeName type={change} />
        </span>
        <span className={classes.caption}>
          <code>{change.documentType ?? change.folderType}</code> · <Usage type={change} />
        </span>
        {change.parts.length > 0 ? <ChangedParts parts={change.parts} /> : null}
      </span>
      <Chip tone={TONES[change.kind]}>{t(`folderTypes.kind.${change.kind}`)}</Chip>
    </li>
  );
}

function TypeName({ type }: { type: Pick<Missing, 'folderType' | 'documentType'> }) {
  const { t } = useTranslation();
  const folder = folderTypeLabel(t, type.folderType as FolderType);
  return type.documentType === null ? folder : `${folder} › ${documentTypeLabel(t, type.documentType)}`;
}

function Usage({ type }: { type: Missing }) {
  const { t } = useTranslation();
  return t(type.documentType === null ? 'label.folders' : 'label.documents', counted(type.count));
}
