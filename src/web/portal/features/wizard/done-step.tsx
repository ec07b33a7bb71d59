/** Created: what now exists, what deserves a look, and the next thing to do: start the signature (specification §2, P-5). */
import { Button, Menu } from '@mantine/core';
import {
  IconArrowRight,
  IconCheck,
  IconCircleCheck,
  IconDeviceTablet,
  IconFilePlus,
  IconFileText,
  IconFolderPlus,
  IconQrcode,
  IconSignature,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { documentCan, isStarting } from '#domain/documents/life.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { offeredDocumentTypes } from '#domain/folders/folder-types.ts';
import { running } from '../../api/failure.ts';
import { documentQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { paths } from '../../paths.ts';
import { Card, Facts, Note } from '../../ui/card.tsx';
import { DocumentStatusChip } from '../../ui/chip.tsx';
import { useDocumentDialogs } from '../../ui/document-dialogs.tsx';
import { useDocumentRights } from '../../ui/document-rights.ts';
import { useMove } from '../../ui/document-work.ts';
import { wordFailure } from '../../ui/failure-note.tsx';
import { documentTypeLabel, folderTitle } from '../../ui/labels.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { TabletState } from '../../ui/tablet-state.tsx';
import type { WizardSubject } from './configuration.ts';
import type { Created } from './create.ts';
import classes from './wizard.module.css';

type State = 'started' | 'draft' | 'ready' | 'blocked' | 'finished';

/** The document, which moves on by itself once its signature is started, and what can be done with it here. */
function useMade({ document: made, dossier, folder }: Created, starts: boolean) {
  const { may } = useSession();
  const move = useMove(made);
  const { data: document } = useQuery({ ...documentQuery(made.id), initialData: made });
  const place = { hst: dossier.hst, brand: folder.brand, folderType: folder.type };
  const target = { ...place, createdBy: document.createdBy };
  const { qr, tablet } = useDocumentRights()(document, { ...place, folderStatus: folder.status });
  const start = documentCan.startSign({ ...document, folderStatus: folder.status });
  const ready = document.status === 'READY_TO_SIGN';
  const toStart = ready && start.ok && may('document.sign', target).ok;
  // Who could start it here finds in that place what came of it.
  const [startable] = useState(toStart);
  const begun = useRef(false);
  const startNow = useEffectEvent(() => {
    if (begun.current || !starts || !toStart) return;
    begun.current = true;
    move.mutate('sign');
  });
  useEffect(() => startNow(), []);
  const refused = ready && !start.ok ? start.reason : null;
  const state = stateOf(document, refused === null);
  const seen = start.ok || state === 'started';
  return { document, target, move, ready, refused, state, startable, toStart, qr: seen ? qr : null, tablet };
}

function stateOf({ status }: Created['document'], startable: boolean): State {
  if (isStarting(status)) return 'started';
  if (status === 'DRAFT') return 'draft';
  if (status === 'READY_TO_SIGN') return startable ? 'ready' : 'blocked';
  return 'finished';
}

type Made = ReturnType<typeof useMade>;

interface Props {
  created: Created;
  subject: WizardSubject;
  onAgain: () => void;
}

/** @param props.starts the same press asked for the signature too. */
export function DoneStep(props: Props & { starts: boolean }) {
  const { t } = useTranslation();
  const { created, subject } = props;
  const { dossier, folder } = created;
  const made = useMade(created, props.starts);
  const { document, state } = made;
  const dialogs = useDocumentDialogs();
  const customer = customerName(dossier);
  const kind = created.document.status === 'DRAFT' ? 'draft' : 'made';
  const type = documentTypeLabel(t, subject.documentType);
  return (
    <Card>
      <div className={classes.done}>
        <span className={classes.doneIcon} aria-hidden="true">
          <IconCircleCheck size={40} stroke={1.6} />
        </span>
        <div className={classes.doneText}>
          <h2 className={classes.doneTitle}>{t(`wizard.done.title.${state === 'started' ? 'started' : kind}`)}</h2>
          <p className={classes.doneLead}>{t(`wizard.done.text.${state}`, { type, customer, email: dossier.email })}</p>
          <Facts
            facts={[
              { label: t('wizard.done.number'), value: <span className="num">{document.id}</span> },
              { label: t('columns.status'), value: <DocumentStatusChip document={document} /> },
              {
                label: t('wizard.done.inFolder'),
                value: <Link to={paths.folder(folder.id)}>{folderTitle(t, folder)}</Link>,
              },
              { label: t('wizard.step.customer'), value: <Link to={paths.dossier(dossier.id)}>{customer}</Link> },
            ]}
          />
          <Notes made={made} created={created} />
          <Acts made={made} dialogs={dialogs} />
          <Next {...props} />
        </div>
      </div>
      {dialogs.element}
    </Card>
  );
}

/** What stands in the way of the signature, where the document is, what deserves a look. */
function Notes(props: { made: Made; created: Created }) {
  const { t } = useTranslation();
  const { document, target, move, ready, refused } = props.made;
  const { created } = props;
  const warnings = [created.dossier, created.folder, created.document].flatMap((part) => part.warnings ?? []);
  const below = (note: ReactNode) => <div className={classes.gap}>{note}</div>;
  return (
    <>
      {refused === null
        ? null
        : below(
            <Note tone="waiting" title={t('documents.startNotNow', { reason: t(`label.lifeReason.${refused}`) })} />,
          )}
      {move.isError && ready ? below(<NotStarted failure={move.error} />) : null}
      <TabletState boxed document={document} target={target} />
      {warnings.length > 0
        ? below(
            <Note tone="waiting" title={`${t('wizard.done.warnings')}.`}>
              {warnings.map((warning) => warning.message).join(' ')}
            </Note>,
          )
        : null}
    </>
  );
}

function Acts(props: { made: Made; dialogs: ReturnType<typeof useDocumentDialogs> }) {
  const { t } = useTranslation();
  const { document, move, state, startable, toStart, qr, tablet } = props.made;
  const { dialogs } = props;
  return (
    <div className={classes.doneActions} onClickCapture={holdSecondPress}>
      {startable && (toStart || state === 'started') ? (
        <Button
          variant={toStart ? 'filled' : 'default'}
          leftSection={toStart ? <IconSignature size={16} stroke={1.9} /> : <IconCheck size={16} stroke={1.9} />}
          loading={move.isPending}
          disabled={!toStart}
          onClick={() => move.mutate('sign')}
        >
          <span className={classes.either}>
            <span data-hidden={!toStart || undefined}>{t('documents.startSign')}</span>
            <span data-hidden={toStart || undefined}>{t('documents.toast.sign.done')}</span>
          </span>
        </Button>
      ) : null}
      <Button
        component={Link}
        to={paths.document(document.id)}
        variant={toStart ? 'default' : 'filled'}
        rightSection={toStart ? undefined : <IconArrowRight size={16} stroke={1.9} />}
      >
        {t('wizard.done.open')}
      </Button>
      {qr ? (
        <ReasonButton
          variant="default"
          leftSection={<IconQrcode size={16} stroke={1.8} />}
          reason={qr.reason}
          onClick={() => dialogs.qr(document)}
        >
          {t('documents.qr')}
        </ReasonButton>
      ) : null}
      {tablet?.reason === null ? (
        <Button
          variant="default"
          leftSection={<IconDeviceTablet size={16} stroke={1.8} />}
          onClick={() => dialogs.tablet(document)}
        >
          {t('documents.tablet')}
        </Button>
      ) : null}
    </div>
  );
}

/** Where one goes on from here. */
function Next(props: Props) {
  const { t } = useTranslation();
  const { created, subject, onAgain } = props;
  const small = { variant: 'default', size: 'xs' } as const;
  return (
    <>
      <h3 className={classes.group}>{t('wizard.done.next')}</h3>
      <div className={classes.doneNext}>
        <AnotherDocument {...props} />
        <Button
          {...small}
          component={Link}
          to={paths.wizard(subject.brand, subject.folderType, subject.documentType)}
          // Addresses are plain text here (paths.ts), so the router knows no parameters of theirs.
          search={{ dossier: String(created.dossier.id) } as never}
          leftSection={<IconFolderPlus size={16} stroke={1.8} />}
          onClick={onAgain}
        >
          {t('wizard.done.sameCustomer')}
        </Button>
        <Button {...small} component={Link} to={paths.folder(created.folder.id)}>
          {t('wizard.done.folder')}
        </Button>
        <Button {...small} component={Link} to={paths.dashboard}>
          {t('wizard.done.dashboard')}
        </Button>
      </div>
    </>
  );
}

/** The second press of a double click is meant for what the first one met, and that has begun. */
function holdSecondPress(event: MouseEvent): void {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}

/** The document stays, and can be started again below. */
function NotStarted(props: { failure: unknown }) {
  const { t } = useTranslation();
  const { title, lines } = wordFailure(t, props.failure);
  return (
    <Note tone="bad" title={t('wizard.done.notStarted')}>
      {running(lines.length > 0 ? lines : [title])}
    </Note>
  );
}

/** Any document of the same folder's type, begun in the same folder. */
function AnotherDocument(props: Props) {
  const { t } = useTranslation();
  const { subject, created } = props;
  const types = offeredDocumentTypes(subject.folderTypeRules, [created.dossier.legalEntity]);
  if (types.length === 0) return null;
  return (
    <Menu position="bottom-start" width={280} offset={4}>
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconFilePlus size={16} stroke={1.8} />}>
          {t('wizard.done.another')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('wizard.done.another')} className={classes.types}>
        <Menu.Label>{t('dashboard.menuLabel')}</Menu.Label>
        {types.map((type) => (
          <Menu.Item
            key={type.slug}
            component={Link}
            to={paths.wizard(subject.brand, subject.folderType, type.slug)}
            search={{ folder: String(created.folder.id) } as never}
            leftSection={<IconFileText size={16} stroke={1.8} />}
            onClick={props.onAgain}
          >
            {documentTypeLabel(t, type.slug)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
