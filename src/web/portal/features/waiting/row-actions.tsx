/** What can be done with a signature that waits: send the link again, or start again what was locked, copy the link, open. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconBellRinging, IconCopy, IconEye, IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { WaitingRow } from '../../api/waiting.ts';
import { paths } from '../../paths.ts';
import { formatShortDate, formatTime } from '../../text/dates.ts';
import { useCopyLink, useMove } from '../../ui/document-work.ts';
import { documentTypeLabel } from '../../ui/labels.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { resendReason, resendRefused, useRemind } from '../../ui/remind.ts';
import { RowButton } from '../../ui/row-button.tsx';
import classes from './waiting.module.css';

export function WaitingActions(props: { row: WaitingRow; now: number; large?: boolean }) {
  const { t } = useTranslation();
  const { row, now, large } = props;
  const copy = useCopyLink();
  const { signUrl } = row;
  const named = { document: `${documentTypeLabel(t, row.type)} ${row.id}` };
  return (
    <span className={classes.actions}>
      {row.status === 'START_SIGN' ? (
        <Remind row={row} now={now} name={t('waiting.remindNamed', named)} large={large} />
      ) : (
        <Restart row={row} name={t('waiting.restartNamed', named)} large={large} />
      )}
      {signUrl ? (
        <RowButton label={t('waiting.copyNamed', named)} tip={t('documents.copyLink')} onClick={() => copy(signUrl)}>
          <IconCopy size={16} stroke={1.8} />
        </RowButton>
      ) : (
        <span className={classes.noLink} />
      )}
      <Tooltip label={t('actions.open')}>
        <ActionIcon
          component={Link}
          to={paths.document(row.id)}
          variant="subtle"
          size={28}
          aria-label={t('waiting.openNamed', named)}
        >
          <IconEye size={16} stroke={1.8} />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}

interface Offer {
  row: WaitingRow;
  name: string;
  large?: boolean;
}

function Remind(props: Offer & { now: number }) {
  const { t } = useTranslation();
  const remind = useRemind(props.row);
  const { resend } = props.row.waiting;
  const refused = resendRefused(resend, props.now);
  const when = { date: formatShortDate(resend.from), time: formatTime(resend.from) };
  return (
    <span className={classes.remind}>
      <ReasonButton
        variant="default"
        size={props.large ? 'sm' : 'xs'}
        className={classes.act}
        aria-label={props.name}
        leftSection={<IconBellRinging size={16} stroke={1.8} />}
        reason={resendReason(t, props.row.waiting.resend, props.now)}
        loading={remind.isPending}
        onClick={remind.send}
      >
        {t('waiting.remind')}
      </ReasonButton>
      {refused === null ? null : (
        <span className={classes.from} aria-hidden="true">
          {t(`waiting.from.${refused}`, when)}
        </span>
      )}
    </span>
  );
}

/** Wrong codes have ended the signature: no link can be sent, another start can. */
function Restart(props: Offer) {
  const { t } = useTranslation();
  const move = useMove(props.row);
  return (
    <ReasonButton
      variant="default"
      size={props.large ? 'sm' : 'xs'}
      className={classes.act}
      aria-label={props.name}
      leftSection={<IconPlayerPlay size={16} stroke={1.8} />}
      reason={null}
      loading={move.isPending}
      onClick={() => move.mutate('sign')}
    >
      {t('waiting.restart')}
    </ReasonButton>
  );
}
