/** The facts of a folder: eight in one strip, those that only some folders have, and the notes. */
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { customerName } from '#domain/dossiers/customer-name.ts';
import type { DossierRow, FolderRow } from '../../api/answer-types.ts';
import { FolderStatusChip } from '../../connected/chip.tsx';
import { FolderTypeLabel } from '../../connected/folder-type.tsx';
import { lazyPart } from '../../connected/lazy-part.tsx';
import { Plate } from '../../connected/list/cells.tsx';
import { useNames } from '../../connected/user-names.ts';
import { paths } from '../../paths.ts';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import { Card, type Fact, Facts } from '../../ui/card.tsx';
import { useFolderActions } from './folder-actions.tsx';
import classes from './folders.module.css';

const NotesForm = lazyPart(async () => (await import('./notes-form.tsx')).NotesForm);

export function FolderFacts(props: { folder: FolderRow; dossier: DossierRow }) {
  const { t } = useTranslation();
  const { folder, dossier } = props;
  const mayEdit = useFolderActions(props)('edit') !== null;
  const strip: Fact[] = [
    { label: t('columns.customer'), value: <Link to={paths.dossier(dossier.id)}>{customerName(dossier)}</Link> },
    { label: t('columns.status'), value: <FolderStatusChip status={folder.status} /> },
    { label: t('label.field.type'), value: <FolderTypeLabel type={folder.type} /> },
    { label: t('label.field.plate'), value: <Plate folder={folder} /> },
    { label: t('label.field.vin'), value: folder.vin ? <span className="code">{folder.vin}</span> : t('missing') },
    { label: t('label.field.processDate'), value: <span className="num">{formatDate(folder.processDate)}</span> },
    { label: t('columns.origin'), value: folder.accountSource ?? t('missing') },
    { label: t('columns.documents'), value: <span className="num">{formatCount(folder.numberOfDocuments)}</span> },
  ];
  const named = useNames([folder.createdBy, folder.lastModifiedBy]);
  const moment = (at: string, login: string | null) => {
    const name = named(login);
    return <span className="num">{name ? t('label.by', { at: formatDateTime(at), name }) : formatDateTime(at)}</span>;
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

/** Edits the notes in place; the rest of the row is sent back unchanged. */
function Notes(props: { folder: FolderRow; mayEdit: boolean }) {
  const { t } = useTranslation();
  const { folder, mayEdit } = props;
  const label = useId();
  const [editing, setEditing] = useState(false);
  return (
    <div className={classes.notesRow}>
      <div className={classes.notesHead}>
        <span id={label} className={classes.notesLabel}>
          {t('label.field.notes')}
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
