/** The customer's FEA adherence: its state, the module, its history, its revocation. */
import { IconBan, IconCheck, IconCircleDashed, IconClockX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadAdherence, downloadRevocationRequest } from '#contract/calls/adherences.ts';
import { personName } from '#domain/dossiers/customer-name.ts';
import { signsSimply } from '#domain/entitlements/simple-signature.ts';
import { choiceLabel } from '#domain/papers/labels/choice-labels.ts';
import type { AdherenceState, DossierRow } from '../../api/answer-types.ts';
import { askFile, saveFile } from '../../api/client.ts';
import { adherenceQuery, signatureServicesQuery } from '../../api/queries.ts';
import { type Request, requestOf } from '../../api/request.ts';
import { OfferedButton } from '../../connected/act/offered-button.tsx';
import { useAct } from '../../connected/act/use-act.ts';
import { Chip } from '../../connected/chip.tsx';
import { useZipDownload } from '../../connected/download.ts';
import { NotLoaded } from '../../connected/failure-note.tsx';
import { lazyPart } from '../../connected/lazy-part.tsx';
import { useNames } from '../../connected/user-names.ts';
import { paths } from '../../paths.ts';
import { formatDate, formatDateTime, toIsoDate } from '../../text/dates.ts';
import { uiLanguage } from '../../text/language.ts';
import { Card, type Fact, Facts, Note } from '../../ui/card.tsx';
import classes from './consents.module.css';
import { useDossierActions } from './dossier-actions.ts';
import { HistoryRows } from './history-rows.tsx';

const RevokeDialog = lazyPart(
  async () => (await import('./revoke-form.tsx')).RevokeForm,
  ...(['documentFields', 'documentDialogs'] as const),
);

type Adherence = AdherenceState['history'][number];

/** Absent where FEA is not used: a legal entity that uses simple signatures has no adherences. */
export function AdherenceCard(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const { dossier } = props;
  const adherence = useQuery(adherenceQuery(dossier.id));
  const services = useQuery(signatureServicesQuery);
  const simple = signsSimply(services.data ?? [], dossier.legalEntity, toIsoDate(new Date()));
  const some = adherence.data !== undefined && adherence.data.history.length > 0;
  if (!some && (services.data === undefined || simple) && !adherence.isError) return null;
  return (
    <Card title={t('adherence.title')} flush>
      {adherence.data ? (
        <>
          <CurrentAdherence dossier={dossier} state={adherence.data} />
          <History dossier={dossier} state={adherence.data} />
        </>
      ) : (
        <NotLoaded query={adherence} rows={2} label={t('adherence.title')} padded />
      )}
    </Card>
  );
}

const APPEARANCE = {
  REQUESTED: ['waiting', IconCircleDashed],
  ACTIVE: ['good', IconCheck],
  REVOKED: ['bad', IconBan],
  EXPIRED: ['neutral', IconClockX],
} as const;

function StateChip(props: { state: Adherence['state'] }) {
  const { t } = useTranslation();
  return <Chip look={APPEARANCE[props.state]}>{t(`adherence.state.${props.state}`)}</Chip>;
}

function CurrentAdherence(props: { dossier: DossierRow; state: AdherenceState }) {
  const { t } = useTranslation();
  const { dossier, state } = props;
  const { current } = state;
  const offer = useDossierActions(dossier, { hasAdhered: current?.state === 'ACTIVE' });
  const [papers, revoke] = [offer('adherence-papers'), offer('revoke')];
  const ever = state.history.some(({ own, since }) => own && since !== null);
  return (
    <div className="padded">
      <header className={classes.head}>
        <h3 className={classes.name}>
          {t('adherence.entity')} {state.legalEntityName ?? state.legalEntity}
        </h3>
        {current ? <StateChip state={current.state} /> : null}
      </header>
      {current ? (
        <Facts facts={factsOf(t, current)} />
      ) : (
        <p className={classes.detail}>{t(state.personKnown ? 'adherence.none' : 'adherence.unknown')}</p>
      )}
      {current && current.changed.length > 0 ? (
        <Note tone="bad">
          {t('adherence.changed', {
            fields: current.changed.map((field) => t(`adherence.changedFields.${field}`)).join(', '),
          })}
        </Note>
      ) : null}
      {papers && revoke && current ? (
        <div className="cluster">
          {ever ? (
            <CopyButton
              rank={5}
              file={requestOf(downloadAdherence, { path: { id: dossier.id } })}
              label={t('adherence.copy.act', { name: personName(dossier) })}
              reason={papers.reason}
            />
          ) : null}
          <RevokeButton dossier={dossier} reason={revoke.reason} />
        </div>
      ) : null}
      <p className={classes.detail}>
        <a className={classes.alone} href={paths.feaPage(state.legalEntity)} target="_blank" rel="noreferrer">
          {t('label.documentType.FEA_PAGE')}
        </a>
      </p>
    </div>
  );
}

function CopyButton(props: { rank: number | null; file: Request; label: string; reason: string | null }) {
  const copy = useZipDownload({ file: props.file, words: 'adherence.copy' });
  return (
    <ActButton act={copy} rank={props.rank} reason={props.reason}>
      {props.label}
    </ActButton>
  );
}

/** An adherence signed before the dossier's codice fiscale changed: the person keeps the same rights and can still revoke it. */
function EarlierPerson(props: { dossier: DossierRow; one: Adherence; reason: string | null }) {
  const { t } = useTranslation();
  const { dossier, one, reason } = props;
  return (
    <div className="cluster">
      <CopyButton
        rank={null}
        file={requestOf(downloadAdherence, { path: { id: dossier.id }, query: { adherenceId: one.id } })}
        label={t('adherence.copy.earlier')}
        reason={reason}
      />
      {one.state === 'ACTIVE' ? <RevokeButton dossier={dossier} adherenceId={one.id} reason={reason} /> : null}
    </div>
  );
}

function ActButton(props: {
  act: { isPending: boolean; mutate: () => void };
  rank?: number | null;
  reason: string | null;
  children: string;
}) {
  const { act, rank = null, reason, children } = props;
  return (
    <OfferedButton
      rank={rank}
      variant="default"
      size="xs"
      loading={act.isPending}
      reason={reason}
      onClick={() => act.mutate()}
    >
      {children}
    </OfferedButton>
  );
}

function RevokeButton({ reason, ...of }: { dossier: DossierRow; adherenceId?: number; reason: string | null }) {
  const { t } = useTranslation();
  const [revoking, setRevoking] = useState(false);
  return (
    <>
      <OfferedButton
        // Only for the current person's adherence: the label does not show whose it is.
        rank={of.adherenceId === undefined ? 4 : null}
        variant="default"
        size="xs"
        reason={reason}
        onClick={() => setRevoking(true)}
      >
        {t('adherence.revoke.act')}
      </OfferedButton>
      {revoking ? <RevokeDialog {...of} onClose={() => setRevoking(false)} /> : null}
    </>
  );
}

function factsOf(t: TFunction, adherence: Adherence): Fact[] {
  const { since, until, moduleId, identity } = adherence;
  return [
    since === null
      ? { label: t('adherence.requested'), value: formatDate(adherence.requestedDate) }
      : { label: t('adherence.since'), value: formatDateTime(since) },
    ...(until === null ? [] : [{ label: t('adherence.until'), value: formatDateTime(until) }]),
    { label: t('adherence.module'), value: <Module id={moduleId} /> },
    ...(identity === null
      ? []
      : [
          {
            label: t('adherence.identity'),
            value: t('adherence.identityValue', {
              type: choiceLabel('ID_TYPE', identity.type, uiLanguage()),
              number: identity.number,
              issuer: identity.issuer,
              expiry: formatDate(identity.expiry),
            }),
          },
          ...(identity.copyId === null
            ? []
            : [
                {
                  label: t('adherence.copyKept'),
                  value: (
                    <Link to={paths.document(identity.copyId)}>{t('adherence.copyLink', { id: identity.copyId })}</Link>
                  ),
                },
              ]),
          { label: t('adherence.identified'), value: <Identified by={identity.by} day={identity.date} /> },
        ]),
    ...(adherence.coversNational ? [{ label: t('adherence.national'), value: t('adherence.nationalValue') }] : []),
  ];
}

function Identified(props: { by: string; day: string }) {
  const { t } = useTranslation();
  const name = useNames([props.by])(props.by) ?? '…';
  return t('adherence.identifiedValue', { name, date: formatDate(props.day) });
}

/** The signed module, or a note that it was signed outside this product. */
function Module({ id }: { id: number | null }) {
  const { t } = useTranslation();
  if (id === null) return t('adherence.elsewhere');
  return <Link to={paths.document(id)}>{t('adherence.moduleLink', { id })}</Link>;
}

function History(props: { dossier: DossierRow; state: AdherenceState }) {
  const { t } = useTranslation();
  const papers = useDossierActions(props.dossier)('adherence-papers');
  const { history } = props.state;
  if (history.length === 0) return null;
  return (
    <HistoryRows title={t('adherence.history')} rows={history} timeOf={(entry) => entry.since ?? entry.requestedDate}>
      {(entry) => (
        <div>
          <StateChip state={entry.state} /> <Module id={entry.moduleId} />
          <End of={entry} />
          {entry.revocation?.requestName && papers ? (
            <RequestLink id={props.dossier.id} adherenceId={entry.id} reason={papers.reason} />
          ) : null}
          {!entry.own && entry.since !== null && papers ? (
            <EarlierPerson dossier={props.dossier} one={entry} reason={papers.reason} />
          ) : null}
        </div>
      )}
    </HistoryRows>
  );
}

function End({ of: adherence }: { of: Adherence }) {
  const { t } = useTranslation();
  const login = adherence.revocation?.operator ?? null;
  return <span className={classes.detail}>{endOf(t, adherence, useNames([login])(login) ?? '…')}</span>;
}

/** The request that the customer signed to revoke. */
function RequestLink(props: { id: number; adherenceId: number; reason: string | null }) {
  const { t } = useTranslation();
  const { id, adherenceId } = props;
  const work = useAct({
    words: () => ({ done: null, failed: t('adherence.revoke.requestFailed') }),
    send: async () => saveFile(await askFile(requestOf(downloadRevocationRequest, { path: { id, adherenceId } }))),
  });
  return (
    <ActButton act={work} reason={props.reason}>
      {t('adherence.revoke.requestLink')}
    </ActButton>
  );
}

function endOf(t: TFunction, { state, since, revocation }: Adherence, person: string): string | null {
  if (revocation) {
    const request = {
      date: formatDate(revocation.date),
      way: t(`registry.asked.ways.${revocation.via}`).toLowerCase(),
    };
    const { operator } = revocation;
    const sentence =
      operator === null
        ? t('adherence.revokedElsewhere', request)
        : t('adherence.revoked', { ...request, operator: person });
    return [sentence, revocation.requestedBy, revocation.reason].filter(Boolean).join(' · ');
  }
  if (state !== 'EXPIRED') return null;
  return t(since === null ? 'adherence.dropped' : 'adherence.replaced');
}
