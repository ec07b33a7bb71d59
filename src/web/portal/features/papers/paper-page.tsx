/** The page of one type's clauses for one legal entity or for all: published version, draft, history and the paper itself. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createPaperVersion } from '#contract/calls/papers.ts';
import { PAPER_LANGUAGES, type PaperLanguage } from '#domain/papers/paper.ts';
import { FEA_PAGE } from '#domain/papers/versions/versions.ts';
import { ask } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import {
  clauseVersionsQuery,
  type PaperDraft,
  paperQuery,
  papersQuery,
  type Version,
  type VersionHead,
  versionQuery,
} from '../../api/queries/papers.ts';
import { useSession } from '../../api/session.tsx';
import { useAct } from '../../connected/act/use-act.ts';
import { FailedPage } from '../../connected/failed-page.tsx';
import { FailureNote } from '../../connected/failure-note.tsx';
import { documentTypeLabel } from '../../connected/labels.ts';
import { lazyExtra, lazyPart } from '../../connected/lazy-part.tsx';
import { useLegalEntities } from '../../connected/legal-entities.ts';
import { FilterSelect } from '../../connected/list/filter-select.tsx';
import { NotFoundPage } from '../../connected/not-found.tsx';
import { paths } from '../../paths.ts';
import { Note } from '../../ui/card.tsx';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { clausesOf } from './clause-values.ts';
import { ClausesRead } from './clauses-view.tsx';
import { needsAttention, nextLabel, openVersionOf, versionInForce } from './current-versions.ts';
import classes from './papers.module.css';
import { SamplePreview } from './sample-preview.tsx';
import { BeginButton, CurrentStateChip } from './state-chip.tsx';
import { productVersionName } from './translated-names.ts';
import { VersionHistory } from './version-history.tsx';

/** Loaded for editing: most users only read. */
const ClausesForm = lazyPart(async () => (await import('./clauses-form.tsx')).ClausesForm);
/** Used by two types only. */
const PublicPageLink = lazyExtra(async () => (await import('./public-page-link.tsx')).PublicPageLink);
/** Used for an open version: most pages have none. */
const actions = () => import('./version-actions.tsx');
const SubmittedActions = lazyExtra(async () => (await actions()).SubmittedActions);
const RemoveDraft = lazyPart(async () => (await actions()).RemoveDraft);
const StandingNote = lazyExtra(async () => (await actions()).StandingNote);

export function PaperPage() {
  const { t } = useTranslation();
  const { type = '' } = useParams({ strict: false }) as { type?: string };
  const search = useSearch({ strict: false }) as { language?: string; entity?: string };
  const papers = useQuery(papersQuery);
  if (papers.isError && !papers.data) {
    const up = { label: t('menu.administration') };
    return <FailedPage up={up} title={t('menu.papers')} failure={papers.error} onRetry={() => void papers.refetch()} />;
  }
  if (!papers.data) return <LoadingOverlay />;
  const languages = papers.data.filter((row) => row.type === type).map(({ language }) => language);
  const language = languages.find((code) => code === search.language) ?? languages[0];
  if (language === undefined) return <NotFoundPage />;
  const entity = search.entity || null;
  return <ScopedPaper key={`${type} ${language} ${entity}`} {...{ type, language, languages, entity }} />;
}

interface ScopeProps {
  type: string;
  language: PaperLanguage;
  languages: readonly PaperLanguage[];
  entity: string | null;
}

function ScopedPaper(props: ScopeProps) {
  const { t } = useTranslation();
  const { type, language, entity } = props;
  const draft = useQuery(paperQuery(type, language));
  const versions = useQuery(clauseVersionsQuery(type, language));
  const open = openVersionOf(versions.data ?? [], entity);
  const inForce = versionInForce(versions.data ?? [], entity);
  const openVersion = useQuery({ ...versionQuery(open?.id ?? 0), enabled: open !== undefined });
  const holding = useQuery({ ...versionQuery(inForce?.id ?? 0), enabled: inForce !== undefined });
  const failed = [draft, versions, openVersion, holding].find((query) => query.isError && query.data === undefined);
  if (failed) {
    if (failed.error instanceof ApiFailure && failed.error.status === 404) return <NotFoundPage />;
    const up = { label: t('menu.papers'), to: paths.papers };
    const retry = () => void failed.refetch();
    return <FailedPage up={up} title={documentTypeLabel(t, type)} failure={failed.error} onRetry={retry} />;
  }
  const waiting = (open && !openVersion.data) || (inForce && !holding.data);
  if (!draft.data || !versions.data || waiting) return <LoadingOverlay />;
  return (
    <LoadedPaper
      {...props}
      draft={draft.data}
      versions={versions.data}
      open={open && openVersion.data ? openVersion.data : null}
      holds={inForce && holding.data ? holding.data : null}
    />
  );
}

interface LoadedProps extends ScopeProps {
  draft: PaperDraft;
  versions: readonly VersionHead[];
  open: Version | null;
  holds: Version | null;
}

function LoadedPaper(props: LoadedProps) {
  const { t } = useTranslation();
  const { may } = useSession();
  const { type, language, entity, draft, versions, open, holds } = props;
  const editable = may('paper.edit').ok;
  const [removing, setRemoving] = useState(false);
  const title = documentTypeLabel(t, type);
  const begin = useAct({
    of: ['create', 'papers'],
    once: () => ['papers', [type, language, entity]],
    send: (_nothing, { key }) => {
      const version = nextLabel(versions, entity, new Date().getFullYear());
      const clauses = clausesOf(draft, holds?.clauses);
      const body = { kind: 'CLAUSES', type, language, legalEntity: entity, version, note: null, clauses } as const;
      return ask(createPaperVersion, { body, idempotencyKey: key });
    },
    detail: (answer) => answer.version ?? undefined,
    call: createPaperVersion,
  });
  const writing = editable && open?.state === 'DRAFT';
  return (
    <>
      <PageHead
        crumbs={[{ label: t('menu.administration') }, { label: t('menu.papers'), to: paths.papers }, { label: title }]}
        title={title}
        chip={<CurrentStateChip open={open} holds={holds} />}
        actions={
          <>
            <ScopeChoice {...props} />
            {entity !== null && (type === FEA_PAGE || type === 'FEA_MODULE') ? (
              <PublicPageLink entity={entity} />
            ) : null}
            {editable && open === null ? <BeginButton begin={begin}>{t('papers.begin')}</BeginButton> : null}
            {editable && open?.state === 'SUBMITTED' ? <SubmittedActions version={open} /> : null}
          </>
        }
      />
      <div className={classes.stack}>
        {needsAttention(open) ? null : (
          <InForceNote type={type} holds={holds} entity={entity} productVersion={draft.productVersion} />
        )}
        {begin.error ? <FailureNote failure={begin.error} /> : null}
        {writing && open ? (
          <ClausesForm key={open.id} draft={draft} version={open} onRemove={() => setRemoving(true)} />
        ) : (
          <ClausesInForce {...props} />
        )}
        <VersionHistory versions={versions.filter(({ legalEntity }) => legalEntity === entity)} />
      </div>
      {removing && open ? <RemoveDraft version={open} onClose={() => setRemoving(false)} /> : null}
    </>
  );
}

function ClausesInForce({ type, language, entity, draft, open, holds }: LoadedProps) {
  const { t } = useTranslation();
  const shown = open ?? holds;
  const before = holds ? { name: holds.version ?? '', clauses: clausesOf(draft, holds.clauses) } : null;
  const product = { name: productVersionName(t, draft.productVersion), clauses: draft.clauses };
  return (
    <div className={classes.work}>
      <div className={classes.stack}>
        {open ? <StandingNote version={open} /> : null}
        <ClausesRead
          key={open?.id ?? 'holds'}
          clauses={clausesOf(draft, shown?.clauses)}
          before={open ? (before ?? product) : null}
        />
      </div>
      <div className={classes.beside}>
        <SamplePreview
          type={type}
          sample={{
            ...{ type, language, legalEntity: entity },
            ...(shown?.clauses ? { version: shown.version ?? '', clauses: clausesOf(draft, shown.clauses) } : {}),
          }}
        />
      </div>
    </div>
  );
}

/** Explains what is printed or shown today, and why. */
function InForceNote(props: { type: string; holds: Version | null; entity: string | null; productVersion: string }) {
  const { t } = useTranslation();
  const { type, holds, entity, productVersion } = props;
  const page = type === FEA_PAGE;
  if (holds === null) {
    return (
      <Note
        tone="waiting"
        title={t(page ? 'papers.page.holdsNothing' : 'papers.holdsNothing', {
          version: productVersionName(t, productVersion).replace(/ (?=\d)/, '\u00a0'),
        })}
      >
        {t(page ? 'papers.page.holdsNothingText' : 'papers.holdsNothingText')}
      </Note>
    );
  }
  const isGeneral = entity !== null && holds.legalEntity === null;
  return (
    <Note
      tone={isGeneral ? 'info' : 'good'}
      title={t(page ? 'papers.page.holds' : 'papers.holds', { version: holds.version ?? '' })}
    >
      {isGeneral ? t('papers.holdsForAll') : t(page ? 'papers.page.holdsOwn' : 'papers.holdsOwn')}
    </Note>
  );
}

function ScopeChoice(props: ScopeProps) {
  const { t } = useTranslation();
  const { entities } = useLegalEntities();
  const navigate = useNavigate();
  const { type, language, languages, entity } = props;
  const go = (change: { language?: string; entity?: string }) => {
    const search = { language, entity: entity ?? '', ...change };
    void navigate({ to: paths.paper(type), search: search as never });
  };
  return (
    <>
      {languages.length > 1 ? (
        <FilterSelect
          filter={{
            name: 'language',
            label: t('papers.language'),
            all: t(`papers.languages.${language}`),
            choices: PAPER_LANGUAGES.filter((code) => languages.includes(code) && code !== language).map((value) => ({
              value,
              label: t(`papers.languages.${value}`),
            })),
          }}
          value=""
          onChoose={(value) => go({ language: value })}
        />
      ) : null}
      <FilterSelect
        filter={{
          name: 'entity',
          label: t('label.field.legalEntity'),
          all: t('all.legalEntities'),
          choices: entities.map(({ code, name }) => ({ value: code, label: name })),
        }}
        value={entity ?? ''}
        onChoose={(value) => go({ entity: value })}
      />
    </>
  );
}
