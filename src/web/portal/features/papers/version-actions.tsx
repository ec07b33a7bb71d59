/** Actions on the open version: submit, publish with four eyes, send back, remove. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  deletePaperVersion,
  publishPaperVersion,
  returnPaperVersion,
  submitPaperVersion,
  updatePaperVersion,
} from '#contract/calls/papers.ts';
import { FEA_PAGE, MAX_NOTE, versionRefusal } from '#domain/papers/versions/versions.ts';
import { ask } from '../../api/client.ts';
import { type Version, versionQuery } from '../../api/queries/papers.ts';
import { useSession } from '../../api/session.tsx';
import { ActDialog } from '../../connected/act/act-dialog.tsx';
import { DeleteDialog } from '../../connected/act/delete-dialog.tsx';
import { useAct } from '../../connected/act/use-act.ts';
import { useFormDraft } from '../../connected/form/use-form-draft.ts';
import { ReasonDialog } from '../../connected/reason-dialog.tsx';
import { useNames } from '../../connected/user-names.ts';
import { Note } from '../../ui/card.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';

type Act = 'submit' | 'publish' | 'takeBack' | 'reject';

/** One action on a version: its toast, and a reload of everything that shows versions. */
export function useVersionAct(version: Pick<Version, 'id' | 'digest'>, onDone?: () => void) {
  return useAct<{ act: Act; reason?: string }, Version>({
    words: ({ act }) => `papers.act.${act}`,
    detail: (answer) => answer.version ?? undefined,
    send: ({ act, reason }) => {
      const path = { id: version.id };
      if (act === 'submit') return ask(submitPaperVersion, { path, body: {} });
      if (act === 'publish') return ask(publishPaperVersion, { path, body: { digest: version.digest ?? '' } });
      return ask(returnPaperVersion, { path, body: { reason: act === 'reject' ? (reason ?? '') : null } });
    },
    cacheKey: versionQuery(version.id).queryKey,
    onDone: () => onDone?.(),
    call: updatePaperVersion,
    waits: true,
  });
}

/** For a submitted version: users who may publish it can publish it, and its author can take it back. */
export function SubmittedActions(props: { version: Version }) {
  const { t } = useTranslation();
  const { account } = useSession();
  const { version } = props;
  const [asking, setAsking] = useState<'publish' | 'reject' | null>(null);
  const act = useVersionAct(version, () => setAsking(null));
  const isOwnWork = versionRefusal('publish', version, account.login) === 'paperVersion.ownWork';
  return (
    <>
      {isOwnWork ? (
        <Button variant="default" loading={act.isPending} onClick={() => act.mutate({ act: 'takeBack' })}>
          {t('papers.takeBack')}
        </Button>
      ) : (
        <Button variant="default" onClick={() => setAsking('reject')}>
          {t('papers.reject')}
        </Button>
      )}
      <ReasonButton reason={isOwnWork ? t('papers.ownWork') : null} onClick={() => setAsking('publish')}>
        {t('papers.publish')}
      </ReasonButton>
      {asking === 'publish' ? (
        <ActDialog
          title={t('papers.publishTitle', { version: version.version ?? version.id })}
          text={t(publishText(version))}
          action={t('papers.publishAction')}
          act={act}
          onAct={() => act.mutate({ act: 'publish' })}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === 'reject' ? <RejectDialog version={version} onClose={() => setAsking(null)} /> : null}
    </>
  );
}

/** What publishing affects: papers, papers and the public page, or only the public page. */
function publishText({ kind, type, legalEntity }: Version) {
  if (kind === 'COMPANY') return legalEntity === null ? 'papers.publishNationalText' : 'papers.publishCompanyText';
  return type === FEA_PAGE ? 'papers.page.publishText' : 'papers.publishText';
}

function RejectDialog(props: { version: Version; onClose: () => void }) {
  const { t } = useTranslation();
  const { version, onClose } = props;
  const draft = useFormDraft<{ reason: string }>(`reject.${version.id}`);
  const act = useVersionAct(version, () => {
    draft.forget();
    onClose();
  });
  return (
    <ReasonDialog
      title={t('papers.rejectTitle')}
      action={t('papers.reject')}
      label={t('label.field.reason')}
      description={t('papers.reasonText')}
      most={MAX_NOTE}
      draft={draft}
      act={act}
      onSend={(reason) => act.mutate({ act: 'reject', reason })}
      onClose={onClose}
    />
  );
}

/** Asks before a draft is deleted; the published version stays. */
export function RemoveDraft(props: { version: Version; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <DeleteDialog
      entity="papers"
      row={props.version}
      call={deletePaperVersion}
      title={t('papers.removeTitle')}
      text={t('papers.removeText')}
      action={t('papers.remove')}
      onClose={props.onClose}
    />
  );
}

/** The state of the version in one sentence: who waits for which person. */
export function StandingNote(props: { version: Version }) {
  const { t } = useTranslation();
  const { account } = useSession();
  const { version } = props;
  const named = useNames([version.submittedBy, version.returnedBy]);
  if (version.state === 'SUBMITTED') {
    const isOwnWork = versionRefusal('publish', version, account.login) !== null;
    return (
      <Note tone="waiting" title={t('papers.waitsTitle')}>
        {isOwnWork ? t('papers.waitsOwn') : t('papers.waitsOther', { person: named(version.submittedBy) ?? '…' })}
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
