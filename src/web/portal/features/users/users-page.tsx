/** The users page: list, search, Excel export, and the dialog of one user. */
import { Button } from '@mantine/core';
import { IconPlus, IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { downloadUsers } from '#contract/calls/users.ts';
import { USER_EXPORT_NAME, userQuery, userSearch } from '../../api/queries/users.ts';
import { requestOf } from '../../api/request.ts';
import { useSession } from '../../api/session.tsx';
import { ExportButton } from '../../connected/export-button.tsx';
import { lazyPart } from '../../connected/lazy-part.tsx';
import { useAddressedList } from '../../connected/list/list-in-url.ts';
import { ListPage } from '../../connected/list/list-page.tsx';
import { RecordDialog } from '../../connected/list/record-dialog.tsx';
import { counted } from '../../text/numbers.ts';
import { type DialogParam, dialogLink, useDialogParam } from '../../ui/dialogs/use-dialog-param.ts';
import { WaitingProposals } from './administrator-proposals.tsx';
import { useUserColumns, useUserPhoneLines } from './user-columns.tsx';
import { UserDetail } from './user-detail.tsx';
import { userCriteria, useUserFilters } from './user-filters.ts';

export function UsersPage() {
  const { t } = useTranslation();
  const { account, may } = useSession();
  const columns = useUserColumns();
  const phone = useUserPhoneLines();
  const filters = useUserFilters();
  const list = useAddressedList({ sorting: { field: 'fullname', order: 'asc' }, columns, filters });
  const criteria = userCriteria(list.state);
  const users = useQuery(userSearch(criteria, list.state.page, list.state.size));
  const dialog = useDialogParam('user');
  const mayCreate = may('user.create').ok;
  const mayExport = may('user.export').ok;
  return (
    <>
      <ListPage
        section={t('menu.administration')}
        title={t('menu.users')}
        actions={
          mayExport || mayCreate ? (
            <>
              {mayExport ? (
                <ExportButton
                  file={requestOf(downloadUsers, { query: criteria })}
                  name={USER_EXPORT_NAME}
                  words="users.export"
                  reason={null}
                />
              ) : null}
              {mayCreate ? (
                <Button leftSection={<IconPlus size={18} stroke={1.9} />} onClick={() => dialog.open('new')}>
                  {t('users.new')}
                </Button>
              ) : null}
            </>
          ) : undefined
        }
        above={<WaitingProposals />}
        {...{ list, filters }}
        search={{ label: t('users.search'), placeholder: t('users.placeholder') }}
        note={(total) => t(account.hstList.length === 0 ? 'users.network' : 'users.ownDealers', counted(total))}
        query={users}
        empty={{
          icon: IconUserSearch,
          title: t('users.none'),
          text: mayCreate ? t('users.noneText') : t('users.noneTextReading'),
        }}
        rows={{
          ...{ columns, phone, tall: true, dense: true },
          rowKey: (row) => row.id,
          href: (row) => dialogLink('user', row.id),
        }}
      />
      <UserDialog dialog={dialog} />
    </>
  );
}

const UserForm = lazyPart(async () => (await import('./user-form.tsx')).UserForm);

/** The dialog of one user, opened by the address: a new user, the form for editors, the details for viewers. */
function UserDialog(props: { dialog: DialogParam }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const { value, id, close } = props.dialog;
  if (value === null) return null;
  if (value === 'new') return may('user.create').ok ? <UserForm key="new" user={null} onClose={close} /> : null;
  return (
    <RecordDialog key={value} query={userQuery(id ?? 0)} title={t('users.view')} width={760} onClose={close}>
      {(user) => {
        const { hstList, authorities } = user;
        const decision = may('user.edit', { hstList, authorities });
        return decision.ok ? (
          <UserForm user={user} onClose={close} />
        ) : (
          <UserDetail user={user} decision={decision} onClose={close} />
        );
      }}
    </RecordDialog>
  );
}
