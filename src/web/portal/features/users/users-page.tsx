/** Users: list, search, export to Excel, and the dialog of one user over it (specification §2, §3, §6; picture 09a). */
import { Button } from '@mantine/core';
import { IconPlus, IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.tsx';
import { userSearch } from '../../api/users.ts';
import { paths } from '../../paths.ts';
import { counted } from '../../text/numbers.ts';
import { Card } from '../../ui/card.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { type List, useAddressedList } from '../../ui/list/list-state.ts';
import { ListEmpty, ListStates, ListTable } from '../../ui/list/list-states.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { ExportButton } from './export-button.tsx';
import { criteriaOf, listRules } from './list-criteria.ts';
import { WaitingProposals } from './proposals.tsx';
import { userAddress } from './user-address.ts';
import { useUserColumns, useUserPhoneLines } from './user-columns.tsx';
import { UserDialog } from './user-dialog.tsx';
import { useUserFilters } from './user-filters.ts';

export function UsersPage() {
  const { t } = useTranslation();
  const { account, may, ownDealers } = useSession();
  const navigate = useNavigate();
  const opened = (useSearch({ strict: false }) as { user?: string }).user ?? null;
  const list = useAddressedList(listRules(ownDealers.map(({ hst2011 }) => hst2011)));
  const { page, size } = list.state;
  const criteria = criteriaOf(list.state);
  const users = useQuery(userSearch(criteria, page, size));
  const total = users.data?.total ?? 0;
  const columns = useUserColumns();
  const phone = useUserPhoneLines();
  const filters = useUserFilters();
  const mayCreate = may('user.create').ok;
  const close = () =>
    void navigate({
      to: paths.users,
      search: ({ user: _opened, ...before }: Record<string, unknown>) => before,
      state: true,
      resetScroll: false,
    });
  return (
    <>
      <PageHead
        crumbs={[{ label: t('users.administration') }, { label: t('users.title') }]}
        title={t('users.title')}
        actions={
          may('user.export').ok || mayCreate ? (
            <>
              {may('user.export').ok ? <ExportButton criteria={criteria} /> : null}
              {mayCreate ? (
                <Button
                  leftSection={<IconPlus size={18} stroke={1.9} />}
                  onClick={() => void navigate(userAddress('new'))}
                >
                  {t('users.new')}
                </Button>
              ) : null}
            </>
          ) : undefined
        }
      />
      <WaitingProposals />
      <Card flush>
        <FilterBar
          list={list}
          search={{ label: t('users.search'), placeholder: t('users.placeholder') }}
          filters={filters}
          note={
            total === 0 ? null : t(account.hstList.length === 0 ? 'users.network' : 'users.ownDealers', counted(total))
          }
        />
        <ListStates
          query={users}
          skeleton={{ rows: size, height: 52 }}
          empty={<NoUsers list={list} mayCreate={mayCreate} />}
        >
          {(found) => (
            <ListTable
              list={list}
              rows={found.rows}
              total={found.total}
              table={{
                label: t('users.title'),
                columns,
                rowKey: (row) => row.id,
                href: () => paths.users,
                over: (row) => ({ user: String(row.id) }),
                phone,
                tall: true,
                dense: true,
              }}
            />
          )}
        </ListStates>
      </Card>
      <UserDialog opened={opened} onClose={close} />
    </>
  );
}

function NoUsers(props: { list: List; mayCreate: boolean }) {
  const { t } = useTranslation();
  return (
    <ListEmpty
      list={props.list}
      icon={<IconUserSearch size={30} stroke={1.6} />}
      title={t('users.none')}
      text={props.mayCreate ? t('users.noneText') : t('users.noneTextReading')}
    />
  );
}
