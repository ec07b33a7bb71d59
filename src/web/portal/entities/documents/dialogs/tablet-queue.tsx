/** The queue of a tablet in order of arrival; each document can be removed from it. */
import { useTranslation } from 'react-i18next';
import type { QueuedDocument } from '../../../api/queries/tablets.ts';
import { useSession } from '../../../api/session.tsx';
import { documentTypeLabel } from '../../../connected/labels.ts';
import { useNames } from '../../../connected/user-names.ts';
import { formatDateTime } from '../../../text/dates.ts';
import { ReasonButton } from '../../../ui/reason-button.tsx';
import { useTabletMove } from '../use-tablet-mutations.ts';
import classes from './tablet-queue.module.css';

export function TabletQueue(props: { title: string; documentId: number; queue: readonly QueuedDocument[] }) {
  const { t } = useTranslation();
  return (
    <section aria-label={props.title}>
      <h3 className={classes.title}>{props.title}</h3>
      {props.queue.length === 0 ? (
        <p className="quiet">{t('tablet.empty')}</p>
      ) : (
        <ol className="outline divided">
          {props.queue.map((queued, index) => (
            <Waiting
              key={queued.documentId}
              queued={queued}
              order={index + 1}
              current={queued.documentId === props.documentId}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

function Waiting(props: { queued: QueuedDocument; order: number; current: boolean }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const { queued, current } = props;
  const move = useTabletMove();
  const sender = useNames([queued.queuedBy])(queued.queuedBy);
  const name = documentTypeLabel(t, queued.documentType);
  const isTaken = queued.takenDate !== null;
  const { tablet, brand, folderType, customerName: customer } = queued;
  return (
    <li className={classes.one} data-current={current || undefined}>
      <span className="small-tile" aria-hidden="true">
        {props.order}
      </span>
      <span className={classes.text}>
        <span className="strong">
          {name} · {customer}
          {current ? <span className={classes.current}> ({t('tablet.this')})</span> : null}
        </span>
        <span className="caption num">
          {isTaken ? `${t('tablet.taken')} · ` : ''}
          {t('tablet.stateMore', { name: sender ?? '…', at: formatDateTime(queued.queuedDate) })}
        </span>
      </span>
      {may('document.sign', { hst: tablet.hst, brand, folderType }).ok ? (
        <ReasonButton
          size="xs"
          variant="default"
          aria-label={t('tablet.removeOne', { name, customer })}
          loading={move.isPending}
          reason={isTaken ? t('tablet.takenText') : null}
          onClick={() => move.mutate({ documentId: queued.documentId, to: null })}
        >
          {t('tablet.remove')}
        </ReasonButton>
      ) : null}
    </li>
  );
}
