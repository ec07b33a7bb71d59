/** The customer's consents to each controller: current state, history, withdrawal, objection. */
import { IconCloudCheck, IconCloudUp, IconCloudX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pushConsents } from '#contract/calls/consents.ts';
import { isPrivileged } from '#domain/access.ts';
import { type ConsentChoice, type ConsentPurpose, NATIONAL_CONTROLLER } from '#domain/consents/consent.ts';
import type { Consents, DossierRow } from '../../api/answer-types.ts';
import { ask } from '../../api/client.ts';
import { consentsQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { OfferedButton } from '../../connected/act/offered-button.tsx';
import { useAct } from '../../connected/act/use-act.ts';
import { Chip } from '../../connected/chip.tsx';
import { NotLoaded } from '../../connected/failure-note.tsx';
import { lazyPart } from '../../connected/lazy-part.tsx';
import { uiLanguage } from '../../text/language.ts';
import { Card, Note } from '../../ui/card.tsx';
import { ConsentHistory, useControllerName } from './consent-history.tsx';
import classes from './consents.module.css';
import { ConsentsTable, type Controller, rowsOf } from './consents-table.tsx';
import { type OfferedAction as Allowed, useDossierActions } from './dossier-actions.ts';
import type { WithdrawableConsent } from './withdraw-form.tsx';

const WithdrawDialog = lazyPart(async () => (await import('./withdraw-form.tsx')).WithdrawForm);

export function ConsentsCard(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const { dossier } = props;
  const consents = useQuery(consentsQuery(dossier.id));
  const nameOf = useControllerName();
  const offer = useDossierActions(dossier)('consents');
  const untold = consents.data?.controllers.filter(({ push }) => push === 'FAILED') ?? [];
  return (
    <Card
      title={t('consents.title')}
      aside={
        offer !== null && consents.data ? (
          <Objection dossier={dossier} consents={consents.data} offer={offer} />
        ) : undefined
      }
      flush
    >
      {consents.data ? (
        <>
          {untold.length > 0 ? <NotSentNote dossier={dossier} names={untold.map(nameOf)} offer={offer} /> : null}
          <div className={classes.controllers}>
            {consents.data.controllers.map((controller) => (
              <ControllerSection key={controller.controller} dossier={dossier} controller={controller} offer={offer} />
            ))}
          </div>
          <ConsentHistory consents={consents.data} />
        </>
      ) : (
        <NotLoaded query={consents} rows={4} label={t('consents.title')} padded />
      )}
    </Card>
  );
}

const PUSH_LOOK = {
  QUEUED: ['updating', IconCloudUp],
  PUSHED: ['good', IconCloudCheck],
  FAILED: ['bad', IconCloudX],
} as const;

function ControllerSection(props: { dossier: DossierRow; controller: Controller; offer: Allowed | null }) {
  const { t } = useTranslation();
  const { dossier, controller, offer } = props;
  const name = useControllerName()(controller);
  const [withdrawing, setWithdrawing] = useState<ConsentPurpose | null>(null);
  const { account } = useSession();
  const { push } = controller;
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
      <ConsentsTable
        controller={controller}
        name={name}
        onWithdraw={offer === null ? null : setWithdrawing}
        reason={offer?.reason ?? null}
      />
      {controller.controller === NATIONAL_CONTROLLER && !isPrivileged(account) ? (
        <p className={classes.scope}>{t('consents.ownOnly')}</p>
      ) : null}
      {withdrawing ? (
        <WithdrawDialog
          dossierId={dossier.id}
          kind="withdrawal"
          offered={offeredOf(controller, name, ['GRANTED']).filter(({ purpose }) => purpose === withdrawing)}
          onClose={() => setWithdrawing(null)}
        />
      ) : null}
    </section>
  );
}

const offeredOf = (controller: Controller, name: string, choices: readonly ConsentChoice[]): WithdrawableConsent[] =>
  rowsOf(controller).flatMap(({ purpose, consents }) => {
    const channels = consents.filter(({ choice }) => choices.includes(choice)).map(({ channel }) => channel);
    return channels.length > 0 ? [{ controller: controller.controller, name, purpose, channels }] : [];
  });

/** Covers everything that is not denied yet, whether consent was requested or not (art. 21 GDPR). */
function Objection(props: { dossier: DossierRow; consents: Consents; offer: Allowed }) {
  const { t } = useTranslation();
  const nameOf = useControllerName();
  const [objecting, setObjecting] = useState(false);
  const offered = props.consents.controllers.flatMap((code) => offeredOf(code, nameOf(code), ['GRANTED', 'NOT_ASKED']));
  if (offered.length === 0) return null;
  return (
    <>
      <OfferedButton
        rank={6}
        variant="default"
        size="xs"
        reason={props.offer.reason}
        onClick={() => setObjecting(true)}
      >
        {t('consents.objection.act')}
      </OfferedButton>
      {objecting ? (
        <WithdrawDialog
          dossierId={props.dossier.id}
          kind="objection"
          offered={offered}
          onClose={() => setObjecting(false)}
        />
      ) : null}
    </>
  );
}

/**
 * Lists the controllers whose systems did not accept the update: one call retries all, with the time of the next
 * automatic retry and the support contact.
 */
function NotSentNote(props: { dossier: DossierRow; names: readonly string[]; offer: Allowed | null }) {
  const { t } = useTranslation();
  const { dossier, names, offer } = props;
  const resend = useAct({
    words: 'consents.sending',
    send: () => ask(pushConsents, { path: { id: dossier.id }, body: {} }),
    cacheKey: consentsQuery(dossier.id).queryKey,
    call: pushConsents,
    path: () => ({ id: dossier.id }),
  });
  return (
    <div className={classes.note}>
      <Note
        tone="bad"
        title={t('consents.pushFailed', { names: new Intl.ListFormat(uiLanguage()).format(names) })}
        action={
          offer === null ? undefined : (
            <OfferedButton
              rank={7}
              size="xs"
              variant="default"
              loading={resend.isPending}
              reason={offer.reason}
              onClick={() => resend.mutate()}
            >
              {t('consents.pushAgain')}
            </OfferedButton>
          )
        }
      >
        {t(offer?.reason === null ? 'consents.pushFailedText' : 'consents.pushFailedTextReadOnly', { id: dossier.id })}
      </Note>
    </div>
  );
}
