/** The customer page: facts, folders, their documents, and the RSP data. */
import { IconFolderPlus, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteDossier } from '#contract/calls/dossiers.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { BIRTH_AND_FISCAL, signsSimply } from '#domain/entitlements/simple-signature.ts';
import type { DossierRow } from '../../api/answer-types.ts';
import { ask } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import { dossierQuery, dossierSearch, signatureServicesQuery } from '../../api/queries.ts';
import { ActDialog } from '../../connected/act/act-dialog.tsx';
import { OfferedButton } from '../../connected/act/offered-button.tsx';
import { useAct } from '../../connected/act/use-act.ts';
import { FailedPage } from '../../connected/failed-page.tsx';
import { lazyPart } from '../../connected/lazy-part.tsx';
import { NotFoundPage } from '../../connected/not-found.tsx';
import { FolderDialog } from '../../entities/folders/folder-dialog.tsx';
import { paths } from '../../paths.ts';
import { recordIdIn } from '../../record-id.ts';
import { toIsoDate } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import { Card, Note } from '../../ui/card.tsx';
import { useDialogParam } from '../../ui/dialogs/use-dialog-param.ts';
import { InitialsTile, initials } from '../../ui/figures/tile.tsx';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { AdherenceCard } from './adherence-card.tsx';
import { ConsentsCard } from './consents-card.tsx';
import { CustomerDialog } from './customer-dialog.tsx';
import { CustomerDocuments } from './customer-documents.tsx';
import { CustomerFacts } from './customer-facts.tsx';
import { CustomerFolders } from './customer-folders.tsx';
import { useDossierActions, usePageActions } from './dossier-actions.ts';
import classes from './dossiers.module.css';
import { differences, hasData } from './external-differences.ts';
import { ToComplete } from './incomplete-documents.tsx';
import { RspCard } from './rsp-card.tsx';

/** Loaded only for customers whose data differ from the DMS. */
const Comparison = lazyPart(async () => (await import('./update-dialog.tsx')).Comparison);

export function DossierPage() {
  const { t } = useTranslation();
  const { id } = useParams({ strict: false });
  const number = recordIdIn(id);
  const dossier = useQuery({ ...dossierQuery(number ?? 0), enabled: number !== null });
  if (number === null || (dossier.error instanceof ApiFailure && dossier.error.status === 404)) return <NotFoundPage />;
  if (dossier.isError && !dossier.data) {
    const up = { label: t('menu.customers'), to: paths.dossiers };
    const title = t('registry.customer.numbered', { id: number });
    return <FailedPage up={up} title={title} failure={dossier.error} onRetry={() => void dossier.refetch()} />;
  }
  if (!dossier.data) return <LoadingOverlay />;
  return <Loaded key={number} dossier={dossier.data} />;
}

type Offers = ReturnType<typeof usePageActions>;

function Loaded(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const { dossier } = props;
  const name = customerName(dossier);
  const offer = usePageActions(dossier);
  const reason = offer('delete')?.reason ?? null;
  // A phone shows the cards in one column: put the most used first.
  const phone = useIsMobile();
  const documents = <CustomerDocuments dossierId={dossier.id} />;
  const [first, second] = dossier.organizationName?.split(/\s+/) ?? [dossier.firstName, dossier.lastName];
  return (
    <>
      <PageHead
        crumbs={[{ label: t('menu.management') }, { label: t('menu.customers'), to: paths.dossiers }, { label: name }]}
        title={name}
        lead={<InitialsTile letters={initials(first, second)} />}
        actions={<Actions dossier={dossier} offer={offer} />}
        // For a read-only user, every button has this reason.
        reasons={reason === null ? [] : [reason]}
      />
      <div className={classes.stack}>
        <Doubts dossier={dossier} />
        <div className={classes.columns}>
          <div className={classes.stack}>
            <CustomerFacts dossier={dossier} />
            <CustomerFolders dossierId={dossier.id} mayMake={offer('new-folder')?.reason === null} />
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

/** At most this many are named. */
const MAX_NAMED = 3;

/** Other open customers of the same dealer with the same tax code; two dealers may have the same person. */
function useSameCode({ id, fiscalCode, hst }: DossierRow): DossierRow[] {
  const criteria = { status: { equals: 'OPEN' }, hst: { equals: hst }, fiscalCode: { equals: fiscalCode ?? '' } };
  const dossiers = useQuery({
    ...dossierSearch({ page: 0, size: MAX_NAMED + 1, sort: 'id,desc', criteria }),
    enabled: fiscalCode !== null,
    placeholderData: undefined,
  });
  return (dossiers.data?.rows ?? []).filter((row) => row.id !== id).slice(0, MAX_NAMED);
}

/** Shows at most one note: a possible duplicate, otherwise codes that need a check. */
function Doubts(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const { dossier } = props;
  const duplicates = useSameCode(dossier);
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
  if (warnings.length === 0) return <MissingDataNote dossier={dossier} />;
  return (
    <Note tone="info" title={t('registry.customer.warnings')}>
      {[...new Set(warnings.map(({ message }) => message))].join(' ')}
    </Note>
  );
}

/** Missing data without which no FEA module can be made, where the legal entity uses FEA. */
function MissingDataNote(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const { dossier } = props;
  const offer = useDossierActions(dossier);
  const services = useQuery(signatureServicesQuery);
  const isComplete = BIRTH_AND_FISCAL.every((field) => dossier[field] !== null);
  const known = services.data;
  if (isComplete || !known || signsSimply(known, dossier.legalEntity, toIsoDate(new Date()))) return null;
  return (
    <Note
      tone="info"
      title={t('registry.customer.complete')}
      action={
        offer('edit')?.reason === null ? (
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

/** The data in the dealer's DMS, for customers imported from there. */
function DmsCard(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const { dossier } = props;
  if (!hasData(dossier, 'DMS')) return null;
  const changes = differences(dossier, 'DMS');
  return (
    <Card title={t('registry.rsp.dmsTitle')}>
      {changes.length === 0 ? (
        <p className="quiet">{t('registry.rsp.dmsSame')}</p>
      ) : (
        <Comparison system="DMS" differences={changes} />
      )}
    </Card>
  );
}

/** The last column is the rank in Ctrl-K. */
const BUTTONS = [
  ['delete', IconTrash, 'registry.customer.remove', 9],
  ['edit', IconPencil, 'registry.customer.edit', 1],
  ['new-folder', IconFolderPlus, 'registry.folders.new', 0],
] as const;

/** Absent without the permission; disabled with the reason for read-only users and when currently impossible. */
function Actions(props: { dossier: DossierRow; offer: Offers }) {
  const { t } = useTranslation();
  const { dossier, offer } = props;
  const navigate = useNavigate();
  const editing = useDialogParam('edit', 'replace');
  const making = useDialogParam('folder', 'replace');
  const [asking, setAsking] = useState(false);
  const acts = { delete: () => setAsking(true), edit: () => editing.open(), 'new-folder': () => making.open() };
  return (
    <>
      {BUTTONS.map(([key, Icon, word, rank]) => {
        const offered = offer(key);
        return offered === null ? null : (
          <OfferedButton
            key={key}
            rank={rank}
            variant={key === 'new-folder' ? 'filled' : 'default'}
            leftSection={<Icon size={16} stroke={1.9} />}
            reason={offered.reason}
            onClick={acts[key]}
          >
            {t(word)}
          </OfferedButton>
        );
      })}
      {offer('delete') ? <Delete dossier={dossier} opened={asking} onClose={() => setAsking(false)} /> : null}
      {offer('edit')?.reason === null ? (
        <CustomerDialog
          opened={editing.value !== null}
          onClose={editing.close}
          dossier={dossier}
          complete={editing.value === 'complete'}
        />
      ) : null}
      {offer('new-folder')?.reason === null ? (
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

function Delete(props: { dossier: DossierRow; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { dossier } = props;
  const navigate = useNavigate();
  const work = useAct({
    of: ['delete', 'customers'],
    send: (id: number) => ask(deleteDossier, { path: { id } }),
    detail: () => customerName(dossier),
    call: deleteDossier,
    path: (id) => ({ id }),
    onDone: () => void navigate({ to: paths.dossiers }),
  });
  const count = dossier.numberOfFolders;
  return (
    <ActDialog
      opened={props.opened}
      title={t('registry.customer.removeTitle', { name: customerName(dossier) })}
      text={
        count === 0
          ? t('registry.customer.removeText')
          : t('registry.customer.removeAll', { count, replace: { count: formatCount(count) } })
      }
      action={t('registry.customer.removeAction')}
      danger
      act={work}
      onAct={() => work.mutate(dossier.id)}
      onClose={props.onClose}
    />
  );
}
