/** What a folder is about: eight facts in one strip, what only some folders have, and its notes (specification §3). */
import { Button, Textarea } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BodyOf } from '#contract/call-types.ts';
import { getFolder, updateFolder } from '#contract/calls/folders.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { ask } from '../../api/client.ts';
import type { DossierRow, FolderRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import { Card, type Fact, Facts } from '../../ui/card.tsx';
import { FolderStatusChip } from '../../ui/chip.tsx';
import { FolderTypeLabel } from '../../ui/folder-type.tsx';
import { EditOffer, EditTrouble } from '../../ui/form/edit-notes.tsx';
import { useEditing } from '../../ui/form/use-editing.ts';
import { Plate } from '../../ui/list/cells.tsx';
import { useNames } from '../../ui/names.ts';
import { useFolderActions } from './folder-actions.tsx';
import classes from './folders.module.css';

export function FolderFacts(props: { folder: FolderRow; dossier: DossierRow }) {
  const { t } = useTranslation();
  const { folder, dossier } = props;
  const mayEdit = useFolderActions(props)('edit') !== null;
  const strip: Fact[] = [
    { label: t('columns.customer'), value: <Link to={paths.dossier(dossier.id)}>{customerName(dossier)}</Link> },
    { label: t('columns.status'), value: <FolderStatusChip status={folder.status} /> },
    { label: t('columns.type'), value: <FolderTypeLabel type={folder.type} /> },
    { label: t('label.field.plate'), value: <Plate folder={folder} /> },
    { label: t('label.field.vin'), value: folder.vin ? <span className="code">{folder.vin}</span> : t('missing') },
    { label: t('label.field.processDate'), value: <span className="num">{formatDate(folder.processDate)}</span> },
    { label: t('columns.origin'), value: folder.accountSource ?? t('missing') },
    { label: t('columns.documents'), value: <span className="num">{formatCount(folder.numberOfDocuments)}</span> },
  ];
  const named = useNames([folder.createdBy, folder.lastModifiedBy]);
  const moment = (at: string, login: string | null) => {
    const name = named(login);
    return (
      <span className="num">
        {name ? t('registry.customer.by', { at: formatDateTime(at), name }) : formatDateTime(at)}
      </span>
    );
  };
  const more: Fact[] = [
    { label: t('registry.customer.created'), value: moment(folder.createdDate, folder.createdBy) },
    { label: t('columns.modified'), value: moment(folder.lastModifiedDate, folder.lastModifiedBy) },
    ...(folder.jobId ? [{ label: t('label.field.jobId'), value: folder.jobId }] : []),
  ];
  return (
    <Card className={classes.facts}>
      <Facts layout="strip" facts={strip} />
      <div className={classes.more}>
        <Facts layout="columns" facts={more} />
        {folder.notes || mayEdit ? <Notes folder={folder} mayEdit={mayEdit} /> : null}
      </div>
    </Card>
  );
}

/** Notes are written where they stand; the rest of the row goes back as it is. */
function Notes(props: { folder: FolderRow; mayEdit: boolean }) {
  const { t } = useTranslation();
  const { folder, mayEdit } = props;
  const label = useId();
  const [editing, setEditing] = useState(false);
  return (
    <div className={classes.notesRow}>
      <div className={classes.notesHead}>
        <span id={label} className={classes.notesLabel}>
          {t('registry.folder.notesLabel')}
        </span>
        {mayEdit && !editing ? (
          <Button
            variant="subtle"
            size="compact-xs"
            leftSection={<IconPencil size={14} stroke={1.9} />}
            onClick={() => setEditing(true)}
          >
            {folder.notes ? t('registry.folder.editNotes') : t('registry.folder.addNotes')}
          </Button>
        ) : null}
      </div>
      {editing ? (
        <NotesForm folder={folder} labelledBy={label} onClose={() => setEditing(false)} />
      ) : (
        <p className={folder.notes ? classes.notes : `${classes.notes} ${classes.none}`}>
          {folder.notes ?? t('registry.folder.noNotes')}
        </p>
      )}
    </div>
  );
}

const LONGEST_NOTES = 255;

function NotesForm(props: { folder: FolderRow; labelledBy: string; onClose: () => void }) {
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
    // Notes that others wrote meanwhile are shown beside one's own, which would replace them.
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
        // Longer ones are of before, and may be cut step by step.
        maxLength={Math.max(LONGEST_NOTES, editing.base.notes.length)}
        data-autofocus
        ref={(node) => {
          // The button that was pressed is gone.
          if (node && document.activeElement === document.body) node.focus();
        }}
        {...form.getInputProps('notes')}
      />
      <EditTrouble editing={editing} />
      <div className={classes.notesButtons}>
        <Button type="submit" size="xs" variant="default" loading={busy}>
          {t('form.save')}
        </Button>
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
