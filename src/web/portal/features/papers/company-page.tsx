/** The page of the company data of a legal entity or the national company on generated papers: published, draft, history. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createPaperVersion } from '#contract/calls/papers.ts';
import { type CompanyFacts, EMPTY_COMPANY } from '#domain/papers/versions/version-schemas.ts';
import { ask } from '../../api/client.ts';
import { companyVersionsQuery, type Version, type VersionHead, versionQuery } from '../../api/queries/papers.ts';
import { useSession } from '../../api/session.tsx';
import { useAct } from '../../connected/act/use-act.ts';
import { FailedPage } from '../../connected/failed-page.tsx';
import { FailureNote } from '../../connected/failure-note.tsx';
import { useLegalEntities } from '../../connected/legal-entities.ts';
import { NotFoundPage } from '../../connected/not-found.tsx';
import { NATIONAL_COMPANY, paths } from '../../paths.ts';
import { Card, type Fact, Facts, Note } from '../../ui/card.tsx';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { CompanyForm } from './company-form.tsx';
import { companyGroups } from './company-values.ts';
import { needsAttention, openVersionOf, paperOf } from './current-versions.ts';
import classes from './papers.module.css';
import { PublicPageLink } from './public-page-link.tsx';
import { SamplePreview } from './sample-preview.tsx';
import { BeginButton, CurrentStateChip } from './state-chip.tsx';
import { RemoveDraft, StandingNote, SubmittedActions } from './version-actions.tsx';
import { VersionHistory } from './version-history.tsx';

export function CompanyPage() {
  const { t } = useTranslation();
  const { entity = '' } = useParams({ strict: false }) as { entity?: string };
  const { entities } = useLegalEntities();
  const national = { code: null, name: t('papers.national') };
  const company: CompanyScope | undefined =
    entity === NATIONAL_COMPANY ? national : entities.find(({ code }) => code.toLowerCase() === entity.toLowerCase());
  const versions = useQuery(companyVersionsQuery);
  const companyVersions = (versions.data ?? []).filter(({ legalEntity }) => legalEntity === company?.code);
  const open = openVersionOf(companyVersions, company === undefined ? '' : company.code);
  const published = companyVersions.find(({ state }) => state === 'PUBLISHED');
  const openVersion = useQuery({ ...versionQuery(open?.id ?? 0), enabled: open !== undefined });
  const publishedVersion = useQuery({ ...versionQuery(published?.id ?? 0), enabled: published !== undefined });
  if (company === undefined) return <NotFoundPage />;
  const failed = [versions, openVersion, publishedVersion].find((query) => query.isError && query.data === undefined);
  if (failed) {
    const up = { label: t('menu.papers'), to: paths.papers };
    return <FailedPage up={up} title={company.name} failure={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (!versions.data || (open && !openVersion.data) || (published && !publishedVersion.data)) return <LoadingOverlay />;
  return (
    <Loaded
      key={entity}
      entity={company}
      versions={companyVersions}
      open={open && openVersion.data ? openVersion.data : null}
      holds={published && publishedVersion.data ? publishedVersion.data : null}
    />
  );
}

/** The code of a legal entity; null for the national company. */
interface CompanyScope {
  code: string | null;
  name: string;
}

function Loaded(props: {
  entity: CompanyScope;
  versions: readonly VersionHead[];
  open: Version | null;
  holds: Version | null;
}) {
  const { t } = useTranslation();
  const { may } = useSession();
  const { entity, versions, open, holds } = props;
  const editable = may('paper.edit').ok;
  const [removing, setRemoving] = useState(false);
  const begin = useAct({
    of: ['create', 'papers'],
    once: () => ['papers', entity.name],
    send: (_nothing, { key }) =>
      ask(createPaperVersion, {
        body: { kind: 'COMPANY', legalEntity: entity.code, note: null, company: holds?.company ?? EMPTY_COMPANY },
        idempotencyKey: key,
      }),
    call: createPaperVersion,
  });
  const shown = open ?? holds;
  return (
    <>
      <PageHead
        crumbs={[
          { label: t('menu.administration') },
          { label: t('menu.papers'), to: paths.papers },
          { label: entity.name },
        ]}
        title={entity.code === null ? t('papers.nationalOne') : t('papers.companyTitle', { entity: entity.name })}
        chip={<CurrentStateChip open={open} holds={holds} />}
        actions={
          <>
            {entity.code === null ? null : <PublicPageLink entity={entity.code} />}
            {editable && open === null ? (
              <BeginButton begin={begin}>{t('papers.beginCompany')}</BeginButton>
            ) : editable && open?.state === 'SUBMITTED' ? (
              <SubmittedActions version={open} />
            ) : null}
          </>
        }
      />
      <div className={classes.stack}>
        {holds === null && !needsAttention(open) ? (
          <Note tone="waiting" title={t(entity.code === null ? 'papers.nationalNothing' : 'papers.saysNothing')}>
            {t(entity.code === null ? 'papers.nationalNothingText' : 'papers.saysNothingText')}
          </Note>
        ) : null}
        {begin.error ? <FailureNote failure={begin.error} /> : null}
        {editable && open?.state === 'DRAFT' ? (
          <CompanyForm key={open.id} version={open} onRemove={() => setRemoving(true)} />
        ) : shown ? (
          <Read legalEntity={entity.code} open={open} holds={holds} shown={shown} />
        ) : null}
        <VersionHistory versions={versions} />
      </div>
      {removing && open ? <RemoveDraft version={open} onClose={() => setRemoving(false)} /> : null}
    </>
  );
}

function Read(props: { legalEntity: string | null; open: Version | null; holds: Version | null; shown: Version }) {
  const { legalEntity, open, holds, shown } = props;
  return (
    <div className={classes.work}>
      <div className={classes.stack}>
        {open ? <StandingNote version={open} /> : null}
        <FactsRead
          legalEntity={legalEntity}
          facts={shown.company ?? EMPTY_COMPANY}
          before={open && holds ? (holds.company ?? EMPTY_COMPANY) : null}
        />
      </div>
      <div className={classes.beside}>
        <SamplePreview
          type={paperOf(legalEntity)}
          sample={{
            ...{ type: paperOf(legalEntity), language: 'it', legalEntity: legalEntity },
            company: shown.company ?? EMPTY_COMPANY,
          }}
        />
      </div>
    </div>
  );
}

/** The data and, where they change, the previous values. */
function FactsRead(props: { legalEntity: string | null; facts: CompanyFacts; before: CompanyFacts | null }) {
  const { t } = useTranslation();
  const { facts, before } = props;
  return companyGroups(props.legalEntity).map(({ group, fields }) => (
    <Card key={group} title={t(`papers.group.${group}`)}>
      <Facts
        facts={fields.map((field): Fact => {
          const now = facts[field] ?? t('missing');
          const old = before === null ? now : (before[field] ?? t('missing'));
          const value =
            old === now ? (
              now
            ) : (
              <>
                <del className={classes.removed}>
                  <span className="sr-only">{t('papers.removed')}</span>
                  {old}
                </del>{' '}
                <ins className={classes.added}>
                  <span className="sr-only">{t('papers.added')}</span>
                  {now}
                </ins>
              </>
            );
          return { label: t(`papers.field.${field}`), value };
        })}
      />
    </Card>
  ));
}
