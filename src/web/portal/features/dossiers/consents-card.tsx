/** The customer's consents towards each controller: where they stand, their history, a withdrawal (D-90…D-92). */
import { Button } from '@mantine/core';
import { IconCheck, IconCircleDashed, IconCloudCheck, IconCloudUp, IconCloudX, IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CHANNEL_NAMES,
  type ConsentChoice,
  type ConsentPurpose,
  consentLabel,
  keepsRegister,
  PURPOSE_NAMES,
  type WithdrawalWay,
} from '#domain/consents/consent.ts';
import { call } from '../../api/client.ts';
import { consentsQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { Consents, DossierRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import { spoken } from '../../text/language.ts';
import { formatCount } from '../../text/numbers.ts';
import { Card, Note, SkeletonRows } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { FailureNote, wordFailure } from '../../ui/failure-note.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { toastProgress } from '../../ui/toasts.tsx';
import classes from './consents.module.css';
import { WithdrawDialog } from './withdraw-dialog.tsx';

type Controller = Consents['controllers'][number];
type Consent = Controller['consents'][number];

export function ConsentsCard(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const { dossier } = props;
  const consents = useQuery(consentsQuery(dossier.id));
  return (
    <Card title={t('consents.title')} flush>
      {consents.data ? (
        <>
          {consents.data.controllers.map((controller) => (
            <ControllerSection key={controller.controller} dossier={dossier} controller={controller} />
          ))}
          <History history={consents.data.history} />
        </>
      ) : consents.isError ? (
        <div className={classes.padded}>
          <FailureNote failure={consents.error} onRetry={() => void consents.refetch()} />
        </div>
      ) : (
        <SkeletonRows rows={4} label={t('consents.title')} />
      )}
    </Card>
  );
}

const PUSH_LOOK = {
  QUEUED: ['updating', IconCloudUp],
  PUSHED: ['good', IconCloudCheck],
  FAILED: ['bad', IconCloudX],
} as const;

function useName(controller: Controller): string {
  const { t } = useTranslation();
  return keepsRegister(controller.controller) ? t('consents.national') : (controller.name ?? controller.controller);
}

function ControllerSection(props: { dossier: DossierRow; controller: Controller }) {
  const { t } = useTranslation();
  const { dossier, controller } = props;
  const { may } = useSession();
  const name = useName(controller);
  const [withdrawing, setWithdrawing] = useState<ConsentPurpose | null>(null);
  const mayEdit = may('dossier.edit', { hst: dossier.hst, createdBy: dossier.createdBy }).ok;
  const purposes = [...new Set(controller.consents.map(({ purpose }) => purpose))];
  const { push } = controller;
  const of = (purpose: ConsentPurpose) => controller.consents.filter((consent) => consent.purpose === purpose);
  return (
    <section className={classes.controller} aria-label={name}>
      <header className={classes.head}>
        <h3 className={classes.name}>{name}</h3>
        {push ? (
          <Chip tone={PUSH_LOOK[push][0]} icon={PUSH_LOOK[push][1]}>
            {t(`consents.push.${push}`)}
          </Chip>
        ) : null}
      </header>
      {push === 'FAILED' ? <NotTold dossier={dossier} mayEdit={mayEdit} /> : null}
      <ul className={classes.purposes}>
        {purposes.map((purpose) => (
          <li key={purpose} className={classes.purpose}>
            <div className={classes.words}>
              <span className={classes.purposeName}>{PURPOSE_NAMES[purpose][spoken()]}</span>
              <ul className={classes.channels}>
                {of(purpose).map((consent) => (
                  <Standing key={consent.channel} consent={consent} />
                ))}
              </ul>
            </div>
            {mayEdit ? (
              <ReasonButton
                variant="default"
                size="xs"
                aria-label={t('consents.withdrawOf', { purpose: PURPOSE_NAMES[purpose][spoken()], controller: name })}
                reason={of(purpose).every(({ choice }) => choice === 'DENIED') ? t('consents.nothingLeft') : null}
                onClick={() => setWithdrawing(purpose)}
              >
                {t('consents.withdraw')}
              </ReasonButton>
            ) : null}
          </li>
        ))}
      </ul>
      {withdrawing ? (
        <WithdrawDialog
          dossierId={dossier.id}
          controller={{ code: controller.controller, name }}
          purpose={withdrawing}
          channels={of(withdrawing).flatMap(({ channel, choice }) => (choice === 'DENIED' ? [] : [channel]))}
          onClose={() => setWithdrawing(null)}
        />
      ) : null}
    </section>
  );
}

const CHOICE_LOOK = {
  GRANTED: ['good', IconCheck],
  DENIED: ['neutral', IconX],
  NOT_ASKED: ['neutral', IconCircleDashed],
} as const satisfies Record<ConsentChoice, readonly unknown[]>;

function Standing(props: { consent: Consent }) {
  const { t } = useTranslation();
  const { channel, choice, since } = props.consent;
  const [tone, icon] = CHOICE_LOOK[choice];
  return (
    <li className={classes.channel}>
      {channel === 'ALL' ? null : <span>{CHANNEL_NAMES[channel][spoken()]}</span>}
      <Chip tone={tone} icon={icon}>
        {t(`consents.choice.${choice}`)}
      </Chip>
      {since ? <span className={classes.since}>{t('consents.since', { date: formatDate(since) })}</span> : null}
    </li>
  );
}

/** What the controller's system did not take, and the way on for whoever may change the customer. */
function NotTold(props: { dossier: DossierRow; mayEdit: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { dossier, mayEdit } = props;
  const { queryKey } = consentsQuery(dossier.id);
  const again = useMutation({
    mutationFn: async () => {
      const toast = toastProgress(t('consents.sending.doing'));
      try {
        const answer = await call<Consents>(`/api/dossiers/${dossier.id}/consents/push`, { method: 'POST', body: {} });
        toast.done(t('consents.sending.done'));
        return answer;
      } catch (error) {
        toast.failed(t('consents.sending.failed'), wordFailure(t, error));
        throw error;
      }
    },
    onSuccess: (answer) => client.setQueryData(queryKey, answer),
    onSettled: () => void client.invalidateQueries({ queryKey }),
  });
  return (
    <div className={classes.note}>
      <Note
        tone="bad"
        title={t('consents.pushFailed')}
        action={
          mayEdit ? (
            <Button size="xs" variant="default" loading={again.isPending} onClick={() => again.mutate()}>
              {t('consents.pushAgain')}
            </Button>
          ) : undefined
        }
      >
        {t('consents.pushFailedText')}
      </Note>
    </div>
  );
}

/** Closed at first: where things stand is what is looked for. */
function History(props: { history: Consents['history'] }) {
  const { t } = useTranslation();
  const { history } = props;
  if (history.length === 0) return <p className={classes.empty}>{t('consents.historyEmpty')}</p>;
  const source = (row: Consents['history'][number]) => {
    if (row.withdrawnVia) {
      const way = t(`consents.dialog.ways.${row.withdrawnVia as WithdrawalWay}`);
      return t('consents.withdrawn', { way, operator: row.operator });
    }
    if (row.documentId === null) return t('consents.signedElsewhere');
    return <Link to={paths.document(row.documentId)}>{t('consents.signed', { id: row.documentId })}</Link>;
  };
  return (
    <details className={classes.history}>
      <summary>
        {t('consents.history')}
        <span className={classes.since}>
          {t('consents.historyCount', { count: history.length, replace: { count: formatCount(history.length) } })}
        </span>
      </summary>
      <ol className={classes.rows}>
        {history.map((row) => (
          <li key={row.id} className={classes.row}>
            <time dateTime={row.time} className={classes.since}>
              {formatDateTime(row.time)}
            </time>
            <span>
              <strong>{`${consentLabel(row, spoken())}: ${t(`consents.choice.${row.choice}`)}`}</strong>
              <span className={classes.detail}>
                {keepsRegister(row.controller) ? t('consents.national') : row.controller}, {source(row)}
                {row.textVersion ? `, ${t('consents.version', { version: row.textVersion })}` : ''}
                {row.requestedBy ? ` · ${row.requestedBy}` : ''}
                {row.note ? ` · ${row.note}` : ''}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
