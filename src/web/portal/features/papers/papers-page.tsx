/**
 * The templates page: types by family with their published and open versions for a legal entity or for all, and the
 * company data of each legal entity.
 */
import { Button } from '@mantine/core';
import { IconBuilding, IconChevronRight, IconFileAlert, IconFileText, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { companyVersionsQuery, type PaperRow, papersQuery } from '../../api/queries/papers.ts';
import { useSession } from '../../api/session.tsx';
import { Chip, Count } from '../../connected/chip.tsx';
import { QueryFailure } from '../../connected/failure-note.tsx';
import { documentTypeLabel } from '../../connected/labels.ts';
import { useLegalEntities } from '../../connected/legal-entities.ts';
import { ListFilter } from '../../connected/list/filter-select.tsx';
import { useEntityFilter } from '../../connected/list/filters.ts';
import { useAddressedList } from '../../connected/list/list-in-url.ts';
import { useNames } from '../../connected/user-names.ts';
import { paths } from '../../paths.ts';
import { formatDateTime } from '../../text/dates.ts';
import { counted } from '../../text/numbers.ts';
import { Card, SkeletonRows } from '../../ui/card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { openVersionOf, versionInForce } from './current-versions.ts';
import classes from './papers.module.css';
import { StateChip } from './state-chip.tsx';
import { productVersionName } from './translated-names.ts';

/** In the order in which a customer meets them; types without a family are last. */
const FAMILIES = [
  ['sale', /^SALE_/],
  ['service', /^SERVICE_/],
  ['loan', /^LOAN_/],
  ['privacy', /^PRIVACY_/],
  ['other', /^/],
] as const;

/** Filters by state: never published, published, in progress. */
const STATES = ['due', 'published', 'open'] as const;

function stateOf({ versions }: PaperRow, entity: string | null): Record<(typeof STATES)[number], boolean> {
  const holds = versionInForce(versions, entity) !== undefined;
  return { due: !holds, published: holds, open: openVersionOf(versions, entity) !== undefined };
}

export function PapersPage() {
  const { t } = useTranslation();
  const { may } = useSession();
  const byState = {
    ...{ name: 'state', label: t('papers.standing'), all: t('all.states') },
    choices: STATES.map((value) => ({ value, label: t(`papers.stands.${value}`) })),
  };
  const byEntity = useEntityFilter(t('label.field.legalEntity'), t('all.legalEntities'));
  const list = useAddressedList({ sorting: { field: 'type', order: 'asc' }, filters: [byState, byEntity] });
  const entity = list.state.filters.entity ?? null;
  const state = STATES.find((candidate) => candidate === list.state.filters.state) ?? null;
  const papers = useQuery(papersQuery);
  const shown = (papers.data ?? []).filter((row) => state === null || stateOf(row, entity)[state]);
  const families = FAMILIES.map(([name], index) => ({
    name,
    rows: shown.filter(({ type }) => FAMILIES.findIndex(([, pattern]) => pattern.test(type)) === index),
  })).filter(({ rows }) => rows.length > 0);
  return (
    <>
      <PageHead
        crumbs={[{ label: t('menu.administration') }, { label: t('menu.papers') }]}
        title={t('menu.papers')}
        actions={
          <>
            <ListFilter list={list} filter={byState} />
            <ListFilter list={list} filter={byEntity} />
            {may('folderType.edit').ok ? (
              <Button component={Link} to={paths.folderTypes} variant="default">
                {t('label.field.folderTypeSet')}
              </Button>
            ) : null}
          </>
        }
      />
      <div className={classes.stack}>
        <div>
          <p className={classes.lead}>{t('papers.lead')}</p>
          {papers.data ? <Shown rows={shown} entity={entity} isDueOnly={state === 'due'} /> : null}
        </div>
        <WaitingCard papers={papers.data ?? []} />
        {entity === null ? null : <CompaniesCard entity={entity} />}
        <QueryFailure query={papers} />
        {papers.isPending ? (
          <Card flush>
            <SkeletonRows rows={8} height={52} />
          </Card>
        ) : null}
        {families.map(({ name, rows }) => (
          <Card key={name} flush title={t(`papers.family.${name}`)} count={<Count>{rows.length}</Count>}>
            <ul className={classes.rows}>
              {rows.map((row) => (
                <PaperLine key={`${row.type} ${row.language}`} row={row} entity={entity} />
              ))}
            </ul>
          </Card>
        ))}
        {entity === null ? <CompaniesCard entity={null} /> : null}
      </div>
    </>
  );
}

/** The number of types, and of those never published. */
function Shown(props: { rows: readonly PaperRow[]; entity: string | null; isDueOnly: boolean }) {
  const { t } = useTranslation();
  const { rows } = props;
  const due = rows.filter((row) => stateOf(row, props.entity).due).length;
  const ofThem = due === rows.length ? t('papers.shownAllDue') : t('papers.shownDue', counted(due));
  return (
    <p className={classes.shown}>
      {t('papers.shown', counted(rows.length))}
      {due === 0 || props.isDueOnly ? null : `, ${ofThem}`}
    </p>
  );
}

/** Everything that waits for a second administrator, collected in one place. */
function WaitingCard(props: { papers: readonly PaperRow[] }) {
  const { t } = useTranslation();
  const { entityName } = useLegalEntities();
  const companies = useQuery(companyVersionsQuery);
  const all = [...props.papers.flatMap(({ versions }) => versions), ...(companies.data ?? [])];
  const waiting = all.filter(({ state }) => state === 'SUBMITTED');
  const named = useNames(waiting.map(({ submittedBy }) => submittedBy));
  if (waiting.length === 0) return null;
  return (
    <Card flush title={t('papers.waiting')} count={<Count>{waiting.length}</Count>}>
      <ul className={classes.rows}>
        {waiting.map((paper) => (
          <Line
            key={paper.id}
            to={paper.type === null ? paths.company(paper.legalEntity) : paths.paper(paper.type)}
            search={paper.type === null ? {} : { language: paper.language, entity: paper.legalEntity ?? undefined }}
            icon={paper.type === null ? IconBuilding : IconFileText}
            name={
              paper.type !== null
                ? `${documentTypeLabel(t, paper.type)} ${paper.version}`
                : t(paper.legalEntity === null ? 'papers.nationalOne' : 'papers.companyOne')
            }
            captions={[
              paper.legalEntity !== null
                ? entityName(paper.legalEntity)
                : paper.type === null
                  ? null
                  : t('all.legalEntities'),
              t('papers.submittedBy', {
                person: named(paper.submittedBy) ?? '…',
                at: paper.submittedDate === null ? '' : formatDateTime(paper.submittedDate),
              }),
            ]}
          >
            <StateChip state="SUBMITTED" />
          </Line>
        ))}
      </ul>
    </Card>
  );
}

function PaperLine(props: { row: PaperRow; entity: string | null }) {
  const { t } = useTranslation();
  const { row, entity } = props;
  const { type, language, versions } = row;
  const open = openVersionOf(versions, entity);
  const holds = versionInForce(versions, entity);
  const title = documentTypeLabel(t, type);
  const otherEntities = new Set(versions.flatMap((one) => (one.legalEntity === null ? [] : [one.legalEntity]))).size;
  const versionText =
    holds === undefined
      ? t('papers.line.product', { version: productVersionName(t, row.productVersion) })
      : t(entity !== null && holds.legalEntity === null ? 'papers.line.forAll' : 'papers.line.published', {
          version: holds.version ?? '',
        });
  return (
    <Line
      to={paths.paper(type)}
      search={{ language, ...(entity === null ? {} : { entity }) }}
      icon={IconFileText}
      name={language === 'it' ? title : `${title} · ${t(`papers.languages.${language}`)}`}
      captions={[
        versionText,
        t('papers.line.clauses', { count: row.clauses }),
        entity === null && otherEntities > 0 ? t('papers.line.others', { count: otherEntities }) : null,
      ]}
    >
      {open ? <StateChip state={open.state} /> : null}
      {holds ? (
        <StateChip state="PUBLISHED" />
      ) : (
        <Chip tone="waiting" icon={IconFileAlert}>
          {t('papers.toApprove')}
        </Chip>
      )}
    </Line>
  );
}

/** A row that links to its subject, with chips for its state. */
function Line(props: {
  to: string;
  search?: object;
  icon: typeof IconFileText;
  name: string;
  captions: readonly (string | null)[];
  children: ReactNode;
}) {
  const { icon: Icon } = props;
  return (
    <li>
      <Link className={classes.row} to={props.to} search={(props.search ?? {}) as never}>
        <span className={classes.tile} aria-hidden="true">
          <Icon size={16} stroke={1.8} />
        </span>
        <span className={classes.lines}>
          <span className={classes.name}>{props.name}</span>
          <span className={classes.caption}>{props.captions.filter(Boolean).join(' · ')}</span>
        </span>
        <span className={classes.chips}>{props.children}</span>
        <IconChevronRight size={16} stroke={1.8} aria-hidden="true" />
      </Link>
    </li>
  );
}

/** The company data of legal entities and the national company: all of them, or the selected one. */
function CompaniesCard(props: { entity: string | null }) {
  const { t } = useTranslation();
  const { entities } = useLegalEntities();
  const versions = useQuery(companyVersionsQuery);
  const national = { code: null, name: t('papers.national') };
  const shown = [...entities, national].filter(({ code }) => props.entity === null || code === props.entity);
  return (
    <Card flush title={t('papers.companies')} count={<Count>{shown.length}</Count>}>
      <QueryFailure query={versions} />
      <ul className={classes.rows} data-companies>
        {shown.map(({ code, name }) => {
          const own = (versions.data ?? []).filter(({ legalEntity }) => legalEntity === code);
          const open = openVersionOf(own, code);
          const holds = own.find(({ state }) => state === 'PUBLISHED');
          return (
            <Line
              key={code ?? ''}
              to={paths.company(code)}
              icon={IconBuilding}
              name={name}
              captions={[code ?? t('papers.nationalCaption')]}
            >
              {open ? <StateChip state={open.state} /> : null}
              {holds ? <StateChip state="PUBLISHED" /> : null}
              {open || holds || versions.isPending ? null : (
                <Chip tone="neutral" icon={IconPencil}>
                  {t('papers.nothingSaid')}
                </Chip>
              )}
            </Line>
          );
        })}
      </ul>
    </Card>
  );
}
