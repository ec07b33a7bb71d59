/** The three groups of pending signatures, and all of them, each with its count. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PROGRESSES, type Progress } from '#domain/signing/signer-progress.ts';
import { waitingCountQuery } from '../../api/queries/waiting.ts';
import { ListGroups } from '../../connected/list/list-groups.tsx';

const GROUPS = ['ALL', ...PROGRESSES] as const;

export function Groups(props: {
  chosen: string | undefined;
  /** Counts only its documents. */
  legalEntity: string | undefined;
  onChoose: (progress: Progress | undefined) => void;
}) {
  const { t } = useTranslation();
  const { data } = useQuery(waitingCountQuery(props.legalEntity ?? null));
  const counts = data && {
    ALL: data.sent + data.opened + data.stuck,
    SENT: data.sent,
    OPENED: data.opened,
    STUCK: data.stuck,
  };
  return (
    <ListGroups
      label={t('waiting.group.label')}
      groups={GROUPS.map((key) => ({
        ...{ key, label: t(`waiting.group.${key}`), count: counts?.[key], alarming: key === 'STUCK' },
      }))}
      chosen={PROGRESSES.find((progress) => progress === props.chosen) ?? 'ALL'}
      onChoose={(key) => props.onChoose(key === 'ALL' ? undefined : key)}
    />
  );
}
