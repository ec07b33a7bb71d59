/** "In attesa di firma": every pending signature with its signer, its age and its progress; one click sends the link again. */
import { Button } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { canRead, isReadOnlyIn } from '#domain/access.ts';
import { BRANDS } from '#domain/dealers/brands.ts';
import { FOLDER_TYPES } from '#domain/folders/folder-types.ts';
import { PROGRESSES, type Progress } from '#domain/signing/signer-progress.ts';
import { pollIntervalMs } from '../../api/live/live.ts';
import { waitingCountQuery, waitingSearch } from '../../api/queries/waiting.ts';
import { useSession } from '../../api/session.tsx';
import { entityFilterOf, useBrandFilter, useFolderTypeFilter } from '../../connected/list/filters.ts';
import { ListGroups } from '../../connected/list/list-groups.tsx';
import { useAddressedList } from '../../connected/list/list-in-url.ts';
import { ListPage } from '../../connected/list/list-page.tsx';
import { criteriaOf } from '../../connected/list/list-state.ts';
import { usePageAccent } from '../../entities/dealers/brand.tsx';
import { useTurnsTogether } from '../../entities/documents/own-turns.ts';
import { useNow } from '../../entities/documents/use-remind.ts';
import { paths } from '../../paths.ts';
import { counted } from '../../text/numbers.ts';
import { useWaitingColumns, useWaitingLines } from './waiting-columns.tsx';

const POLL_MS = 15_000;
const FIELDS = { progress: 'progress', brand: 'brand', folderType: 'folderType', entity: 'legalEntity' };

export function WaitingPage() {
  const { t } = useTranslation();
  const { account, homeBrand, ownDealers } = useSession();
  usePageAccent(homeBrand);
  const brands = BRANDS.filter(
    (brand) =>
      account.brands.some((entry) => entry.brand === brand && entry.permissions.length > 0) &&
      !isReadOnlyIn(account, brand),
  );
  const types = FOLDER_TYPES.filter((type) => brands.some((brand) => canRead(account, brand, type)));
  const now = useNow();
  const together = useTurnsTogether();
  const columns = useWaitingColumns(now);
  const phone = useWaitingLines(now);
  const filters = [
    useBrandFilter(brands, t('columns.brand'), t('all.brands')),
    useFolderTypeFilter('folderType', types, t('all.types')),
    entityFilterOf(ownDealers, t('label.field.legalEntity'), t('all.legalEntities')),
  ];
  const list = useAddressedList({
    ...{ sorting: { field: 'since', order: 'asc' }, columns, filters },
    choices: { progress: PROGRESSES },
  });
  const waiting = useQuery({
    ...waitingSearch({ ...list.paging, criteria: criteriaOf(list.state, FIELDS) }),
    refetchInterval: () => pollIntervalMs(POLL_MS),
  });
  return (
    <ListPage
      title={t('menu.waiting')}
      actions={
        together ? (
          <Button component={Link} to={together.to} variant="default">
            {t('dashboard.ownTurnsAll', together)}
          </Button>
        ) : null
      }
      lead={
        <Groups
          chosen={list.state.filters.progress}
          legalEntity={list.state.filters.entity}
          onChoose={(progress) => list.choose('progress', progress ?? '')}
        />
      }
      {...{ list, filters }}
      search={{ label: t('waiting.search'), placeholder: t('waiting.placeholder') }}
      note={(total) => t('waiting.note', counted(total))}
      query={waiting}
      empty={{ icon: IconMailCheck, title: t('waiting.none'), text: t('waiting.emptyText') }}
      rows={{ columns, rowKey: (row) => row.id, href: (row) => paths.document(row.id), phone, tall: true }}
    />
  );
}

const GROUPS = ['ALL', ...PROGRESSES] as const;

/** The three groups of pending signatures, and all of them, each with its count. */
function Groups(props: {
  chosen: string | undefined;
  /** Counts only its documents. */
  legalEntity: string | undefined;
  onChoose: (progress: Progress | undefined) => void;
}) {
  const { t } = useTranslation();
  const { data } = useQuery(waitingCountQuery(props.legalEntity ?? null));
  const counts = data && {
    ALL: data.sent + data.opened + data.stuck,
    SENT: data.sent,
    OPENED: data.opened,
    STUCK: data.stuck,
  };
  return (
    <ListGroups
      label={t('waiting.group.label')}
      groups={GROUPS.map((key) => ({
        ...{ key, label: t(`waiting.group.${key}`), count: counts?.[key], alarming: key === 'STUCK' },
      }))}
      chosen={PROGRESSES.find((progress) => progress === props.chosen) ?? 'ALL'}
      onChoose={(key) => props.onChoose(key === 'ALL' ? undefined : key)}
    />
  );
}
