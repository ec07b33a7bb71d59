/** The device of an activation: its code, the tablet waiting for confirmation, or the paired tablet. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActivationRow } from '../../api/queries/entitlements.ts';
import { useSession } from '../../api/session.tsx';
import { ActDialog } from '../../connected/act/act-dialog.tsx';
import { FailureNote, NotLoaded } from '../../connected/failure-note.tsx';
import { toIsoDate } from '../../text/dates.ts';
import { Note } from '../../ui/card.tsx';
import { CancelButton } from '../../ui/dialogs/cancel-button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { activationName } from './activation-status.tsx';
import classes from './device-dialog.module.css';
import { HiddenCode, NewCode, NoDevice, PairedDevice, WaitingDevice } from './device-states.tsx';
import {
  type ActivationDevice,
  deviceQuery,
  type ReceivedCode,
  useDeviceMutations,
  useIssueCode,
} from './use-device-mutations.ts';

interface Props {
  activation: ActivationRow;
  /** The activation was just created. */
  isNew: boolean;
  onClose: () => void;
}

export function DeviceDialog({ activation, isNew, onClose }: Props) {
  const { t } = useTranslation();
  const { may } = useSession();
  const { id } = activation;
  const device = useQuery({ ...deviceQuery(id), refetchOnMount: 'always' });
  const [issuedCode, setIssuedCode] = useState<ReceivedCode | null>(null);
  const [replacing, setReplacing] = useState(false);
  const issue = useIssueCode(id, (code) => setIssuedCode({ ...code, arrivedAt: Date.now() }));
  const work = useDeviceMutations(id, ({ act }) => {
    if (act === 'replace') setReplacing(false);
    setIssuedCode(null);
  });
  const mayEdit = may('activation.edit', { hstList: [activation.hst] }).ok;
  const shown = device.data;
  const busy = work.isPending || issue.isPending;
  const failure = replacing ? null : (issue.error ?? work.error);
  const act = work.variables?.act;
  const undone = issue.error || !act ? t('licenses.device.notMade') : t(`licenses.device.failed.${act}`);
  const name = activationName(activation);
  const acts = {
    busy,
    onIssue: () => {
      work.reset();
      issue.mutate();
    },
    onAct: (act: Parameters<typeof work.mutate>[0]) => {
      issue.reset();
      work.mutate(act);
    },
    onReplace: () => {
      work.reset();
      setReplacing(true);
    },
  };
  return (
    <>
      <Dialog
        opened
        title={t('licenses.device.title', { activation: name })}
        width={620}
        onClose={onClose}
        foot={
          shown && mayEdit ? (
            <>
              {isNew && !shown.device ? <CancelButton label={t('licenses.device.later')} onClick={onClose} /> : null}
              <Foot {...{ activation, shown, acts }} />
            </>
          ) : null
        }
      >
        {failure ? <FailureNote failure={failure} undone={undone} /> : null}
        {isNew && shown && !shown.code && !shown.device ? (
          <div className={classes.made}>
            <Note tone="good" title={t('licenses.device.created')}>
              {t('licenses.device.createdText')}
            </Note>
          </div>
        ) : null}
        {shown ? (
          <Content {...{ activation, shown, known: issuedCode, mayEdit }} />
        ) : (
          <NotLoaded query={device} rows={4} label={t('licenses.device.loading')} />
        )}
      </Dialog>
      <ActDialog
        opened={replacing}
        title={t('licenses.device.replaceTitle', { activation: name })}
        text={t('licenses.device.replaceText', { device: shown?.device?.deviceName ?? activation.deviceName ?? '' })}
        action={t('licenses.device.replace')}
        danger
        act={work}
        failure={replacing && work.error ? <FailureNote failure={work.error} undone={undone} /> : null}
        onAct={() => work.mutate({ act: 'replace' })}
        onClose={() => setReplacing(false)}
      />
    </>
  );
}

function isEnded({ status, expiresAt }: ActivationRow): boolean {
  return status === 'EXPIRED' || (expiresAt !== null && expiresAt < toIsoDate(new Date()));
}

interface ContentProps {
  activation: ActivationRow;
  shown: ActivationDevice;
  known: ReceivedCode | null;
  mayEdit: boolean;
}

function Content({ activation, shown, known, mayEdit }: ContentProps) {
  const { code, request, device } = shown;
  if (device) return <PairedDevice device={device} />;
  if (request) return <WaitingDevice request={request} />;
  if (code) {
    return known?.expiresAt === code.expiresAt ? <NewCode code={known} /> : <HiddenCode code={code} />;
  }
  return <NoDevice over={known !== null} expired={isEnded(activation)} mayEdit={mayEdit} />;
}

interface Acts {
  busy: boolean;
  onIssue: () => void;
  onAct: (act: Parameters<ReturnType<typeof useDeviceMutations>['mutate']>[0]) => void;
  onReplace: () => void;
}

function Foot({ activation, shown, acts }: { activation: ActivationRow; shown: ActivationDevice; acts: Acts }) {
  const { t } = useTranslation();
  const { request, device } = shown;
  const { busy, onIssue, onAct, onReplace } = acts;
  if (device) {
    const act = device.disabledDate === null ? 'block' : 'unblock';
    return (
      <>
        <Button variant="subtle" color="danger" disabled={busy} onClick={onReplace}>
          {t('licenses.device.replace')}
        </Button>
        <Button variant="default" loading={busy} onClick={() => onAct({ act })}>
          {t(`licenses.device.${act}`)}
        </Button>
      </>
    );
  }
  if (request) {
    const { pairingId, number } = request;
    return (
      <>
        <Button variant="default" disabled={busy} onClick={() => onAct({ act: 'refuse', pairingId })}>
          {t('licenses.device.refuse')}
        </Button>
        <Button loading={busy} onClick={() => onAct({ act: 'confirm', pairingId, number })}>
          {t('licenses.device.confirm')}
        </Button>
      </>
    );
  }
  if (isEnded(activation)) return null;
  return shown.code ? (
    <Button variant="default" loading={busy} onClick={onIssue}>
      {t('licenses.device.again')}
    </Button>
  ) : (
    <Button loading={busy} onClick={onIssue}>
      {t('licenses.device.make')}
    </Button>
  );
}
