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
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isStarting } from '#domain/documents/life.ts';
import { UNSIGNED_ACTIONS } from '#domain/documents/unsigned-actions.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { offeredDocumentTypes } from '#domain/folders/folder-types.ts';
import { running } from '../../api/failure.ts';
import { documentQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { placeOf, reasonWord, useAvailableActions } from '../../entities/documents/available-actions.ts';
import { paths } from '../../paths.ts';
import { Card, Facts, Note } from '../../ui/card.tsx';
import { DocumentStatusChip } from '../../ui/chip.tsx';
import { useDocumentDialogs } from '../../ui/document-dialogs.tsx';
import { useMove } from '../../ui/document-work.ts';
import { wordFailure } from '../../ui/failure-note.tsx';
import { documentTypeLabel, folderTitle } from '../../ui/labels.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { TabletState } from '../../ui/tablet-state.tsx';
import type { WizardSubject } from './configuration.ts';
import type { Created } from './create.ts';
import classes from './wizard.module.css';

export function DoneStep(props: {
  created: Created;
  subject: WizardSubject;
  type: string;
  /** The same press asked for the signature too. */
  starts: boolean;
  onAgain: () => void;
}) {
  const { t } = useTranslation();
  const { may } = useSession();
  const { created, subject } = props;
  const { dossier, folder } = created;
  const move = useMove(created.document);
  // It moves on by itself once the signature is started.
  const { data: document } = useQuery({ ...documentQuery(created.document.id), initialData: created.document });
  const target = { hst: dossier.hst, brand: folder.brand, folderType: folder.type, createdBy: document.createdBy };
  const ready = document.status === 'READY_TO_SIGN';
  const mayStart = ready && may('document.sign', target).ok;
  const dialogs = useDocumentDialogs();
  const refused = UNSIGNED_ACTIONS.sign.refusal({ ...document, folderStatus: folder.status });
  const available = useAvailableActions(UNSIGNED_ACTIONS)(document, placeOf(folder, dossier));
  const [qr, tablet] = (['qr', 'tablet'] as const).map((key) => available.find((action) => action.key === key));
  const begun = useRef(false);
  const startNow = useEffectEvent(() => {
    if (begun.current || !props.starts || !mayStart || refused) return;
    begun.current = true;
    move.mutate('sign');
  });
  useEffect(() => startNow(), []);
  const name = customerName(dossier);
  const warnings = [...(dossier.warnings ?? []), ...(folder.warnings ?? []), ...(created.document.warnings ?? [])];
  const state = isStarting(document.status)
    ? 'started'
    : document.status === 'DRAFT'
      ? 'draft'
      : ready
        ? refused === null
          ? 'ready'
          : 'blocked'
        : 'finished';
  const made = created.document.status === 'DRAFT' ? 'draft' : 'made';
  // Who could start it here finds in that place what came of it.
  const [startable] = useState(mayStart && refused === null);
  const toStart = mayStart && refused === null;
  const open = (primary: boolean) => (
    <Button
      component={Link}
      to={paths.document(document.id)}
      variant={primary ? 'filled' : 'default'}
      rightSection={primary ? <IconArrowRight size={16} stroke={1.9} /> : undefined}
    >
      {t('wizard.done.open')}
    </Button>
  );
  return (
    <Card>
      <div className={classes.done}>
        <span className={classes.doneIcon} aria-hidden="true">
          <IconCircleCheck size={40} stroke={1.6} />
        </span>
        <div className={classes.doneText}>
          <h2 className={classes.doneTitle}>{t(`wizard.done.title.${state === 'started' ? 'started' : made}`)}</h2>
          <p className={classes.doneLead}>
            {t(`wizard.done.text.${state}`, { type: props.type, customer: name, email: dossier.email })}
          </p>
          <Facts
            facts={[
              { label: t('wizard.done.number'), value: <span className="num">{document.id}</span> },
              { label: t('columns.status'), value: <DocumentStatusChip document={document} /> },
              {
                label: t('wizard.done.inFolder'),
                value: <Link to={paths.folder(folder.id)}>{folderTitle(t, folder)}</Link>,
              },
              { label: t('wizard.step.customer'), value: <Link to={paths.dossier(dossier.id)}>{name}</Link> },
            ]}
          />
          {ready && refused ? (
            <div className={classes.gap}>
              <Note tone="waiting" title={t('documents.startNotNow', { reason: t(`label.lifeReason.${refused}`) })} />
            </div>
          ) : null}
          {move.isError && ready ? (
            <div className={classes.gap}>
              <NotStarted failure={move.error} />
            </div>
          ) : null}
          <TabletState boxed document={document} target={target} />
          {warnings.length > 0 ? (
            <div className={classes.gap}>
              <Note tone="waiting" title={`${t('wizard.done.warnings')}.`}>
                {warnings.map((warning) => warning.message).join(' ')}
              </Note>
            </div>
          ) : null}
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
                  <span data-hidden={toStart || undefined}>{t('documentActions.toast.sign.done')}</span>
                </span>
              </Button>
            ) : null}
            {open(!toStart)}
            {qr && (refused === null || state === 'started') ? (
              <ReasonButton
                variant="default"
                leftSection={<IconQrcode size={16} stroke={1.8} />}
                reason={qr.refused && t('documents.notNow.qr', { reason: reasonWord(t, qr.refused) })}
                onClick={() => dialogs.qr(document)}
              >
                {t('documents.qr')}
              </ReasonButton>
            ) : null}
            {tablet?.refused === null ? (
              <Button
                variant="default"
                leftSection={<IconDeviceTablet size={16} stroke={1.8} />}
                onClick={() => dialogs.tablet(document)}
              >
                {t('documents.tablet')}
              </Button>
            ) : null}
          </div>
          <h3 className={classes.group}>{t('wizard.done.next')}</h3>
          <div className={classes.doneNext}>
            <AnotherDocument {...props} />
            <Button
              component={Link}
              to={paths.wizard(subject.brand, subject.folderType, subject.documentType)}
              // Addresses are plain text here (paths.ts), so the router knows no parameters of theirs.
              search={{ dossier: String(dossier.id) } as never}
              variant="default"
              size="xs"
              leftSection={<IconFolderPlus size={16} stroke={1.8} />}
              onClick={props.onAgain}
            >
              {t('wizard.done.sameCustomer')}
            </Button>
            <Button component={Link} to={paths.folder(folder.id)} variant="default" size="xs">
              {t('wizard.done.folder')}
            </Button>
            <Button component={Link} to={paths.dashboard} variant="default" size="xs">
              {t('wizard.done.dashboard')}
            </Button>
          </div>
        </div>
      </div>
      {dialogs.element}
    </Card>
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
function AnotherDocument(props: { created: Created; subject: WizardSubject; onAgain: () => void }) {
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
