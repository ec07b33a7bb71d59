/** The dialog of the document form: fields, a preview next to them where there is room, the resulting status, and the buttons. */
import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { RequiredHint } from '../../../connected/form/form-messages.tsx';
import { CancelButton } from '../../../ui/dialogs/cancel-button.tsx';
import { Dialog, PREVIEW_ROOM } from '../../../ui/dialogs/dialog.tsx';
import { useHasRoomBeside } from '../../papers/form/preview-beside-form.tsx';
import { UploadBar } from '../fields/upload-bar.tsx';
import classes from './dialogs.module.css';
import type { DialogFrame } from './document-dialogs.tsx';

/** Save as draft, save, or save and start the signature. */
export type FormAct = 'draft' | 'save' | 'start';

interface DocumentFormProps extends DialogFrame {
  title: string;
  /** The preview next to the form, of the generated paper or of the file; null while there is none. */
  preview: ReactNode | null;
  /** The customer and folder of the document. */
  place: string | null;
  /** A sentence on the left of the footer. */
  hint: string | null;
  /** Upload progress. */
  progress: Parameters<typeof UploadBar>[0]['progress'] | null;
  busy: FormAct | null;
  /** Nothing can be saved now. */
  locked: boolean;
  action: string;
  draft: { forget: () => void };
  save: (act: FormAct) => void;
  /** Whether saving as a draft makes sense. */
  mayBeDraft: boolean;
  /** Whether the same click can start the signature. */
  starts?: boolean;
  /** @param beside whether the preview is next to the fields. */
  children: (beside: boolean) => ReactNode;
}

export function DocumentFormDialog(props: DocumentFormProps) {
  const id = useId();
  const { preview, busy } = props;
  const room = useHasRoomBeside(PREVIEW_ROOM);
  const beside = preview !== null && room;
  return (
    <Dialog
      opened={props.opened}
      title={props.title}
      width={beside ? 1180 : 760}
      busy={busy !== null}
      onClose={props.onClose}
      foot={<DialogFooter {...props} form={id} />}
    >
      <form
        id={id}
        className={beside ? classes.beside : undefined}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // Enter in a field never starts a signature: sending to the customer requires a deliberate click.
          props.save('save');
        }}
      >
        <fieldset disabled={busy !== null}>
          <div className="stack">
            <div className={classes.head}>
              <p className="quiet">{props.place}</p>
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

/** Resulting status, upload progress, and the buttons. */
function DialogFooter(props: DocumentFormProps & { form: string }) {
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
          // The last button is the primary one.
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
