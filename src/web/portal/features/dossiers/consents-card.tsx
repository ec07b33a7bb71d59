/** The customer's consents towards each controller: where they stand, their history, a withdrawal (D-90…D-92). */
import { Button } from '@mantine/core';
import { IconCheck, IconCircleDashed, IconCloudCheck, IconCloudUp, IconCloudX, IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CHANNEL_NAMES,
  CONSENT_PURPOSES,
  type ConsentChoice,
  type ConsentPurpose,
  PURPOSE_NAMES,
} from '#domain/consents/consent.ts';
import { call } from '../../api/client.ts';
import { consentsQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { Consents, DossierRow } from '../../api/shapes.ts';
import { formatDate } from '../../text/dates.ts';
import { spoken } from '../../text/language.ts';
import { Card, Note, SkeletonRows } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { FailureNote, wordFailure } from '../../ui/failure-note.tsx';
import { toastProgress } from '../../ui/toasts.tsx';
import { ConsentHistory, useControllerName } from './consent-history.tsx';
import classes from './consents.module.css';
import { WithdrawDialog } from './withdraw-dialog.tsx';

type Controller = Consents['controllers'][number];
type Consent = Controller['consents'][number];

export function ConsentsCard(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const { dossier } = props;
  const consents = useQuery(consentsQuery(dossier.id));
  const nameOf = useControllerName();
  const untold = consents.data?.controllers.filter(({ push }) => push === 'FAILED') ?? [];
  return (
    <Card title={t('consents.title')} flush>
      {consents.data ? (
        <>
          {untold.length > 0 ? <NotTold dossier={dossier} names={untold.map(nameOf)} /> : null}
          <div className={classes.controllers}>
            {consents.data.controllers.map((controller) => (
              <ControllerSection key={controller.controller} dossier={dossier} controller={controller} />
            ))}
          </div>
          <ConsentHistory consents={consents.data} />
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

function ControllerSection(props: { dossier: DossierRow; controller: Controller }) {
  const { t } = useTranslation();
  const { dossier, controller } = props;
  const { may } = useSession();
  const name = useControllerName()(controller);
  const [withdrawing, setWithdrawing] = useState<ConsentPurpose | null>(null);
  const mayEdit = may('dossier.edit', { hst: dossier.hst, createdBy: dossier.createdBy }).ok;
  // In one order for every controller, so that they compare across.
  const purposes = CONSENT_PURPOSES.filter((one) => controller.consents.some(({ purpose }) => purpose === one));
  const { push } = controller;
  const of = (purpose: ConsentPurpose) => controller.consents.filter((consent) => consent.purpose === purpose);
  const kindOf = (purpose: ConsentPurpose) =>
    of(purpose).some(({ choice }) => choice === 'NOT_ASKED') && !of(purpose).some(({ choice }) => choice === 'GRANTED')
      ? 'refusal'
      : 'withdrawal';
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
      <ul className={classes.purposes}>
        {purposes.map((purpose) => (
          <li key={purpose} className={classes.purpose}>
            <div className={classes.words}>
              <span className={classes.purposeName}>{PURPOSE_NAMES[purpose][spoken()]}</span>
              <ul className={classes.channels}>
                {of(purpose).some(({ choice }) => choice !== 'NOT_ASKED') ? (
                  of(purpose).map((consent) => <Standing key={consent.channel} consent={consent} />)
                ) : (
                  <Standing consent={{ purpose, channel: 'ALL', choice: 'NOT_ASKED', since: null }} />
                )}
              </ul>
            </div>
            {mayEdit && of(purpose).some(({ choice }) => choice !== 'DENIED') ? (
              <Button
                className={classes.act}
                variant="default"
                size="xs"
                aria-label={t(`consents.${kindOf(purpose)}.actOf`, {
                  purpose: PURPOSE_NAMES[purpose][spoken()],
                  controller: name,
                })}
                onClick={() => setWithdrawing(purpose)}
              >
                {t(`consents.${kindOf(purpose)}.act`)}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {withdrawing ? (
        <WithdrawDialog
          dossierId={dossier.id}
          controller={{ code: controller.controller, name }}
          purpose={withdrawing}
          kind={kindOf(withdrawing)}
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

/** Which controllers' systems did not take what they must know: one call tells them all, when it is tried by itself and who helps. */
function NotTold(props: { dossier: DossierRow; names: readonly string[] }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { dossier, names } = props;
  const { may } = useSession();
  const mayEdit = may('dossier.edit', { hst: dossier.hst, createdBy: dossier.createdBy }).ok;
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
        title={t('consents.pushFailed', { names: new Intl.ListFormat(spoken()).format(names) })}
        action={
          mayEdit ? (
            <Button size="xs" variant="default" loading={again.isPending} onClick={() => again.mutate()}>
              {t('consents.pushAgain')}
            </Button>
          ) : undefined
        }
      >
        {t(mayEdit ? 'consents.pushFailedText' : 'consents.pushFailedTextReadOnly', { id: dossier.id })}
      </Note>
    </div>
  );
}
