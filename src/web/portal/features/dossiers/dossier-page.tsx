/** A customer: who it is, its folders, the documents in them, and what RSP says (specification §2, §3, §4). */
import { IconFolderPlus, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteDossier } from '#contract/calls/dossiers.ts';
import { BRANDS } from '#domain/dealers/brands.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { BIRTH_AND_FISCAL, signsSimply } from '#domain/entitlements/signs-simply.ts';
import { FOLDER_TYPES } from '#domain/folders/folder-types.ts';
import { ask } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import { refresh } from '../../api/keys.ts';
import { adherenceQuery, dossierQuery, signatureServicesQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { DossierRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { toIsoDate } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import { Card, Note } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useEntityWork } from '../../ui/entity-work.ts';
import { FailedPage } from '../../ui/failed-page.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FolderDialog } from '../../ui/folder-dialog.tsx';
import { fetchedDialog } from '../../ui/lazy-dialog.tsx';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { NotFoundPage } from '../../ui/not-found.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePhone } from '../../ui/phone.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { InitialsTile, initials } from '../../ui/tile.tsx';
import { useDialogParam } from '../../ui/use-dialog-param.ts';
import { AdherenceCard } from './adherence-card.tsx';
import { ConsentsCard } from './consents-card.tsx';
import { CustomerDialog } from './customer-dialog.tsx';
import { CustomerDocuments } from './customer-documents.tsx';
import { CustomerFacts } from './customer-facts.tsx';
import { CustomerFolders } from './customer-folders.tsx';
import classes from './dossiers.module.css';
import { useDuplicates } from './duplicates.ts';
import { differences, isKnown } from './elsewhere.ts';
import { type Offer, offerOf, offerOfAny } from './offer.ts';
import { RspCard } from './rsp-card.tsx';
import { ToComplete } from './to-complete.tsx';

/** Only of customers whose data differ from what the DMS has. */
const Comparison = fetchedDialog(async () => (await import('./update-dialog.tsx')).Comparison);

export function DossierPage() {
  const { t } = useTranslation();
  const { id } = useParams({ strict: false });
  const number = Number(id);
  const possible = Number.isSafeInteger(number) && number > 0;
  const dossier = useQuery({ ...dossierQuery(number), enabled: possible });
  if (!possible || (dossier.error instanceof ApiFailure && dossier.error.status === 404)) return <NotFoundPage />;
  if (dossier.isError && !dossier.data) {
    const up = { label: t('menu.customers'), to: paths.dossiers };
    const title = t('registry.customer.numbered', { id: number });
    return <FailedPage up={up} title={title} failure={dossier.error} onRetry={() => void dossier.refetch()} />;
  }
  if (!dossier.data) return <LoadingOverlay />;
  return <Loaded key={number} dossier={dossier.data} />;
}

function Loaded(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const { dossier } = props;
  const name = customerName(dossier);
  const mayMake = useFolderOffer(dossier.hst) === 'possible';
  const { reason } = useDeletion(dossier);
  // A phone shows one card after the other: what is looked for most comes first.
  const phone = usePhone();
  const documents = <CustomerDocuments dossierId={dossier.id} />;
  const [first, second] = dossier.organizationName?.split(/\s+/) ?? [dossier.firstName, dossier.lastName];
  return (
    <>
      <PageHead
        crumbs={[{ label: t('menu.management') }, { label: t('menu.customers'), to: paths.dossiers }, { label: name }]}
        title={name}
        lead={<InitialsTile letters={initials(first, second)} />}
        actions={<Actions dossier={dossier} />}
        // For who may only read it is the one of every button.
        reasons={reason === null ? [] : [reason]}
      />
      <div className={classes.stack}>
        <Doubts dossier={dossier} />
        <div className={classes.columns}>
          <div className={classes.stack}>
            <CustomerFacts dossier={dossier} />
            <CustomerFolders dossierId={dossier.id} mayMake={mayMake} />
          </div>
          <div className={classes.stack}>
            <RspCard dossier={dossier} />
            <DmsCard dossier={dossier} />
            <ToComplete dossierId={dossier.id} />
          </div>
        </div>
        <AdherenceCard dossier={dossier} />
        {phone ? documents : null}
        <ConsentsCard dossier={dossier} />
        {phone ? null : documents}
      </div>
    </>
  );
}

/** At most one note: perhaps a duplicate, else codes that deserve a second look (P-15, P-19). */
function Doubts(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const { dossier } = props;
  const duplicates = useDuplicates(dossier.fiscalCode, dossier.hst, dossier.id);
  if (duplicates.length > 0) {
    return (
      <Note tone="waiting" title={t('registry.customer.duplicate')}>
        {t('registry.customer.duplicateText')}{' '}
        {duplicates.map((row, index) => (
          <span key={row.id}>
            {index > 0 ? ', ' : null}
            <Link to={paths.dossier(row.id)}>{`${customerName(row)} (n. ${row.id})`}</Link>
          </span>
        ))}
        .
      </Note>
    );
  }
  const warnings = dossier.warnings ?? [];
  if (warnings.length === 0) return <Gap dossier={dossier} />;
  return (
    <Note tone="info" title={t('registry.customer.warnings')}>
      {[...new Set(warnings.map(({ message }) => message))].join(' ')}
    </Note>
  );
}

/** Data without which no FEA module can be made, where the legal entity signs so (specification §4, P-9). */
function Gap(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const { dossier } = props;
  const { may } = useSession();
  const services = useQuery(signatureServicesQuery);
  const whole = BIRTH_AND_FISCAL.every((field) => dossier[field] !== null);
  const known = services.data;
  if (whole || !known || signsSimply(known, dossier.legalEntity, toIsoDate(new Date()))) return null;
  const mayEdit = may('dossier.edit', { hst: dossier.hst, createdBy: dossier.createdBy }).ok;
  return (
    <Note
      tone="info"
      title={t('registry.customer.complete')}
      action={
        mayEdit ? (
          <Link to={paths.dossier(dossier.id)} search={{ edit: 'complete' }}>
            {t('registry.customer.completeAction')}
          </Link>
        ) : undefined
      }
    >
      {t('registry.customer.gap')}
    </Note>
  );
}

/** What the dealer's own system says, for customers that come from there. */
function DmsCard(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const { dossier } = props;
  if (!isKnown(dossier, 'DMS')) return null;
  const found = differences(dossier, 'DMS');
  return (
    <Card title={t('registry.rsp.dmsTitle')}>
      {found.length === 0 ? (
        <p className={classes.quiet}>{t('registry.rsp.dmsSame')}</p>
      ) : (
        <Comparison system="DMS" differences={found} />
      )}
    </Card>
  );
}

/** A folder of any brand and type. */
function useFolderOffer(hst: string): Offer {
  const { may } = useSession();
  return offerOfAny(
    BRANDS.flatMap((brand) => FOLDER_TYPES.map((folderType) => may('folder.create', { hst, brand, folderType }))),
  );
}

/** Absent without the permission; for who may only read, and not possible now: with the reason (specification §6). */
function Actions(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const { dossier } = props;
  const navigate = useNavigate();
  const { may } = useSession();
  const editing = useDialogParam('edit', 'replace');
  const making = useDialogParam('folder', 'replace');
  const target = { hst: dossier.hst, createdBy: dossier.createdBy };
  const edit = offerOf(may('dossier.edit', target));
  const make = useFolderOffer(dossier.hst);
  const reasonOf = (offer: Offer) => (offer === 'readonly' ? t('registry.refused.readonly') : null);
  return (
    <>
      <Delete dossier={dossier} />
      {edit === null ? null : (
        <ReasonButton
          variant="default"
          leftSection={<IconPencil size={16} stroke={1.9} />}
          reason={reasonOf(edit)}
          onClick={() => editing.open()}
        >
          {t('registry.customer.edit')}
        </ReasonButton>
      )}
      {make === null ? null : (
        <ReasonButton
          leftSection={<IconFolderPlus size={16} stroke={1.9} />}
          reason={reasonOf(make)}
          onClick={() => making.open()}
        >
          {t('registry.customer.newFolder')}
        </ReasonButton>
      )}
      {edit === 'possible' ? (
        <CustomerDialog
          opened={editing.value !== null}
          onClose={editing.close}
          dossier={dossier}
          complete={editing.value === 'complete'}
        />
      ) : null}
      {make === 'possible' ? (
        <FolderDialog
          opened={making.value !== null}
          onClose={making.close}
          dossier={dossier}
          folder={null}
          onSaved={(folder) => void navigate({ to: paths.folder(folder.id) })}
        />
      ) : null}
    </>
  );
}

/** Whether the customer may be deleted; `shown`, also while it may not, with the reason. */
function useDeletion(dossier: DossierRow): { shown: boolean; reason: string | null } {
  const { t } = useTranslation();
  const { may } = useSession();
  const count = dossier.numberOfFolders;
  const decision = may('dossier.delete', { hst: dossier.hst, createdBy: dossier.createdBy, numberOfFolders: count });
  const readOnly = offerOf(decision) === 'readonly';
  // What proves an adherence is kept for twenty years (D-9).
  const adherence = useQuery({ ...adherenceQuery(dossier.id), enabled: decision.ok && count > 0 });
  const proves = adherence.data?.history.some(({ moduleId, since }) => moduleId !== null && since !== null) ?? false;
  if (readOnly) return { shown: true, reason: t('registry.refused.readonly') };
  if (decision.ok) return { shown: true, reason: proves ? t('adherence.evidence') : null };
  const conflict = decision.kind === 'conflict';
  return { shown: conflict, reason: conflict ? t('registry.refused.hasFolders') : null };
}

function Delete(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const { dossier } = props;
  const navigate = useNavigate();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const work = useEntityWork<number, void>({
    entity: 'customers',
    kind: 'delete',
    send: (id) => ask(deleteDossier, { path: { id } }),
    detail: () => customerName(dossier),
    refresh: [],
    onDone: () => {
      void refresh(client, deleteDossier, { id: dossier.id });
      void navigate({ to: paths.dossiers });
    },
  });
  const count = dossier.numberOfFolders;
  const { shown, reason } = useDeletion(dossier);
  if (!shown) return null;
  return (
    <>
      <ReasonButton
        variant="default"
        leftSection={<IconTrash size={16} stroke={1.9} />}
        reason={reason}
        onClick={() => setAsking(true)}
      >
        {t('registry.customer.remove')}
      </ReasonButton>
      <Confirm
        opened={asking}
        title={t('registry.customer.removeTitle', { name: customerName(dossier) })}
        text={
          count === 0
            ? t('registry.customer.removeText')
            : t('registry.customer.removeAll', { count, replace: { count: formatCount(count) } })
        }
        action={t('registry.customer.removeAction')}
        busy={work.isPending}
        failure={work.isError ? <FailureNote failure={work.error} /> : null}
        onConfirm={() => work.mutate(dossier.id)}
        onClose={() => {
          setAsking(false);
          work.reset();
        }}
      />
    </>
  );
}
