/** "Posizione delle firme": shows and moves the signature fields of an uploaded document before the signature starts. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignaturePlaces } from '#contract/signing/signature-places.ts';
import type { DocumentRow } from '../../api/answer-types.ts';
import { joinSentences } from '../../api/failure.ts';
import { previewOf } from '../../api/queries/preview.ts';
import { signaturePlacesQuery } from '../../api/queries/signing.ts';
import { describeFailure, FailureNote, NotLoaded } from '../../connected/failure-note.tsx';
import { StaleNote } from '../../connected/form/conflict/stale-note.tsx';
import { documentTypeLabel } from '../../connected/labels.ts';
import { Note } from '../../ui/card.tsx';
import { InfoDialog } from '../../ui/dialogs/info-dialog.tsx';
import type { DialogFrame } from '../documents/dialogs/document-dialogs.tsx';
import { PlacingFrame } from './placing-frame.tsx';
import { type PlacingOptions, usePlacing } from './use-placing.ts';

interface PlacesDialogProps extends DialogFrame, Pick<PlacingOptions, 'unplaced'> {
  row: DocumentRow;
}

export function PlacesDialog(props: PlacesDialogProps) {
  const { t } = useTranslation();
  const { opened, onClose, row } = props;
  const places = useQuery({ ...signaturePlacesQuery(row.id), enabled: opened, refetchOnMount: 'always' });
  const fresh = places.isFetchedAfterMount ? places.data : undefined;
  const title = t('signaturePlaces.title', { document: documentTypeLabel(t, row.type) });
  if (fresh) return <Placing {...props} title={title} places={fresh} refetch={() => places.refetch()} />;
  return (
    <InfoDialog opened={opened} title={title} width={1180} onClose={onClose}>
      <NotLoaded query={places} rows={6} height={52} />
    </InfoDialog>
  );
}

interface PlacingProps extends PlacesDialogProps {
  title: string;
  places: SignaturePlaces;
  refetch: PlacingOptions['refetch'];
}

function Placing(props: PlacingProps) {
  const { t } = useTranslation();
  const { opened, title, onClose, row } = props;
  const placing = usePlacing({ ...props, id: row.id });
  const { base, saving, reset } = placing;
  const [file] = useState(() => previewOf(row.id, null));
  return (
    <PlacingFrame
      {...{ opened, title, placing, file, onClose }}
      type={documentTypeLabel(t, row.type)}
      action={t('signaturePlaces.save')}
      // Disabled while another user's changes are loading: a save would be lost.
      saving={saving.busy || saving.reloading}
      onReset={base.lastModifiedDate === null ? null : () => reset.mutate()}
      notes={<Failures placing={placing} unplaced={props.unplaced} />}
    />
  );
}

/** What was not saved, here or after the upload. */
function Failures(props: { placing: ReturnType<typeof usePlacing> } & Pick<PlacingOptions, 'unplaced'>) {
  const { t } = useTranslation();
  const { saving, reset } = props.placing;
  const { isStale, reload, reloading } = saving;
  const failure = isStale ? reset.error : (saving.failure ?? reset.error);
  return (
    <>
      {props.unplaced ? <NotStored failure={props.unplaced.failure} /> : null}
      {isStale ? <StaleNote loading={reloading} onReload={reload} /> : null}
      {failure ? (
        <FailureNote
          failure={failure}
          undone={t(`signaturePlaces.toast.${failure === saving.failure ? 'failed' : 'resetFailed'}`)}
        />
      ) : null}
    </>
  );
}

/** The document exists, but its signature was not started. */
function NotStored(props: { failure: unknown }) {
  const { t } = useTranslation();
  const { title, lines } = describeFailure(t, props.failure);
  return (
    <Note tone="bad" title={`${t('signaturePlaces.notStored')}.`}>
      {joinSentences(lines.length > 0 ? lines : [title])} {t('signaturePlaces.notStoredText')}
    </Note>
  );
}
