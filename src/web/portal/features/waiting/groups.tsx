/** The three groups of what waits, and all of them, each with how many it has. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PROGRESSES, type Progress } from '#domain/signing/waiting.ts';
import { waitingCountQuery } from '../../api/waiting.ts';
import { formatCount } from '../../text/numbers.ts';
import classes from './waiting.module.css';

export function Groups(props: {
  chosen: string | undefined;
  /** Counts only its documents. */
  legalEntity: string | undefined;
  onChoose: (progress: Progress | undefined) => void;
}) {
  const { t } = useTranslation();
  const { data } = useQuery(waitingCountQuery(props.legalEntity ?? null));
  const counts = data && { SENT: data.sent, OPENED: data.opened, STUCK: data.stuck };
  const groups = ['ALL', ...PROGRESSES] as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that narrow a list, not a set of fields
    <div role="group" aria-label={t('waiting.group.label')} className={classes.groups}>
      {groups.map((group) => {
        const progress = group === 'ALL' ? undefined : group;
        const count = counts && (progress ? counts[progress] : counts.SENT + counts.OPENED + counts.STUCK);
        return (
          <button
            key={group}
            type="button"
            className={classes.group}
            data-stuck={(group === 'STUCK' && (count ?? 0) > 0) || undefined}
            aria-pressed={props.chosen === progress}
            onClick={() => props.onChoose(progress)}
          >
            {t(`waiting.group.${group}`)}
            <span className={classes.number}>{count === undefined ? '' : formatCount(count)}</span>
          </button>
        );
      })}
    </div>
  );
}
