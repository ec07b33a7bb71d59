/** "Firma più documenti": chooses which documents of a folder are signed with one link and one code, and shows why others cannot be now. */
import { IconSignature } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { startSign } from '#contract/calls/signing.ts';
import { MAX_TOGETHER } from '#domain/signing/signed-together.ts';
import type { DocumentRow, FolderRow } from '../../../api/answer-types.ts';
import { ApiFailure } from '../../../api/failure.ts';
import { documentsOfFolder } from '../../../api/queries.ts';
import { ActDialog } from '../../../connected/act/act-dialog.tsx';
import { describeFailure, FailureNote, NotLoaded } from '../../../connected/failure-note.tsx';
import { Choices } from '../../../connected/form/choices.tsx';
import { documentTypeLabel } from '../../../connected/labels.ts';
import { showRefusedPage } from '../../../connected/refused-page/refused-page.ts';
import { Note } from '../../../ui/card.tsx';
import { useStart } from '../start/use-start.ts';
import { proposedTogether, type TogetherChoice, togetherChoices } from '../together-choices.ts';
import { named, togetherReasonText } from '../together-texts.ts';
import type { DialogFrame } from './document-dialogs.tsx';

const NONE: readonly DocumentRow[] = [];

/** @param props.first the document with which the others are to be signed; null: none. */
export function TogetherDialog(props: DialogFrame & { folder: FolderRow; first: number | null }) {
  const { t } = useTranslation();
  const { opened, onClose, folder } = props;
  const documents = useQuery({ ...documentsOfFolder(folder.id), enabled: opened });
  const start = useStartTogether();
  const [tickedIds, setTickedIds] = useState<readonly number[] | null>(null);
  const rows = documents.data?.rows ?? NONE;
  const proposed = tickedIds ?? proposedTogether(rows, folder.status, { with: props.first });
  const choices = togetherChoices(rows, folder.status, proposed);
  // Another user may have started one of them since.
  const chosen = choices.flatMap(({ row, reason }) => (reason === null && proposed.includes(row.id) ? [row.id] : []));
  const reason =
    chosen.length < 2
      ? t('togetherDialog.tooFew')
      : chosen.length > MAX_TOGETHER
        ? t('togetherDialog.tooMany', { most: MAX_TOGETHER })
        : null;
  return (
    <ActDialog
      opened={opened}
      title={t('togetherDialog.title')}
      width={620}
      action={t('togetherDialog.start', { count: chosen.length })}
      icon={<IconSignature size={16} stroke={1.9} />}
      reason={reason}
      act={start}
      failure={null}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === null) start.mutate({ ids: chosen }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <div className="stack">
        <p>{t('togetherDialog.text')}</p>
        {!documents.data ? (
          <NotLoaded query={documents} rows={3} height={52} />
        ) : (
          <Choices
            kind="many"
            label={t('togetherDialog.choose')}
            path="together"
            choices={choices.map((choice) => ({
              value: String(choice.row.id),
              label: named(documentTypeLabel(t, choice.row.type), choice.row.id),
              detail: <Detail choice={choice} />,
              disabled: choice.reason !== null,
            }))}
            chosen={chosen.map(String)}
            onChange={(ids) => setTickedIds(ids.map(Number))}
          />
        )}
        {start.isError ? <Refused failure={start.error} rows={rows} /> : null}
      </div>
    </ActDialog>
  );
}

function Detail(props: { choice: TogetherChoice }) {
  const { t } = useTranslation();
  const { row, reason } = props.choice;
  return reason === null ? (row.fileName ?? t('missing')) : togetherReasonText(t, reason);
}

/** The document concerned, and the reason. */
function Refused(props: { failure: unknown; rows: readonly DocumentRow[] }) {
  const { t } = useTranslation();
  const { failure, rows } = props;
  const id = failure instanceof ApiFailure ? failure.body.documentId : undefined;
  const row = rows.find((candidate) => candidate.id === id);
  if (row === undefined) return <FailureNote failure={failure} />;
  const { title, lines } = describeFailure(t, failure);
  return (
    <Note tone="bad" title={`${named(documentTypeLabel(t, row.type), row.id)}.`}>
      {lines.join(' ') || title}
    </Note>
  );
}

/** @returns null from the mutation when the user must first choose who signs for the dealer. */
export function useStartTogether() {
  const { t } = useTranslation();
  return useStart<{ ids: readonly number[] }, DocumentRow>({
    words: ({ ids: { length: count } }) => ({
      doing: t('togetherDialog.doing', { count }),
      done: t('togetherDialog.done', { count }),
      failed: (failure) => {
        const title = t('togetherDialog.failed');
        return showRefusedPage(title, failure) ? null : title;
      },
    }),
    detail: () => t('togetherDialog.detail'),
    send: ({ ids: [first = 0, ...together] }, start) => start(startSign, first, { together }),
    call: startSign,
  });
}
