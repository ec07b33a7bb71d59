/** The result page: what was created, what needs a check, and the next step, starting the signature. */
import { Button, Menu } from '@mantine/core';
import {
  IconArrowRight,
  IconCircleCheck,
  IconDeviceTablet,
  IconFilePlus,
  IconFileText,
  IconFolderPlus,
  IconQrcode,
  IconSignature,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isStarting } from '#domain/documents/document-states.ts';
import { UNSIGNED_ACTIONS } from '#domain/documents/unsigned-actions.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { offeredDocumentTypes } from '#domain/folders/folder-types.ts';
import { joinSentences } from '../../api/failure.ts';
import { signaturePlacesQuery } from '../../api/queries/signing.ts';
import { documentQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { DocumentStatusChip } from '../../connected/chip.tsx';
import { describeFailure } from '../../connected/failure-note.tsx';
import { documentTypeLabel, folderTitle } from '../../connected/labels.ts';
import { toastWithLink } from '../../connected/toasts.tsx';
import { placeOf, reasonText, useAvailableActions } from '../../entities/documents/available-actions.ts';
import { useDocumentDialogs } from '../../entities/documents/dialogs/document-dialogs.tsx';
import { TabletState } from '../../entities/documents/tablet-state.tsx';
import { useMove } from '../../entities/documents/use-document-mutations.ts';
import type { Unplaced } from '../../entities/signature-places/moved-places.ts';
import { paths } from '../../paths.ts';
import { Card, Facts, Note } from '../../ui/card.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { SmallButton } from '../../ui/small-button.ts';
import type { Created } from './use-create.ts';
import classes from './wizard.module.css';
import type { WizardSubject } from './wizard-rules.ts';

interface DoneProps {
  created: Created;
  subject: WizardSubject;
  /** The same click also requested the signature. */
  starts: boolean;
  onAgain: () => void;
}

/** The state of the new document, and its actions. */
function useNewDocument({ created, starts }: DoneProps) {
  const { may } = useSession();
  const { dossier, folder } = created;
  const move = useMove(created.document);
  // Its status changes on the server after the signature is started.
  const { data: document } = useQuery({ ...documentQuery(created.document.id), initialData: created.document });
  const target = { hst: dossier.hst, brand: folder.brand, folderType: folder.type, createdBy: document.createdBy };
  const ready = document.status === 'READY_TO_SIGN';
  const refused = UNSIGNED_ACTIONS.sign.refusal({ ...document, folderStatus: folder.status });
  const places = useQuery({ ...signaturePlacesQuery(document.id), enabled: false });
  // Until the seller has chosen the signature fields again; the dialog keeps what it saved.
  const unplaced = places.data?.lastModifiedDate ? null : (created.unplaced ?? null);
  const toStart = ready && may('document.sign', target).ok && refused === null && unplaced === null;
  const begun = useRef(false);
  const startNow = useEffectEvent(() => {
    if (begun.current || !starts || !toStart) return;
    begun.current = true;
    move.mutate('sign');
  });
  useEffect(() => startNow(), []);
  const unfinished = refused === null && unplaced === null ? 'ready' : 'blocked';
  const state = ready ? unfinished : document.status === 'DRAFT' ? 'draft' : 'finished';
  return { document, target, move, refused, ready, unplaced, toStart, state } as const;
}
type NewDocument = ReturnType<typeof useNewDocument>;

export function DoneStep(props: DoneProps) {
  const { t } = useTranslation();
  const { created } = props;
  const { dossier, folder } = created;
  const made = useNewDocument(props);
  const { document, state } = made;
  const title = created.document.status === 'DRAFT' ? 'draft' : 'made';
  const name = customerName(dossier);
  return (
    <Card>
      <div className={classes.done}>
        <span className={classes.doneIcon} aria-hidden="true">
          <IconCircleCheck size={40} stroke={1.6} />
        </span>
        <div className={classes.doneText}>
          <h2 className={classes.doneTitle}>{t(`wizard.done.title.${title}`)}</h2>
          <p className={classes.doneLead}>
            {t(`wizard.done.text.${state}`, {
              type: documentTypeLabel(t, props.subject.documentType),
              customer: name,
              email: dossier.email,
            })}
          </p>
          <Facts
            facts={[
              { label: t('wizard.done.number'), value: <span className="num">{document.id}</span> },
              { label: t('columns.status'), value: <DocumentStatusChip document={document} /> },
              { label: t('columns.folder'), value: <Link to={paths.folder(folder.id)}>{folderTitle(t, folder)}</Link> },
              { label: t('wizard.step.customer'), value: <Link to={paths.dossier(dossier.id)}>{name}</Link> },
            ]}
          />
          <OpenPoints created={created} made={made} />
          <Actions created={created} made={made} />
          <Next {...props} />
        </div>
      </div>
    </Card>
  );
}

/** Why it cannot be signed yet, where it waits, and what needs a check. */
function OpenPoints({ created, made }: { created: Created; made: NewDocument }) {
  const { t } = useTranslation();
  const { document, target, move, refused, ready } = made;
  const { may } = useSession();
  const dialogs = useDocumentDialogs();
  const warnings = warningsOf(created);
  return (
    <>
      {ready && refused ? (
        <div className={classes.gap}>
          <Note
            tone="waiting"
            title={t('documents.startNotNow', { reason: t(`label.lifeReason.${refused}`) })}
            action={
              refused === 'feaModuleMissing' && may('document.create', target).ok ? (
                <Button size="compact-sm" onClick={() => dialogs.fea(document)}>
                  {t('documentActions.fea')}
                </Button>
              ) : undefined
            }
          />
        </div>
      ) : null}
      {dialogs.element}
      {made.unplaced ? (
        <UnplacedNote unplaced={made.unplaced} onChoose={(unplaced) => dialogs.places(document, unplaced)} />
      ) : null}
      {move.isError && ready ? (
        <div className={classes.gap}>
          <NotStarted failure={move.error} />
        </div>
      ) : null}
      <TabletState boxed document={document} target={target} />
      {warnings !== '' ? (
        <div className={classes.gap}>
          <Note tone="waiting" title={`${t('wizard.done.warnings')}.`}>
            {warnings}
          </Note>
        </div>
      ) : null}
    </>
  );
}

/** The signature was not started: asks the seller immediately about the moved signature fields, and can be reopened later. */
function UnplacedNote(props: { unplaced: Unplaced; onChoose: (unplaced: Unplaced) => void }) {
  const { t } = useTranslation();
  const { unplaced } = props;
  const { title, lines } = describeFailure(t, unplaced.failure);
  const openPlaces = useEffectEvent(() => props.onChoose(unplaced));
  useEffect(() => openPlaces(), []);
  return (
    <div className={classes.gap}>
      <Note
        tone="bad"
        title={t('wizard.done.unplaced')}
        action={<SmallButton onClick={() => props.onChoose(unplaced)}>{t('wizard.done.choosePlace')}</SmallButton>}
      >
        {joinSentences(lines.length > 0 ? lines : [title])}
      </Note>
    </div>
  );
}

/** The warnings as sentences. */
const warningsOf = ({ dossier, folder, document }: Created): string =>
  [dossier, folder, document].flatMap(({ warnings = [] }) => warnings.map(({ message }) => message)).join(' ');

/** Opens the document's own page when its signature has started and no dialog is open here. */
function useFollowed(created: Created, { document }: NewDocument, isBusy: boolean): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const started = isStarting(document.status) && !isBusy;
  const follow = useEffectEvent(() => {
    const warnings = warningsOf(created);
    // The page that showed the warnings is being left.
    if (warnings !== '')
      toastWithLink('info', t('wizard.done.warnings'), warnings, {
        path: paths.dossier(created.dossier.id),
        keptElsewhere: false,
      });
    void navigate({ to: paths.document(document.id), replace: true });
  });
  useEffect(() => {
    if (started) follow();
  }, [started]);
}

function Actions({ created, made }: { created: Created; made: NewDocument }) {
  const { t } = useTranslation();
  const { document, move, refused, unplaced, toStart } = made;
  const dialogs = useDocumentDialogs();
  const available = useAvailableActions(UNSIGNED_ACTIONS)(document, placeOf(created.folder, created.dossier));
  const [qr, tablet] = (['qr', 'tablet'] as const).map((key) => available.find((action) => action.key === key));
  useFollowed(created, made, dialogs.opened);
  return (
    <>
      <div className={classes.doneActions} onClickCapture={ignoreSecondPress}>
        {toStart ? (
          <Button
            leftSection={<IconSignature size={16} stroke={1.9} />}
            loading={move.isPending}
            onClick={() => move.mutate('sign')}
          >
            {t('documents.startSign')}
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
        {qr && refused === null && unplaced === null ? (
          <ReasonButton
            variant="default"
            leftSection={<IconQrcode size={16} stroke={1.8} />}
            reason={qr.refused && t('documents.notNow.qr', { reason: reasonText(t, qr.refused) })}
            onClick={() => dialogs.qr(document)}
          >
            {t('documents.qr')}
          </ReasonButton>
        ) : null}
        {tablet?.refused === null && unplaced === null ? (
          <Button
            variant="default"
            leftSection={<IconDeviceTablet size={16} stroke={1.8} />}
            onClick={() => dialogs.tablet(document)}
          >
            {t('documents.tablet')}
          </Button>
        ) : null}
      </div>
      {dialogs.element}
    </>
  );
}

/** Links to the next steps. */
function Next(props: DoneProps) {
  const { t } = useTranslation();
  const { created, subject } = props;
  return (
    <>
      <h3 className={classes.group}>{t('wizard.done.next')}</h3>
      <div className={classes.doneNext}>
        <AnotherDocument {...props} />
        <SmallButton
          component={Link}
          to={paths.wizard(subject.brand, subject.folderType, subject.documentType)}
          // Addresses are plain strings here (paths.ts), so the router does not type their parameters.
          search={{ dossier: String(created.dossier.id) } as never}
          leftSection={<IconFolderPlus size={16} stroke={1.8} />}
          onClick={props.onAgain}
        >
          {t('wizard.done.sameCustomer')}
        </SmallButton>
        <SmallButton component={Link} to={paths.folder(created.folder.id)}>
          {t('wizard.done.folder')}
        </SmallButton>
        <SmallButton component={Link} to={paths.dashboard}>
          {t('wizard.done.dashboard')}
        </SmallButton>
      </div>
    </>
  );
}

/** Ignores the second press of a double click: the action of the first has already started. */
function ignoreSecondPress(event: MouseEvent): void {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}

/** The document exists, and its signature can be started again below. */
function NotStarted(props: { failure: unknown }) {
  const { t } = useTranslation();
  const { title, lines } = describeFailure(t, props.failure);
  return (
    <Note tone="bad" title={t('wizard.done.notStarted')}>
      {joinSentences(lines.length > 0 ? lines : [title])}
    </Note>
  );
}

/** Offers another document of the same folder type, in the same folder. */
function AnotherDocument(props: { created: Created; subject: WizardSubject; onAgain: () => void }) {
  const { t } = useTranslation();
  const { subject, created } = props;
  const types = offeredDocumentTypes(subject.folderTypeRules, [created.dossier.legalEntity]);
  if (types.length === 0) return null;
  return (
    <Menu position="bottom-start" width={280} offset={4}>
      <Menu.Target>
        <SmallButton leftSection={<IconFilePlus size={16} stroke={1.8} />}>{t('wizard.done.another')}</SmallButton>
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
