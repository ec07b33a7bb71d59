/** Shows that a document is in a tablet's queue, since when and by which user, with a button to remove it. */
import { IconDeviceTablet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Target } from '#domain/access.ts';
import type { DocumentRow } from '../../api/answer-types.ts';
import { useSession } from '../../api/session.tsx';
import { useNames } from '../../connected/user-names.ts';
import { formatDateTime } from '../../text/dates.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import classes from './tablet-state.module.css';
import { tabletName, useQueued, useTabletMove } from './use-tablet-mutations.ts';

/** Shows nothing while the document waits on no tablet. @param props.target its scope, for the right to remove it. */
export function TabletState(props: { document: DocumentRow; target: Target & { hst: string }; boxed?: boolean }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const { document, target } = props;
  const queued = useQueued(document, target.hst);
  const move = useTabletMove();
  const sender = useNames([queued?.queuedBy ?? null])(queued?.queuedBy ?? null);
  if (queued === undefined) return null;
  const tablet = tabletName(t, queued.tablet);
  const isTaken = queued.takenDate !== null;
  return (
    <div className={classes.state} data-boxed={props.boxed || undefined}>
      <span className={classes.icon} aria-hidden="true">
        <IconDeviceTablet size={16} stroke={1.8} />
      </span>
      <span className={classes.text}>
        <span className="strong">{t(isTaken ? 'tablet.stateTaken' : 'tablet.state', { tablet })}</span>
        <span className="caption num">
          {t('tablet.stateMore', {
            name: sender ?? '…',
            at: formatDateTime(queued.queuedDate).replace(' ', '\u00a0'),
          })}
        </span>
      </span>
      {may('document.sign', target).ok ? (
        <ReasonButton
          size="xs"
          variant="default"
          loading={move.isPending}
          reason={isTaken ? t('tablet.takenText') : null}
          onClick={() => move.mutate({ documentId: document.id, to: null })}
        >
          {t('tablet.remove')}
        </ReasonButton>
      ) : null}
    </div>
  );
}
