/** What makes somebody an administrator and waits for a second one: on the page of users and on the user (record 0066). */
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmAdministratorProposal, returnAdministratorProposal } from '#contract/calls/users.ts';
import { MOST_REASON } from '#domain/identity/administrators.ts';
import { ask } from '../../api/client.ts';
import { refresh } from '../../api/keys.ts';
import { useSession } from '../../api/session.tsx';
import { type AdministratorProposal, proposalsQuery } from '../../api/users.ts';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import { Card, Note } from '../../ui/card.tsx';
import { Count } from '../../ui/chip.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { FailureNote, wordFailure } from '../../ui/failure-note.tsx';
import { useKept } from '../../ui/form/kept.ts';
import { useNames } from '../../ui/names.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { toastProgress } from '../../ui/toasts.tsx';
import classes from './users.module.css';

type Act = 'confirm' | 'reject' | 'withdraw';

/** Nothing for whoever may not decide. */
function useProposals(): readonly AdministratorProposal[] {
  const { may } = useSession();
  return useQuery({ ...proposalsQuery, enabled: may('administrator.confirm').ok }).data ?? [];
}

function useProposalAct({ id, fullname }: AdministratorProposal, onDone: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ act, reason }: { act: Act; reason?: string }) => {
      const toast = toastProgress(t(`users.proposals.act.${act}.doing`));
      try {
        const answer = await (act === 'confirm'
          ? ask(confirmAdministratorProposal, { path: { id }, body: {} })
          : ask(returnAdministratorProposal, { path: { id }, body: { reason: reason ?? null } }));
        toast.done(t(`users.proposals.act.${act}.done`), fullname);
        return answer;
      } catch (error) {
        toast.failed(t(`users.proposals.act.${act}.failed`), wordFailure(t, error));
        throw error;
      }
    },
    onSuccess: onDone,
    // Refused or not, what is shown may be old by now.
    onSettled: () => refresh(client, confirmAdministratorProposal),
  });
}

/** On the page of users; nothing when nothing waits. */
export function WaitingProposals() {
  const { t } = useTranslation();
  const proposals = useProposals();
  if (proposals.length === 0) return null;
  return (
    <Card title={t('users.proposals.title')} count={<Count>{proposals.length}</Count>}>
      <p className={classes.proposalsText}>{t('users.proposals.text')}</p>
      <ul className={classes.proposals}>
        {proposals.map((proposal) => (
          <li key={proposal.id} className={classes.proposal}>
            <Standing proposal={proposal} named />
            <Actions proposal={proposal} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** On the user that it is about. */
export function ProposalNote(props: { userId: number }) {
  const { t } = useTranslation();
  const proposal = useProposals().find(({ userId }) => userId === props.userId);
  if (proposal === undefined) return null;
  return (
    <Note tone="waiting" title={t('users.proposals.waits')}>
      <div className={classes.proposalNote}>
        <Standing proposal={proposal} named={false} />
        <p>{t('users.proposals.editEnds')}</p>
        <Actions proposal={proposal} />
      </div>
    </Note>
  );
}

/** Who, what, since when and by whom. */
function Standing(props: { proposal: AdministratorProposal; named: boolean }) {
  const { t } = useTranslation();
  const { account } = useSession();
  const { proposal } = props;
  const person = useNames([proposal.proposedBy])(proposal.proposedBy) ?? '…';
  const dates = { at: formatDateTime(proposal.proposedDate), until: formatDate(proposal.expiresDate) };
  return (
    <div className={classes.proposalText}>
      {props.named ? (
        <strong>
          {proposal.fullname} <span className={classes.login}>({proposal.login})</span>
        </strong>
      ) : null}
      <span>{useEffects(proposal)}</span>
      <span className={classes.proposalBy}>
        {proposal.proposedBy === account.login
          ? t('users.proposals.byYou', dates)
          : t('users.proposals.by', { person, ...dates })}
      </span>
      {proposal.confirmers === 0 ? (
        <span className={classes.proposalBy}>{t('users.proposals.nobody', { id: proposal.id })}</span>
      ) : null}
    </div>
  );
}

function useEffects({ effects, wanted }: AdministratorProposal): string {
  const { t } = useTranslation();
  const isNew = effects.includes('role') && effects.includes('access');
  const words = isNew ? [t('users.proposals.effect.new')] : [];
  for (const effect of effects) {
    if (effect === 'address') words.push(t('users.proposals.effect.address', { email: wanted.email }));
    else if (!isNew) words.push(t(`users.proposals.effect.${effect}`));
  }
  return words.join(' · ');
}

const REFUSALS = {
  'administrator.ownProposal': 'users.proposals.refusal.ownProposal',
  'administrator.ownRole': 'users.proposals.refusal.ownRole',
  'administrator.ownAccount': 'users.proposals.refusal.ownAccount',
} as const;

function Actions(props: { proposal: AdministratorProposal }) {
  const { t } = useTranslation();
  const { account } = useSession();
  const { proposal } = props;
  const [asking, setAsking] = useState<'confirm' | 'reject' | null>(null);
  const act = useProposalAct(proposal, () => setAsking(null));
  const person = useNames([proposal.proposedBy])(proposal.proposedBy) ?? '…';
  const { refusal } = proposal;
  const reason =
    refusal === null ? null : (REFUSALS as Record<string, (typeof REFUSALS)[keyof typeof REFUSALS]>)[refusal];
  return (
    <div className={classes.proposalActions}>
      {proposal.proposedBy === account.login ? (
        <Button variant="default" loading={act.isPending} onClick={() => act.mutate({ act: 'withdraw' })}>
          {t('users.proposals.withdraw')}
        </Button>
      ) : (
        <Button variant="default" onClick={() => setAsking('reject')}>
          {t('users.proposals.reject')}
        </Button>
      )}
      <ReasonButton
        reason={reason === null ? null : t(reason ?? 'users.proposals.refusal.other')}
        onClick={() => setAsking('confirm')}
      >
        {t('users.proposals.confirm')}
      </ReasonButton>
      <Confirm
        opened={asking === 'confirm'}
        title={t('users.proposals.confirmTitle', { name: proposal.wanted.fullname })}
        text={t('users.proposals.confirmText', {
          ...{ person, name: proposal.wanted.fullname, email: proposal.wanted.email },
        })}
        action={t('users.proposals.confirmAction')}
        harmless
        busy={act.isPending}
        failure={act.error ? <FailureNote failure={act.error} /> : null}
        onConfirm={() => act.mutate({ act: 'confirm' })}
        onClose={() => setAsking(null)}
      />
      {asking === 'reject' ? <Rejection proposal={proposal} onClose={() => setAsking(null)} /> : null}
    </div>
  );
}

function Rejection(props: { proposal: AdministratorProposal; onClose: () => void }) {
  const { t } = useTranslation();
  const { proposal, onClose } = props;
  const kept = useKept<{ reason: string }>(`reject-administrator.${proposal.id}`);
  const leave = () => {
    kept.forget();
    onClose();
  };
  const act = useProposalAct(proposal, leave);
  return (
    <ReasonDialog
      title={t('users.proposals.rejectTitle', { name: proposal.fullname })}
      action={t('users.proposals.reject')}
      label={t('users.proposals.reason')}
      description={t('users.proposals.reasonText')}
      most={MOST_REASON}
      kept={kept}
      busy={act.isPending}
      failure={act.error ? <FailureNote failure={act.error} /> : null}
      onSend={(reason) => act.mutate({ act: 'reject', reason })}
      onLeave={leave}
      onClose={onClose}
    />
  );
}
