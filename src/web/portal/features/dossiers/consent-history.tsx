/** The history of a customer's consents: each signed form and each withdrawal once. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CHANNEL_NAMES, hasRegister, PURPOSE_NAMES, type WithdrawalWay } from '#domain/consents/consent.ts';
import type { Consents } from '../../api/answer-types.ts';
import { useNames } from '../../connected/user-names.ts';
import { paths } from '../../paths.ts';
import { uiLanguage } from '../../text/language.ts';
import classes from './consents.module.css';
import { HistoryRows } from './history-rows.tsx';

type Row = Consents['history'][number];
type ConsentChange = [Row, ...Row[]];

/** The name of any controller. */
export function useControllerName(): (controller: { controller: string; name: string | null }) => string {
  const { t } = useTranslation();
  return ({ controller, name }) => (hasRegister(controller) ? t('consents.national') : (name ?? controller));
}

/** Rows written together, newest moment first, each in the order of the questions. */
function groupByMoment(history: readonly Row[]): ConsentChange[] {
  const moments: ConsentChange[] = [];
  for (const row of history) {
    const last = moments.at(-1);
    const together =
      last &&
      last[0].time === row.time &&
      last[0].controller === row.controller &&
      last[0].documentId === row.documentId &&
      last[0].withdrawnVia === row.withdrawnVia;
    if (together) last.unshift(row);
    else moments.push([row]);
  }
  return moments;
}

export function ConsentHistory(props: { consents: Consents }) {
  const { t } = useTranslation();
  const moments = groupByMoment(props.consents.history);
  if (moments.length === 0) return <p className={classes.empty}>{t('consents.historyEmpty')}</p>;
  return (
    <HistoryRows
      title={t('consents.history')}
      rows={moments.map((moment) => ({ id: moment[0].id, moment }))}
      timeOf={({ moment }) => moment[0].time}
    >
      {({ moment }) => <ConsentChangeItem moment={moment} consents={props.consents} />}
    </HistoryRows>
  );
}

function ConsentChangeItem({ moment, consents }: { moment: ConsentChange; consents: Consents }) {
  const { t } = useTranslation();
  const nameOf = useControllerName();
  const [first] = moment;
  const controller = consents.controllers.find((candidate) => candidate.controller === first.controller);
  const purposes = [...new Set(moment.map(({ purpose }) => purpose))];
  const version =
    first.withdrawnVia || !first.textVersion ? [] : [t('consents.version', { version: first.textVersion })];
  const more = [...version, first.requestedBy, first.note].filter(Boolean);
  return (
    <div>
      <p>
        <strong>{nameOf(controller ?? { controller: first.controller, name: null })}</strong>, <Source row={first} />
      </p>
      <ul className={classes.told}>
        {purposes.map((purpose) => (
          <li key={purpose}>
            {PURPOSE_NAMES[purpose][uiLanguage()]}:{' '}
            {moment
              .filter((row) => row.purpose === purpose)
              .map(({ channel, choice }) =>
                [
                  ...(channel === 'ALL' ? [] : [CHANNEL_NAMES[channel][uiLanguage()]]),
                  t(`consents.choice.${choice}`),
                ].join(' '),
              )
              .join(', ')}
          </li>
        ))}
      </ul>
      {more.length > 0 ? <p className={classes.detail}>{more.join(' · ')}</p> : null}
    </div>
  );
}

function Source({ row }: { row: Row }) {
  const { t } = useTranslation();
  const operator = useNames([row.operator])(row.operator);
  if (row.withdrawnVia) {
    const via = t(`registry.asked.ways.${row.withdrawnVia as WithdrawalWay}`).toLowerCase();
    return t('consents.withdrawn', { way: via, operator: operator ?? '…' });
  }
  if (row.documentId === null) return t('consents.signedElsewhere');
  return <Link to={paths.document(row.documentId)}>{t('consents.signed', { id: row.documentId })}</Link>;
}
