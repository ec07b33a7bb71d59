/** One licence: used seats and expiry and, when expanded, its facts and activations. */
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconChevronDown,
  IconChevronRight,
  IconClockX,
  IconDeviceTablet,
  IconDownload,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadAfgclic } from '#contract/calls/licenses.ts';
import type { LicenseRow } from '../../api/queries/entitlements.ts';
import { requestOf } from '../../api/request.ts';
import { useSession } from '../../api/session.tsx';
import { Chip } from '../../connected/chip.tsx';
import { useDownload } from '../../connected/download.ts';
import { useTimeLeft } from '../../connected/expiry-cell.tsx';
import { useLegalEntities } from '../../connected/legal-entities.ts';
import { useNames } from '../../connected/user-names.ts';
import { formatDate, formatDateTime, toIsoDate } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import { Facts } from '../../ui/card.tsx';
import { validityOf } from '../../ui/expiry.ts';
import { UsageBar } from '../../ui/figures/usage-bar.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { useActivationRights } from './activation-rights.ts';
import { type ActivationActions, Activations } from './activations.tsx';
import { seatsOf } from './filter-and-sort.ts';
import classes from './licenses.module.css';

export interface LicenseActions extends ActivationActions {
  onEdit: () => void;
  onRemove: () => void;
  onNewActivation: () => void;
}

export function LicenseCard(props: {
  license: LicenseRow;
  open: boolean;
  onToggle: () => void;
  actions: LicenseActions;
}) {
  const { t } = useTranslation();
  const { entityName } = useLegalEntities();
  const { license, open } = props;
  const id = useId();
  const codes =
    license.hstList.length === 0 ? t('all.dealers') : t('licenses.hst', { codes: license.hstList.join(', ') });
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <section className={classes.card} aria-labelledby={`${id}-name`}>
      <header className={classes.head}>
        <h2 className={classes.name}>
          <button
            type="button"
            id={`${id}-name`}
            className={classes.toggle}
            aria-expanded={open}
            aria-controls={`${id}-body`}
            onClick={props.onToggle}
          >
            <Chevron size={18} stroke={1.9} aria-hidden="true" className={classes.chevron} />
            <span className="lines">
              <span className={classes.entity}>{entityName(license.legalEntity)}</span>
              <span className={`${classes.caption} dotted`}>
                <span>{license.licenseCode}</span> <span>{codes}</span>
              </span>
            </span>
          </button>
        </h2>
        <div className={classes.seats}>
          <Seats license={license} />
        </div>
        <Validity license={license} />
        <HeadActions license={license} actions={props.actions} />
      </header>
      <div id={`${id}-body`} hidden={!open}>
        {open ? (
          <>
            <div className={classes.facts}>
              <LicenseFacts license={license} />
            </div>
            <Activations license={license} actions={props.actions} />
          </>
        ) : null}
      </div>
    </section>
  );
}

function Seats(props: { license: LicenseRow }) {
  const { t } = useTranslation();
  const { license } = props;
  const free = Math.max(0, license.licenseAmount - license.activationsCount);
  return (
    <UsageBar
      label={t('licenses.use', { license: license.licenseCode })}
      gauge={seatsOf(license)}
      amount={t('licenses.seats', {
        count: license.licenseAmount,
        used: formatCount(license.activationsCount),
        total: formatCount(license.licenseAmount),
      })}
      word={
        free === 0 ? t('licenses.noneFree') : t('licenses.free', { count: free, replace: { count: formatCount(free) } })
      }
    />
  );
}

function Validity(props: { license: LicenseRow }) {
  const { t } = useTranslation();
  const { expiresAt } = props.license;
  const timeLeft = useTimeLeft()(expiresAt);
  const validity = validityOf(expiresAt, toIsoDate(new Date()));
  const day = formatDate(expiresAt);
  const over = validity === 'expired';
  return (
    <div className={classes.validity}>
      <span>
        {validity === 'endless' ? t('licenses.endless') : t(over ? 'licenses.expired' : 'licenses.expires', { day })}
      </span>
      {timeLeft === null ? null : (
        <Chip tone={over ? 'bad' : 'waiting'} icon={over ? IconClockX : IconAlertTriangle}>
          {over ? t('licenses.activation.status.EXPIRED') : timeLeft}
        </Chip>
      )}
    </div>
  );
}

function HeadActions(props: { license: LicenseRow; actions: LicenseActions }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const { license, actions } = props;
  const { mayAdd, whyNot } = useActivationRights(license);
  return (
    <div className={classes.headActions}>
      {mayAdd ? (
        <ReasonButton
          variant="default"
          leftSection={<IconDeviceTablet size={16} stroke={1.8} />}
          reason={whyNot}
          onClick={actions.onNewActivation}
        >
          {t('licenses.activation.new')}
        </ReasonButton>
      ) : null}
      {may('license.edit').ok ? (
        <RowMenu
          label={t('licenses.more', { license: license.licenseCode })}
          size={36}
          items={[
            { text: t('licenses.edit'), icon: <IconPencil size={16} stroke={1.8} />, onClick: actions.onEdit },
            {
              text: t('licenses.delete'),
              icon: <IconTrash size={16} stroke={1.8} />,
              reason: license.activationsCount > 0 ? t('licenses.confirm.taken') : null,
              onClick: actions.onRemove,
            },
          ]}
        />
      ) : null}
    </div>
  );
}

function LicenseFacts(props: { license: LicenseRow }) {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const { license } = props;
  const changed = formatDateTime(license.lastModifiedDate);
  const changer = useNames([license.lastModifiedBy])(license.lastModifiedBy);
  return (
    <Facts
      layout="columns"
      facts={[
        {
          label: t('label.field.hstList'),
          value:
            license.hstList.length === 0
              ? t('all.dealers')
              : license.hstList.map((hst) => `${dealerName(hst)} (HST\u00a0${hst})`).join(', '),
        },
        { label: t('licenses.file'), value: <LicenseFile license={license} /> },
        { label: t('label.field.notes'), value: license.notes ?? t('missing') },
        { label: t('licenses.changed'), value: changer ? t('label.by', { at: changed, name: changer }) : changed },
      ]}
    />
  );
}

function LicenseFile(props: { license: LicenseRow }) {
  const { t } = useTranslation();
  const { license } = props;
  const name = license.afgclicName ?? '';
  const file = requestOf(downloadAfgclic, { path: { id: license.id } });
  const download = useDownload({ file, words: 'licenses.downloading' });
  if (!license.hasAfgclic || license.afgclicName === null) return t('missing');
  return (
    <Button
      size="compact-xs"
      variant="default"
      className={classes.file}
      leftSection={<IconDownload size={14} stroke={1.8} />}
      aria-label={t('licenses.download', { name })}
      onClick={() => download.mutate()}
    >
      {name}
    </Button>
  );
}
