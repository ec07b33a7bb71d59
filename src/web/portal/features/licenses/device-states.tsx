/** The device dialog's content in each state: no device, a code, a waiting tablet, a paired tablet. */
import { IconCircleCheck, IconDeviceTablet, IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PAIRING_CODE_MINUTES } from '#domain/devices/pairing-code.ts';
import { Chip } from '../../connected/chip.tsx';
import { useNames } from '../../connected/user-names.ts';
import { countdown } from '../../entities/documents/qr-expiry.ts';
import { browserName } from '../../text/browser-name.ts';
import { formatDateTime, formatTime } from '../../text/dates.ts';
import { Empty, type Fact, Facts, Note } from '../../ui/card.tsx';
import { MatchNumber } from '../../ui/match-number.tsx';
import { NumberedSteps } from '../../ui/numbered-steps.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useClock } from '../../ui/use-clock.ts';
import { CopyCode } from './copy-code.tsx';
import classes from './device-dialog.module.css';
import type { ActivationDevice, ReceivedCode } from './use-device-mutations.ts';

export function NoDevice(props: { over: boolean; expired: boolean; mayEdit: boolean }) {
  const { t } = useTranslation();
  const { over, expired, mayEdit } = props;
  if (!mayEdit || expired) {
    return (
      <>
        <Empty icon={IconDeviceTablet} title={t('licenses.device.nobody')} />
        {expired ? <Note tone="waiting">{t('licenses.device.expired')}</Note> : null}
      </>
    );
  }
  return (
    <div className={classes.stack}>
      {over ? <Note tone="waiting">{t('licenses.device.over')}</Note> : null}
      <p>{t('licenses.device.noneText')}</p>
      <Steps />
    </div>
  );
}

function Steps() {
  const { t } = useTranslation();
  const address = `${location.host}/device/activate`;
  return (
    <NumberedSteps
      label={t('licenses.device.steps')}
      steps={(['step1', 'step2', 'step3'] as const).map((step) => t(`licenses.device.${step}`, { address }))}
    />
  );
}

/** The code is visible only here. */
export function NewCode({ code }: { code: ReceivedCode }) {
  const { t } = useTranslation();
  const remaining = code.arrivedAt + PAIRING_CODE_MINUTES * 60_000 - useClock(true);
  return (
    <div className={classes.columns}>
      <div className={classes.tile}>
        <QrCode text={code.url} label={t('licenses.device.qr')} />
      </div>
      <div className={classes.stack}>
        <div>
          <p className="quiet">{t('label.field.activationCode')}</p>
          <p className={`code ${classes.code}`}>{code.code}</p>
          <p className={classes.left}>
            <span>
              {t('licenses.device.validFor')} <strong role="timer">{countdown(remaining)}</strong>
            </span>
            <CopyCode size="compact-xs" code={code.code} word={t('licenses.activation.copy')} />
          </p>
          <p className="quiet">{t('licenses.device.once')}</p>
        </div>
        <Steps />
      </div>
    </div>
  );
}

export function HiddenCode({ code }: { code: NonNullable<ActivationDevice['code']> }) {
  const { t } = useTranslation();
  const name = useNames([code.issuedBy])(code.issuedBy) ?? '…';
  return (
    <div className={classes.stack}>
      <Note tone="info" title={t('licenses.device.shownTitle')}>
        {t('licenses.device.shownText', { name, time: formatTime(code.issuedDate) })}
      </Note>
      <Steps />
    </div>
  );
}

export function WaitingDevice({ request }: { request: NonNullable<ActivationDevice['request']> }) {
  const { t } = useTranslation();
  const facts: Fact[] = [
    { label: t('licenses.device.fact.name'), value: <strong>{request.deviceName}</strong> },
    { label: t('licenses.device.fact.browser'), value: browserName(request.userAgent) ?? t('missing') },
    { label: t('licenses.device.fact.asked'), value: formatDateTime(request.askedDate) },
    { label: t('licenses.device.fact.until'), value: formatTime(request.expiresAt) },
  ];
  return (
    <div className={classes.stack}>
      <p role="status">
        <strong>{t('licenses.device.waiting')}</strong>
      </p>
      <MatchNumber caption={t('licenses.device.number')} number={request.number} hint={t('licenses.device.compare')} />
      <Facts facts={facts} />
    </div>
  );
}

export function PairedDevice({ device }: { device: NonNullable<ActivationDevice['device']> }) {
  const { t } = useTranslation();
  const { disabledBy, disabledDate, lastSeenDate } = device;
  const named = useNames([device.pairedBy, disabledBy]);
  const blocked = disabledDate !== null;
  const facts: Fact[] = [
    { label: t('licenses.device.fact.name'), value: <strong>{device.deviceName}</strong> },
    {
      label: t('licenses.device.fact.state'),
      value: (
        <Chip tone={blocked ? 'bad' : 'good'} icon={blocked ? IconLock : IconCircleCheck}>
          {t(blocked ? 'licenses.device.blocked' : 'licenses.device.works')}
        </Chip>
      ),
    },
    { label: t('licenses.device.fact.browser'), value: browserName(device.userAgent) ?? t('missing') },
    {
      label: t('licenses.device.fact.paired'),
      value: t('label.by', { at: formatDateTime(device.pairedDate), name: named(device.pairedBy) ?? '…' }),
    },
    {
      label: t('licenses.device.fact.seen'),
      value: lastSeenDate === null ? t('licenses.device.never') : formatDateTime(lastSeenDate),
    },
  ];
  return (
    <div className={classes.stack}>
      {blocked ? (
        <Note tone="waiting">
          {t('licenses.device.blockedText', { name: named(disabledBy) ?? '…', at: formatDateTime(disabledDate) })}
        </Note>
      ) : null}
      <Facts facts={facts} />
    </div>
  );
}
