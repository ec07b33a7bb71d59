/** The dialog of the document form: its fields, the paper that comes of them beside it where there is room, what it becomes, and the buttons (DESIGN.md §4). */

import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { RequiredHint } from '../../../connected/form/wording.tsx';
import { CancelButton } from '../../../ui/dialogs/cancel-button.tsx';
import { Dialog, PREVIEW_ROOM } from '../../../ui/dialogs/dialog.tsx';
import { useRoomBeside } from '../../papers/form/beside.tsx';
import { UploadBar } from '../fields/upload-bar.tsx';
import classes from './dialogs.module.css';
import type { DialogFrame } from './document-dialogs.tsx';

/** Saved as a draft, saved, or saved and its signature started. */
export type FormAct = 'draft' | 'save' | 'start';

interface DocumentFormProps extends DialogFrame {
  title: string;
  /** What is signed, to stand beside the form: the paper that it makes, or the file; null where there is none yet. */
  preview: ReactNode | null;
  /** Whose document it is. */
  place: string | null;
  /** A sentence at the left of the foot. */
  hint: string | null;
  /** How far the upload is. */
  progress: Parameters<typeof UploadBar>[0]['progress'] | null;
  busy: FormAct | null;
  /** Nothing can be saved now. */
  locked: boolean;
  action: string;
  draft: { forget: () => void };
  save: (act: FormAct) => void;
  /** Saving as a draft makes sense. */
  mayBeDraft: boolean;
  /** The signature can be started by the same press. */
  starts?: boolean;
  /** @param beside the preview stands beside the fields. */
  children: (beside: boolean) => ReactNode;
}

export function DocumentFormDialog(props: DocumentFormProps) {
  const id = useId();
  const { preview, busy } = props;
  const room = useRoomBeside(PREVIEW_ROOM);
  const beside = preview !== null && room;
  return (
    <Dialog
      opened={props.opened}
      title={props.title}
      width={beside ? 1180 : 760}
      busy={busy !== null}
      onClose={props.onClose}
      foot={<Foot {...props} form={id} />}
    >
      <form
        id={id}
        className={beside ? classes.beside : undefined}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // Enter in a field starts no signature: what goes to the customer is pressed on purpose.
          props.save('save');
        }}
      >
        <fieldset className={classes.group} disabled={busy !== null}>
          <div className={classes.stack}>
            <div className={classes.head}>
              <p className={classes.quiet}>{props.place}</p>
              <RequiredHint />
            </div>
            {props.children(beside)}
          </div>
        </fieldset>
        {beside ? preview : null}
      </form>
    </Dialog>
  );
}

/** What it becomes, how far the upload is, and the buttons. */
function Foot(props: DocumentFormProps & { form: string }) {
  const { t } = useTranslation();
  const { busy, locked, save } = props;
  const acts: { act: FormAct; word: string }[] = [
    ...(props.mayBeDraft ? [{ act: 'draft' as const, word: t('documentDialogs.form.saveDraft') }] : []),
    { act: 'save', word: props.action },
    ...(props.starts ? [{ act: 'start' as const, word: t('documentDialogs.form.createAndStart') }] : []),
  ];
  return (
    <>
      {props.progress ? <UploadBar progress={props.progress} /> : null}
      {props.hint ? (
        <span className={classes.landing} data-above={acts.length > 2 || undefined}>
          {props.hint}
        </span>
      ) : null}
      <CancelButton busy={busy !== null} draft={props.draft} onClick={props.onClose} />
      {acts.map(({ act, word }, index) => (
        <Button
          key={act}
          // The last one is the way on.
          variant={index === acts.length - 1 ? 'filled' : 'default'}
          {...(act === 'save' ? { type: 'submit' as const, form: props.form } : { onClick: () => save(act) })}
          loading={busy === act}
          disabled={(busy !== null && busy !== act) || locked}
        >
          {word}
        </Button>
      ))}
    </>
  );
}
