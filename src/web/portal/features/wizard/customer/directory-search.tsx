/** Searches for a customer in RSP or in the dealer's DMS: filters, results, details of the selected one. */
import { Button } from '@mantine/core';
import { IconCheck, IconCircleCheck, IconFilter, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  getDmsCustomer,
  searchDmsCustomers,
  searchRspCompanies,
  searchRspCustomers,
} from '#contract/calls/customer-search.ts';
import type { DirectoryCustomer, OutsideDirectory } from '#domain/customer-search/customer.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import type { DossierRow } from '../../../api/answer-types.ts';
import { ApiFailure } from '../../../api/failure.ts';
import { dossierSearch } from '../../../api/queries.ts';
import { pageOf, queryOf } from '../../../api/query-options.ts';
import { Chip } from '../../../connected/chip.tsx';
import { FailureNote, RetryButton } from '../../../connected/failure-note.tsx';
import { CustomerKind } from '../../../entities/customers/customer-kind.tsx';
import { birthLine } from '../../../text/dates.ts';
import { formatCount } from '../../../text/numbers.ts';
import { Card, Note, SkeletonRows } from '../../../ui/card.tsx';
import { TextInput } from '../../../ui/inputs/control-styles.ts';
import { ReasonButton } from '../../../ui/reason-button.tsx';
import { SmallButton } from '../../../ui/small-button.ts';
import { NextBar } from '../foot-bar.tsx';
import classes from '../wizard.module.css';
import { CustomerOption, NoCustomer } from './customer-summary.tsx';
import { DirectoryChosen } from './directory-customer.tsx';
import {
  FILTERS_OF,
  filterQuery,
  isShort,
  judgeFilters,
  type CustomerKind as Kind,
  type Lookup,
  NO_LOOKUP,
} from './directory-filters.ts';

const SHOWN = 10;

function searchOf(system: OutsideDirectory, kind: Kind) {
  if (system === 'DMS') return searchDmsCustomers;
  return kind === 'company' ? searchRspCompanies : searchRspCustomers;
}

/** A new search replaces and cancels the previous one. */
function useDirectoryRows(system: OutsideDirectory, search: Lookup['asked']) {
  const { kind, filters } = search ?? NO_LOOKUP;
  const sort = system === 'RSP' && kind === 'company' ? 'organizationName,asc' : 'lastName,asc';
  const query = { ...filterQuery(filters, kind), page: 0, size: SHOWN, sort };
  return useQuery(pageOf(searchOf(system, kind), { query }, { enabled: search !== null, retry: false }));
}

/** A DMS returns short rows in lists and full records one by one; until the full record is loaded, or when it fails, use the row. */
function useFullRecord(row: DirectoryCustomer | null): DirectoryCustomer | null {
  const fullRecord = useQuery(
    queryOf(
      getDmsCustomer,
      { path: { id: row?.businessId ?? '' } },
      { enabled: row?.searchType === 'DMS', retry: false },
    ),
  );
  return row && (fullRecord.data ?? row);
}

interface Search {
  system: OutsideDirectory;
  lookup: Lookup;
  onLookup: (lookup: Lookup) => void;
}

export function DirectorySearch(
  props: Search & {
    /** Runs the same filters in the other system, where this user may search there. */
    onOther: (() => void) | null;
    onNew: () => void;
    /** The row, and its existing dossier here. */
    onNext: (row: DirectoryCustomer, dossier: DossierRow | null) => void;
    onEdit: (row: DirectoryCustomer) => void;
  },
) {
  const { t } = useTranslation();
  const { system, lookup } = props;
  const [chosen, setChosen] = useState<DirectoryCustomer | null>(null);
  const fullRecord = useFullRecord(chosen);
  const results = useDirectoryRows(system, lookup.asked);
  const existing = useDossiersOf(results.data?.rows ?? []);
  return (
    <div className={classes.stepForm}>
      <div className={classes.columns}>
        <Card flush>
          <Filters {...props} found={results} onNone={() => setChosen(null)} />
          <Results {...props} found={results} known={existing} chosen={chosen} onChoose={setChosen} />
        </Card>
        <DirectoryChosen
          row={fullRecord}
          dossier={chosen && existingDossier(existing, chosen)}
          onEdit={props.onEdit}
          onOther={props.onOther && lookup.asked ? props.onOther : null}
          other={system === 'RSP' ? 'DMS' : 'RSP'}
        />
      </div>
      <NextBar
        hint={chosen ? customerName(chosen) : undefined}
        missing={chosen ? null : t('wizard.customer.choose')}
        onNext={() => {
          if (fullRecord) props.onNext(fullRecord, existingDossier(existing, fullRecord));
        }}
      />
    </div>
  );
}

/** @param props.onNone clears the choice made among other rows. */
function Filters(props: Search & { found: ReturnType<typeof useDirectoryRows>; onNone: () => void }) {
  const { t } = useTranslation();
  const { system, lookup, found } = props;
  const { kind, filters } = lookup;
  const { count, ready } = judgeFilters(filters, kind);
  const asAsked = lookup.asked !== null && JSON.stringify(lookup.asked) === JSON.stringify({ kind, filters });
  const renew = (next: Lookup) => {
    props.onNone();
    props.onLookup(next);
  };
  return (
    <form
      className={classes.search}
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready) return;
        renew({ ...lookup, asked: { kind, filters } });
        if (asAsked) void found.refetch();
      }}
    >
      <div className={classes.row}>
        {/* The result was for the previous customer kind. */}
        <CustomerKind value={kind} onChange={(nextKind) => renew({ ...lookup, kind: nextKind, asked: null })} />
        <span role="status">
          <Chip tone={ready ? 'good' : 'neutral'} icon={ready ? IconCheck : IconFilter}>
            {t('wizard.directory.filters', { count, replace: { count: formatCount(count) } })}
          </Chip>
        </span>
      </div>
      <div className={classes.grid3}>
        {FILTERS_OF[kind].map((field) => (
          <TextInput
            key={field}
            label={t(`label.field.${field}`)}
            description={isShort(filters, field) ? t('list.tooShort') : undefined}
            maxLength={255}
            value={filters[field] ?? ''}
            onChange={(event) =>
              props.onLookup({ ...lookup, filters: { ...filters, [field]: event.currentTarget.value } })
            }
          />
        ))}
      </div>
      <div className={classes.searchFoot}>
        <p className="quiet">{t('wizard.directory.rule')}</p>
        <div className={classes.searchActions}>
          <Button variant="subtle" onClick={() => renew({ ...NO_LOOKUP, kind })}>
            {t('wizard.directory.reset')}
          </Button>
          <ReasonButton
            variant="light"
            type="submit"
            leftSection={<IconSearch size={16} stroke={1.9} />}
            // With changed filters the button stays active: pressing it cancels the running search.
            loading={found.isFetching && asAsked}
            reason={ready ? null : t('wizard.directory.rule')}
          >
            {t(`wizard.directory.search.${system}`)}
          </ReasonButton>
        </div>
      </div>
    </form>
  );
}

function Results(
  props: Pick<Parameters<typeof DirectorySearch>[0], 'system' | 'lookup' | 'onOther' | 'onNew'> & {
    found: ReturnType<typeof useDirectoryRows>;
    known: readonly DossierRow[];
    chosen: DirectoryCustomer | null;
    onChoose: (row: DirectoryCustomer) => void;
  },
) {
  const { t } = useTranslation();
  const { found, system, onOther, chosen } = props;
  const { kind } = props.lookup;
  if (found.isError) {
    return (
      <div className="padded">
        {found.error instanceof ApiFailure && found.error.status === 503 ? (
          <DirectoryDown system={system} onOther={onOther} onRetry={() => void found.refetch()} />
        ) : (
          <FailureNote failure={found.error} onRetry={() => void found.refetch()} />
        )}
      </div>
    );
  }
  if (found.isFetching) return <SkeletonRows rows={4} height={52} />;
  if (!found.data) return null;
  const { rows, total } = found.data;
  if (rows.length === 0) {
    return (
      <NoCustomer
        title={t(`wizard.directory.none.${system}.${kind}`)}
        text={t('wizard.directory.noneText')}
        onNew={props.onNew}
      />
    );
  }
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.found}>
        {t(`wizard.directory.found.${system === 'DMS' ? 'DMS' : kind}`, {
          count: total,
          replace: { count: formatCount(total) },
        })}
        {total > rows.length ? <span className="caption">{t('wizard.directory.more', { shown: SHOWN })}</span> : null}
      </legend>
      {rows.map((row) => (
        <CustomerOption
          key={row.businessId}
          group="found"
          customer={row}
          about={row.organizationName === null ? birthLine(row) || '–' : `${row.firstName} ${row.lastName}`}
          chosen={row.businessId === chosen?.businessId}
          onChoose={() => props.onChoose(row)}
        >
          {existingDossier(props.known, row) ? (
            <Chip tone="info" icon={IconCircleCheck}>
              {t('wizard.directory.here')}
            </Chip>
          ) : null}
        </CustomerOption>
      ))}
    </fieldset>
  );
}

/** Only RSP has a fallback: the dealer's own system. */
function DirectoryDown(props: { system: OutsideDirectory; onOther: (() => void) | null; onRetry: () => void }) {
  const { t } = useTranslation();
  const { system } = props;
  const onOther = system === 'RSP' ? props.onOther : null;
  return (
    <Note
      tone="bad"
      title={t(`wizard.directory.down.${system}`)}
      action={
        <span className={classes.searchActions}>
          <RetryButton onRetry={props.onRetry} />
          {onOther ? <SmallButton onClick={onOther}>{t('wizard.directory.search.DMS')}</SmallButton> : null}
        </span>
      }
    >
      {t(onOther ? 'wizard.directory.downText' : 'wizard.directory.downOnly')}
    </Note>
  );
}

/** Finds which of the rows already exist as customers here, in one search. */
function useDossiersOf(rows: readonly DirectoryCustomer[]): readonly DossierRow[] {
  const codes = rows.flatMap((row) => row.fiscalCode ?? []);
  const criteria = { status: { equals: 'OPEN' }, fiscalCode: { in: codes } };
  const matches = useQuery({
    ...dossierSearch({ page: 0, size: 100, sort: 'id,desc', criteria }),
    enabled: codes.length > 0,
  });
  return codes.length > 0 ? (matches.data?.rows ?? []) : [];
}

function existingDossier(dossiers: readonly DossierRow[], row: DirectoryCustomer): DossierRow | null {
  return (row.fiscalCode && dossiers.find((dossier) => dossier.fiscalCode === row.fiscalCode)) || null;
}
