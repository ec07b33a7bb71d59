/** RSP synchronization: its state, a new run on request, and applying the RSP data. */
import { IconCloudDownload, IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { scheduleSynchronization } from '#contract/calls/customer-search.ts';
import type { AnswerOf } from '#contract/definition/call-types.ts';
import { isLinkedToRsp, isSynchronizing, type SyncStatus } from '#domain/customer-search/synchronization.ts';
import type { DossierRow } from '../../api/answer-types.ts';
import { ask } from '../../api/client.ts';
import { refetchStale } from '../../api/live/live-refresh.ts';
import { dossierQuery, synchronizationQuery } from '../../api/queries.ts';
import { OfferedButton } from '../../connected/act/offered-button.tsx';
import { useAct } from '../../connected/act/use-act.ts';
import { Chip, SyncStatusChip } from '../../connected/chip.tsx';
import { RetryButton } from '../../connected/failure-note.tsx';
import { lazyDialog } from '../../connected/lazy-dialog.tsx';
import { formatDateTime } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import { Card, Facts, Note } from '../../ui/card.tsx';
import { useDossierActions } from './dossier-actions.ts';
import classes from './dossiers.module.css';
import { differences } from './external-differences.ts';

const UpdateDialog = lazyDialog(async () => (await import('./update-dialog.tsx')).UpdateDialog);

export function RspCard(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const { dossier } = props;
  const state = useQuery(synchronizationQuery(dossier.id));
  useReloadAfterSync(dossier.id, state.data?.syncStatus);
  const errored = state.isError && !state.data;
  const schedule = useSchedule(dossier.id);
  const trouble = state.isError
    ? 'errored'
    : schedule.isError
      ? 'refused'
      : state.data?.syncStatus === 'SYNC_FAILED'
        ? 'failed'
        : null;
  return (
    <Card
      title={t('registry.rsp.title')}
      aside={
        errored ? (
          <Chip tone="bad" icon={IconCloudOff}>
            {t('registry.rsp.unknown')}
          </Chip>
        ) : (
          <SyncStatusChip status={state.data?.syncStatus ?? null} />
        )
      }
    >
      <div className="stack">
        {isLinkedToRsp(dossier) ? (
          <RspData dossier={dossier} state={state.data ?? storedState(dossier)} />
        ) : (
          <p className="quiet">{t('registry.rsp.notLinked')}</p>
        )}
        {trouble === null ? null : (
          <SyncTrouble
            id={dossier.id}
            title={t(`registry.rsp.${trouble}`)}
            onRetry={trouble === 'errored' ? () => void state.refetch() : null}
          />
        )}
        {isLinkedToRsp(dossier) ? (
          <Actions dossier={dossier} status={state.data?.syncStatus ?? null} schedule={schedule} />
        ) : null}
      </div>
    </Card>
  );
}

/** Reloads the customer after RSP was read, to show the new data. */
function useReloadAfterSync(id: number, status: SyncStatus | null | undefined): void {
  const client = useQueryClient();
  const before = useRef(status);
  useEffect(() => {
    const wasMoving = before.current !== undefined && isSynchronizing(before.current);
    before.current = status;
    if (wasMoving && status && !isSynchronizing(status)) {
      refetchStale(client, { queryKey: dossierQuery(id).queryKey, exact: true });
    }
  }, [client, id, status]);
}

type Synchronization = AnswerOf<typeof scheduleSynchronization>;

/** The state from the customer's row, used while the status call is pending or fails. */
const storedState = ({ syncStatus, lastSync }: DossierRow): Synchronization => ({ syncStatus, lastSync });

function RspData(props: { dossier: DossierRow; state: Synchronization }) {
  const { t } = useTranslation();
  const { dossier, state } = props;
  const changes = differences(dossier, 'RSP');
  return (
    <Facts
      facts={[
        { label: t('registry.rsp.key'), value: <span className="code">{dossier.businessId}</span> },
        {
          label: t('registry.rsp.last'),
          value: (
            <span className="num">{state.lastSync ? formatDateTime(state.lastSync) : t('registry.rsp.never')}</span>
          ),
        },
        {
          label: t('registry.rsp.differences'),
          value:
            changes.length === 0
              ? t(state.syncStatus === 'SYNC_FAILED' ? 'missing' : 'registry.rsp.none')
              : `${formatCount(changes.length)}: ${changes.map(({ field }) => t(`label.field.${field}`)).join(', ')}`,
        },
      ]}
    />
  );
}

/** The support contact for a failed sync or sync-status call. */
function SyncTrouble(props: { id: number; title: string; onRetry: (() => void) | null }) {
  const { t } = useTranslation();
  return (
    <Note tone="bad" title={props.title} action={props.onRetry ? <RetryButton onRetry={props.onRetry} /> : undefined}>
      {t('registry.rsp.failedText', { id: props.id })}
    </Note>
  );
}

/** Absent without the permission to change the customer, disabled for read-only users. */
function Actions(props: { dossier: DossierRow; status: SyncStatus | null; schedule: ReturnType<typeof useSchedule> }) {
  const { t } = useTranslation();
  const { dossier, status, schedule } = props;
  const [updating, setUpdating] = useState(false);
  const offer = useDossierActions(dossier, { syncStatus: status });
  const [synchronize, update] = [offer('synchronize'), offer('update')];
  if (synchronize === null || update === null) return null;
  return (
    <>
      <div className={classes.pair}>
        <OfferedButton
          rank={2}
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.9} />}
          loading={schedule.isPending}
          reason={synchronize.reason}
          onClick={() => schedule.mutate()}
        >
          {t('registry.rsp.synchronize')}
        </OfferedButton>
        <OfferedButton
          rank={3}
          variant="default"
          leftSection={<IconCloudDownload size={16} stroke={1.9} />}
          reason={update.reason}
          onClick={() => setUpdating(true)}
        >
          {t('registry.rsp.update')}
        </OfferedButton>
      </div>
      <UpdateDialog opened={updating} onClose={() => setUpdating(false)} dossier={dossier} />
    </>
  );
}

/** Reloads the state after a synchronization was scheduled. */
function useSchedule(id: number) {
  const { t } = useTranslation();
  return useAct({
    words: 'registry.rsp.scheduling',
    detail: () => t('registry.rsp.scheduledText'),
    send: () => ask(scheduleSynchronization, { path: { id } }),
    cacheKey: synchronizationQuery(id).queryKey,
    call: scheduleSynchronization,
    path: () => ({ id }),
  });
}
