/** What can be done with the version that is worked on: submit, publish with four eyes, send back, remove (P-9). */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  deletePaperVersion,
  publishPaperVersion,
  returnPaperVersion,
  submitPaperVersion,
  updatePaperVersion,
} from '#contract/calls/papers.ts';
import { FEA_PAGE, MOST_NOTE, versionRefusal } from '#domain/papers/versions.ts';
import { ask } from '../../api/client.ts';
import { refresh } from '../../api/keys.ts';
import { type Version, versionQuery } from '../../api/papers.ts';
import { useSession } from '../../api/session.tsx';
import { Note } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useEntityWork } from '../../ui/entity-work.ts';
import { FailureNote, wordFailure } from '../../ui/failure-note.tsx';
import { useKept } from '../../ui/form/kept.ts';
import { useNames } from '../../ui/names.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { toastProgress } from '../../ui/toasts.tsx';

type Act = 'submit' | 'publish' | 'takeBack' | 'reject';

/** One act on a version: its toast, and everything that shows versions read again. */
export function useVersionAct(version: Pick<Version, 'id' | 'digest'>, onDone?: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ act, reason }: { act: Act; reason?: string }) => {
      const toast = toastProgress(t(`papers.act.${act}.doing`));
      const path = { id: version.id };
      try {
        const answer =
          act === 'submit'
            ? await ask(submitPaperVersion, { path, body: {} })
            : act === 'publish'
              ? await ask(publishPaperVersion, { path, body: { digest: version.digest ?? '' } })
              : await ask(returnPaperVersion, { path, body: { reason: act === 'reject' ? (reason ?? '') : null } });
        toast.done(t(`papers.act.${act}.done`), answer.version ?? undefined);
        return answer;
      } catch (error) {
        toast.failed(t(`papers.act.${act}.failed`), wordFailure(t, error));
        throw error;
      }
    },
    onSuccess: (answer) => {
      client.setQueryData(versionQuery(answer.id).queryKey, answer);
      onDone?.();
    },
    // Refused or not, what is shown may be old by now.
    onSettled: () => refresh(client, updatePaperVersion),
  });
}

/** Of what was submitted: who may publish it does, who has written it may take it back. */
export function SubmittedActions(props: { version: Version }) {
  const { t } = useTranslation();
  const { account } = useSession();
  const { version } = props;
  const [asking, setAsking] = useState<'publish' | 'reject' | null>(null);
  const act = useVersionAct(version, () => setAsking(null));
  const own = versionRefusal('publish', version, account.login) === 'paperVersion.ownWork';
  return (
    <>
      {own ? (
        <Button variant="default" loading={act.isPending} onClick={() => act.mutate({ act: 'takeBack' })}>
          {t('papers.takeBack')}
        </Button>
      ) : (
        <Button variant="default" onClick={() => setAsking('reject')}>
          {t('papers.reject')}
        </Button>
      )}
      <ReasonButton reason={own ? t('papers.ownWork') : null} onClick={() => setAsking('publish')}>
        {t('papers.publish')}
      </ReasonButton>
      {asking === 'publish' ? (
        <Dialog
          opened
          width={480}
          title={t('papers.publishTitle', { version: version.version ?? version.id })}
          busy={act.isPending}
          onClose={() => setAsking(null)}
          foot={
            <>
              <Button variant="default" disabled={act.isPending} onClick={() => setAsking(null)}>
                {t('form.cancel')}
              </Button>
              <Button loading={act.isPending} onClick={() => act.mutate({ act: 'publish' })}>
                {t('papers.publishAction')}
              </Button>
            </>
          }
        >
          <p>{t(publishText(version))}</p>
          {act.error ? <FailureNote failure={act.error} /> : null}
        </Dialog>
      ) : null}
      {asking === 'reject' ? <RejectDialog version={version} onClose={() => setAsking(null)} /> : null}
    </>
  );
}

/** What comes of it, where: on papers, on papers and the page, on the page alone. */
function publishText({ kind, type, legalEntity }: Version) {
  if (kind === 'COMPANY') return legalEntity === null ? 'papers.publishNationalText' : 'papers.publishCompanyText';
  return type === FEA_PAGE ? 'papers.page.publishText' : 'papers.publishText';
}

function RejectDialog(props: { version: Version; onClose: () => void }) {
  const { t } = useTranslation();
  const { version, onClose } = props;
  const kept = useKept<{ reason: string }>(`reject.${version.id}`);
  const leave = () => {
    kept.forget();
    onClose();
  };
  const act = useVersionAct(version, leave);
  return (
    <ReasonDialog
      title={t('papers.rejectTitle')}
      action={t('papers.reject')}
      label={t('papers.reason')}
      description={t('papers.reasonText')}
      most={MOST_NOTE}
      kept={kept}
      busy={act.isPending}
      failure={act.error ? <FailureNote failure={act.error} /> : null}
      onSend={(reason) => act.mutate({ act: 'reject', reason })}
      onLeave={leave}
      onClose={onClose}
    />
  );
}

/** Asks before a draft goes; the version that holds stays. */
export function RemoveDraft(props: { version: Version; onClose: () => void; onRemoved: () => void }) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<unknown>(null);
  const work = useEntityWork<number, void>({
    entity: 'papers',
    kind: 'delete',
    send: (id: number) => ask(deletePaperVersion, { path: { id } }),
    onDone: props.onRemoved,
    onFailed: setFailure,
  });
  return (
    <Confirm
      opened
      title={t('papers.removeTitle')}
      text={t('papers.removeText')}
      action={t('papers.remove')}
      busy={work.isPending}
      failure={failure === null ? null : <FailureNote failure={failure} />}
      onConfirm={() => work.mutate(props.version.id)}
      onClose={props.onClose}
    />
  );
}

/** Where the version stands, in one sentence: who waits for whom. */
export function StandingNote(props: { version: Version }) {
  const { t } = useTranslation();
  const { account } = useSession();
  const { version } = props;
  const named = useNames([version.submittedBy, version.returnedBy]);
  if (version.state === 'SUBMITTED') {
    const own = versionRefusal('publish', version, account.login) !== null;
    return (
      <Note tone="waiting" title={t('papers.waitsTitle')}>
        {own ? t('papers.waitsOwn') : t('papers.waitsOther', { person: named(version.submittedBy) ?? '…' })}
      </Note>
    );
  }
  if (version.state === 'DRAFT' && version.returnReason) {
    return (
      <Note tone="bad" title={t('papers.returnedTitle', { person: named(version.returnedBy) ?? '…' })}>
        {version.returnReason}
      </Note>
    );
  }
  return null;
}
