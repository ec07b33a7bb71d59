/** Proposals to make a user an administrator, which wait for a second one; shown on the users page and on the user (record 0066). */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmAdministratorProposal, returnAdministratorProposal } from '#contract/calls/users.ts';
import { MAX_REASON_LENGTH } from '#domain/identity/administrators.ts';
import { ask } from '../../api/client.ts';
import { type AdministratorProposal, proposalsQuery } from '../../api/queries/users.ts';
import { useSession } from '../../api/session.tsx';
import { ActDialog } from '../../connected/act/act-dialog.tsx';
import { useAct } from '../../connected/act/use-act.ts';
import { Count } from '../../connected/chip.tsx';
import { useFormDraft } from '../../connected/form/use-form-draft.ts';
import { ReasonDialog } from '../../connected/reason-dialog.tsx';
import { useNames } from '../../connected/user-names.ts';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import { Card, Note } from '../../ui/card.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import classes from './users.module.css';

type Act = 'confirm' | 'reject' | 'withdraw';

/** Empty without the permission to decide. */
function useProposals(): readonly AdministratorProposal[] {
  const { may } = useSession();
  return useQuery({ ...proposalsQuery, enabled: may('administrator.confirm').ok }).data ?? [];
}

function useProposalAct({ id, fullname }: AdministratorProposal, onDone: () => void) {
  return useAct({
    words: ({ act }: { act: Act; reason?: string }) => `users.proposals.act.${act}`,
    detail: () => fullname,
    send: ({ act, reason }): Promise<unknown> =>
      act === 'confirm'
        ? ask(confirmAdministratorProposal, { path: { id }, body: {} })
        : ask(returnAdministratorProposal, { path: { id }, body: { reason: reason ?? null } }),
    onDone,
    call: confirmAdministratorProposal,
    waits: true,
  });
}

/** For the users page; renders nothing when there are no proposals. */
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

/** For the page of the user concerned. */
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

/** The user, the change, its date and its author. */
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
    <div className="cluster">
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
      <ActDialog
        opened={asking === 'confirm'}
        title={t('users.proposals.confirmTitle', { name: proposal.wanted.fullname })}
        text={t('users.proposals.confirmText', {
          ...{ person, name: proposal.wanted.fullname, email: proposal.wanted.email },
        })}
        action={t('users.proposals.confirmAction')}
        act={act}
        onAct={() => act.mutate({ act: 'confirm' })}
        onClose={() => setAsking(null)}
      />
      {asking === 'reject' ? <Rejection proposal={proposal} onClose={() => setAsking(null)} /> : null}
    </div>
  );
}

function Rejection(props: { proposal: AdministratorProposal; onClose: () => void }) {
  const { t } = useTranslation();
  const { proposal, onClose } = props;
  const draft = useFormDraft<{ reason: string }>(`reject-administrator.${proposal.id}`);
  const act = useProposalAct(proposal, () => {
    draft.forget();
    onClose();
  });
  return (
    <ReasonDialog
      title={t('users.proposals.rejectTitle', { name: proposal.fullname })}
      action={t('users.proposals.reject')}
      label={t('label.field.reason')}
      description={t('users.proposals.reasonText')}
      most={MAX_REASON_LENGTH}
      draft={draft}
      act={act}
      onSend={(reason) => act.mutate({ act: 'reject', reason })}
      onClose={onClose}
    />
  );
}
