/** The notes above the fields of an edited row: a draft, another user's change, a refusal without a field. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Note } from '../../ui/card.tsx';
import { FailureNote } from '../failure-note.tsx';
import { lazyExtra } from '../lazy-part.tsx';
import { DraftNote } from './lazy-draft-note.tsx';
import type { Editing } from './use-editing.ts';

const StaleNote = lazyExtra(async () => (await import('./conflict/stale-note.tsx')).StaleNote, 'conflict');

type NotesState = Pick<
  Editing<Record<string, unknown>, unknown, unknown>,
  'resume' | 'discard' | 'isStale' | 'met' | 'reload' | 'reloading' | 'failure' | 'merged'
> & { offered: { at: number } | null };

export interface EditNotesProps {
  editing: NotesState;
  /** What was not saved, where no toast shows it. */
  undone?: string;
  /** The texts shown after a merge, where they differ from those of other forms. @param both the fields that another user changed too. */
  mergedNote?: (both: readonly string[]) => { title: string; text: ReactNode };
  /** Between the draft note and the rest. */
  children?: ReactNode;
}

export function EditNotes(props: EditNotesProps) {
  return (
    <>
      <EditOffer editing={props.editing} />
      {props.children}
      <EditTrouble {...props} />
    </>
  );
}

/** The draft of an earlier visit. */
export function EditOffer({ editing: { offered, resume, discard } }: Pick<EditNotesProps, 'editing'>) {
  return offered ? <DraftNote at={offered.at} onResume={resume} onDiscard={discard} /> : null;
}

export function EditTrouble({ editing, undone, mergedNote }: EditNotesProps) {
  const { t } = useTranslation();
  const { failure, merged } = editing;
  const everyForm = (both: readonly string[]) => ({
    title: t('form.reloaded'),
    text: `${t('form.reloadedText')} ${both.length > 0 ? t('form.savedMeanwhile', { list: both.join(', ') }) : ''}`,
  });
  const note = merged && (mergedNote ?? everyForm)(merged);
  return (
    <>
      {editing.isStale ? (
        <StaleNote loading={editing.reloading} met={editing.met} onReload={editing.reload} />
      ) : failure ? (
        <FailureNote failure={failure} {...(undone === undefined ? {} : { undone })} />
      ) : null}
      {note ? (
        <Note tone="info" title={note.title}>
          {note.text}
        </Note>
      ) : null}
    </>
  );
}
