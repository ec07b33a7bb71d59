/** Edits a folder's notes in place on its page; loaded when the user starts editing. */
import { Button, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { getFolder, updateFolder } from '#contract/calls/folders.ts';
import type { BodyOf } from '#contract/definition/call-types.ts';
import type { FolderRow } from '../../api/answer-types.ts';
import { ask } from '../../api/client.ts';
import { EditOffer, EditTrouble } from '../../connected/form/edit-notes.tsx';
import { useEditing } from '../../connected/form/use-editing.ts';
import { SmallButton } from '../../ui/small-button.ts';
import classes from './folders.module.css';

const MAX_NOTES_LENGTH = 255;

export function NotesForm(props: { folder: FolderRow; labelledBy: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { folder, onClose } = props;
  const editing = useEditing<{ notes: string }, FolderRow, BodyOf<typeof updateFolder>>({
    entity: 'folders',
    row: folder,
    draft: `folder-notes.${folder.id}`,
    valuesOf: (row) => ({ notes: row?.notes ?? '' }),
    issues: () => [],
    // A deleted folder has no page.
    bodyOf: ({ notes }, row) =>
      ({ ...(row ?? folder), notes: notes.trim() === '' ? null : notes }) as BodyOf<typeof updateFolder>,
    send: (body) => ask(updateFolder, { body }),
    reload: ({ id }) => ask(getFolder, { path: { id } }),
    call: updateFolder,
    // Shows notes saved by another user in the meantime next to the user's own, which would replace them.
    describe: (_field, { notes }) => `«${notes}»`,
    onSaved: onClose,
  });
  const { form, busy } = editing;
  return (
    <form className={classes.notesForm} onSubmit={form.submit((values) => editing.save(values))}>
      <EditOffer editing={editing} />
      <Textarea
        aria-labelledby={props.labelledBy}
        autosize={false}
        rows={4}
        // Older notes may be longer; the user can shorten them gradually.
        maxLength={Math.max(MAX_NOTES_LENGTH, editing.base.notes.length)}
        data-autofocus
        ref={(node) => {
          // The pressed button no longer exists: focus the field.
          if (node && document.activeElement === document.body) node.focus();
        }}
        {...form.getInputProps('notes')}
      />
      <EditTrouble editing={editing} />
      <div className={classes.notesButtons}>
        <SmallButton type="submit" loading={busy}>
          {t('form.save')}
        </SmallButton>
        <Button
          size="xs"
          variant="subtle"
          disabled={busy}
          onClick={() => {
            editing.forget();
            onClose();
          }}
        >
          {t('form.cancel')}
        </Button>
      </div>
    </form>
  );
}
