/** One controller's consents as purposes by channels; on a phone each purpose lists its requested channels vertically. */
import { IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  CHANNEL_NAMES,
  CONSENT_CHANNELS,
  CONSENT_PURPOSES,
  type ConsentChannel,
  type ConsentPurpose,
  PURPOSE_NAMES,
} from '#domain/consents/consent.ts';
import type { Consents } from '../../api/answer-types.ts';
import { Chip } from '../../connected/chip.tsx';
import { formatDate } from '../../text/dates.ts';
import { uiLanguage } from '../../text/language.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import classes from './consents.module.css';

export type Controller = Consents['controllers'][number];
export type Consent = Controller['consents'][number];

interface Row {
  purpose: ConsentPurpose;
  consents: readonly Consent[];
}

/** Same order for every controller, so that they can be compared. */
export const rowsOf = ({ consents }: Controller): Row[] =>
  CONSENT_PURPOSES.map((purpose) => ({ purpose, consents: consents.filter((one) => one.purpose === purpose) })).filter(
    (row) => row.consents.length > 0,
  );

/** `ALL` is not a column: consent to all channels spans the columns. */
const COLUMNS: readonly ConsentChannel[] = CONSENT_CHANNELS.filter((channel) => channel !== 'ALL');

export function ConsentsTable(props: {
  controller: Controller;
  name: string;
  /** Null without the permission. */
  onWithdraw: ((purpose: ConsentPurpose) => void) | null;
  /** Why a user with the permission cannot withdraw anything; null when they can. */
  reason: string | null;
}) {
  const phone = useIsMobile();
  return phone ? <ByPurpose {...props} /> : <ByChannel {...props} />;
}

type TableProps = Parameters<typeof ConsentsTable>[0];

function ByChannel({ controller, name, onWithdraw, reason }: TableProps) {
  const { t } = useTranslation();
  return (
    <table className={classes.table} aria-label={name}>
      <thead>
        <tr>
          <th scope="col">{t('consents.purpose')}</th>
          {COLUMNS.map((channel) => (
            <th key={channel} scope="col">
              {CHANNEL_NAMES[channel][uiLanguage()]}
            </th>
          ))}
          {onWithdraw ? (
            <th scope="col">
              <span className="sr-only">{t('consents.withdrawal.act')}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rowsOf(controller).map((row) => (
          <tr key={row.purpose}>
            <th scope="row">{PURPOSE_NAMES[row.purpose][uiLanguage()]}</th>
            <Cells consents={row.consents} />
            {onWithdraw ? (
              <td>
                <Withdraw row={row} name={name} onWithdraw={onWithdraw} reason={reason} />
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cells({ consents }: { consents: readonly Consent[] }) {
  const { t } = useTranslation();
  const allChannels = consents.find(({ channel }) => channel === 'ALL');
  if (allChannels) {
    return (
      <td colSpan={COLUMNS.length}>
        <span className={classes.standing}>
          <Standing consent={allChannels} />
          <span className={classes.since}>{t('consents.whole')}</span>
        </span>
      </td>
    );
  }
  return COLUMNS.map((column) => {
    const consent = consents.find(({ channel }) => channel === column);
    return (
      <td key={column}>
        {consent ? <Standing consent={consent} /> : <span className={classes.since}>{t('consents.notForeseen')}</span>}
      </td>
    );
  });
}

function ByPurpose({ controller, name, onWithdraw, reason }: TableProps) {
  const { t } = useTranslation();
  return (
    <table className={classes.table} aria-label={name}>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('consents.channel')}</th>
          <th scope="col">{t('consents.answer')}</th>
        </tr>
      </thead>
      {rowsOf(controller).map((row) => (
        <tbody key={row.purpose}>
          {row.consents.some(isAsked) ? (
            <>
              <tr>
                <th scope="rowgroup" className={classes.purpose}>
                  {PURPOSE_NAMES[row.purpose][uiLanguage()]}
                </th>
                <td>
                  {onWithdraw ? <Withdraw row={row} name={name} onWithdraw={onWithdraw} reason={reason} /> : null}
                </td>
              </tr>
              {row.consents.map((consent) => (
                <tr key={consent.channel}>
                  <th scope="row" className={classes.channel}>
                    {CHANNEL_NAMES[consent.channel][uiLanguage()]}
                  </th>
                  <td>
                    <Standing consent={consent} />
                  </td>
                </tr>
              ))}
            </>
          ) : (
            <tr>
              <th scope="row">{PURPOSE_NAMES[row.purpose][uiLanguage()]}</th>
              <td>
                <NeverAsked />
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  );
}

/** Only granted consents can be withdrawn. */
function Withdraw(props: {
  row: Row;
  name: string;
  onWithdraw: (purpose: ConsentPurpose) => void;
  reason: string | null;
}) {
  const { t } = useTranslation();
  const { row, name, onWithdraw, reason } = props;
  if (!row.consents.some(({ choice }) => choice === 'GRANTED')) return null;
  const purpose = PURPOSE_NAMES[row.purpose][uiLanguage()];
  return (
    <ReasonButton
      variant="default"
      size="xs"
      aria-label={t('consents.withdrawal.actOf', { purpose, controller: name })}
      reason={reason}
      onClick={() => onWithdraw(row.purpose)}
    >
      {t('consents.withdrawal.act')}
    </ReasonButton>
  );
}

const isAsked = ({ choice }: Consent): boolean => choice !== 'NOT_ASKED';

function NeverAsked() {
  const { t } = useTranslation();
  return <span className={classes.since}>{t('consents.choice.NOT_ASKED')}</span>;
}

/** An answer has a chip and its day; a question never put to the customer has only plain text. */
function Standing({ consent }: { consent: Consent }) {
  const { t } = useTranslation();
  const { choice, since } = consent;
  if (!isAsked(consent)) return <NeverAsked />;
  return (
    <span className={classes.standing}>
      <Chip tone={choice === 'GRANTED' ? 'good' : 'neutral'} icon={choice === 'GRANTED' ? IconCheck : IconX}>
        {t(`consents.choice.${choice}`)}
      </Chip>
      {since ? <span className={classes.since}>{t('consents.since', { date: formatDate(since) })}</span> : null}
    </span>
  );
}
