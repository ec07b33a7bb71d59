/** What a folder is about: eight facts in one strip, what only some folders have, and its notes (specification §3). */
import { Button, Textarea } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getFolder, updateFolder } from '#contract/calls/folders.ts';
import type { BodyOf } from '#contract/calls/types.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { ask } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import type { DossierRow, FolderRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import { Card, type Fact, Facts, Note } from '../../ui/card.tsx';
import { FolderStatusChip } from '../../ui/chip.tsx';
import { useEntityWork } from '../../ui/entity-work.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FolderTypeLabel } from '../../ui/folder-type.tsx';
import { KeptNote } from '../../ui/form/kept-note.tsx';
import { useKeptOver } from '../../ui/form/kept-over.ts';
import { isStale, StaleNote } from '../../ui/form/stale-note.tsx';
import { standsThere } from '../../ui/form/three-way.ts';
import { Plate } from '../../ui/list/cells.tsx';
import { useNames } from '../../ui/names.ts';
import { targetOf } from './folder-actions.tsx';
import classes from './folders.module.css';

export function FolderFacts(props: { folder: FolderRow; dossier: DossierRow }) {
  const { t } = useTranslation();
  const { folder, dossier } = props;
  const { may } = useSession();
  const mayEdit = may('folder.edit', targetOf(props)).ok;
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
  const { folder, labelledBy, onClose } = props;
  const [base, setBase] = useState(folder);
  const kept = useKeptOver<{ notes: string }>(`folder-notes.${folder.id}`);
  const [typed, setTyped] = useState(folder.notes ?? '');
  const type = (notes: string) => {
    setTyped(notes);
    kept.keep({ base: { notes: base.notes ?? '' }, typed: { notes } });
  };
  const current = () => ask(getFolder, { path: { id: folder.id } });
  const work = useEntityWork<FolderRow, FolderRow>({
    entity: 'folders',
    kind: 'update',
    // A deleted folder has no page.
    send: (body) => ask(updateFolder, { body: body as BodyOf<typeof updateFolder> }),
    alreadyThere: async (sent) => {
      const stored = await current();
      return standsThere(base, sent, stored) ? stored : null;
    },
    onDone: () => {
      kept.forget();
      onClose();
    },
  });
  const stale = isStale(work.error);
  const [theirs, setTheirs] = useState<string | null>(null);
  const reload = useMutation({
    mutationFn: current,
    onSuccess: (current) => {
      // Notes that others wrote meanwhile are shown beside one's own, which would replace them.
      if (current.notes !== base.notes && current.notes !== typed) setTheirs(current.notes ?? '');
      setBase(current);
      work.reset();
    },
  });
  return (
    <form
      className={classes.notesForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (!work.isPending) work.mutate({ ...base, notes: typed.trim() === '' ? null : typed });
      }}
    >
      {kept.offered ? (
        <KeptNote
          at={kept.offered.at}
          onResume={() => {
            const stored = base.notes ?? '';
            const { values, both } = kept.resume({ notes: stored });
            setTyped(values.notes);
            if (both.length > 0) setTheirs(stored);
          }}
          onDiscard={kept.discard}
        />
      ) : null}
      <Textarea
        aria-labelledby={labelledBy}
        autosize={false}
        rows={4}
        // Longer ones are of before, and may be cut step by step.
        maxLength={Math.max(LONGEST_NOTES, (base.notes ?? '').length)}
        data-autofocus
        ref={(node) => {
          // The button that was pressed is gone.
          if (node && document.activeElement === document.body) node.focus();
        }}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {stale ? (
        <StaleNote loading={reload.isPending} onReload={() => reload.mutate()} />
      ) : work.isError ? (
        <FailureNote failure={work.error} />
      ) : null}
      {reload.isError ? <FailureNote failure={reload.error} /> : null}
      {theirs === null ? null : (
        <Note tone="info" title={t('form.reloaded')}>
          {t('form.reloadedText')} {t('form.savedMeanwhile', { list: `«${theirs}»` })}
        </Note>
      )}
      <div className={classes.notesButtons}>
        <Button type="submit" size="xs" variant="default" loading={work.isPending}>
          {t('form.save')}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          disabled={work.isPending}
          onClick={() => {
            kept.forget();
            onClose();
          }}
        >
          {t('form.cancel')}
        </Button>
      </div>
    </form>
  );
}
