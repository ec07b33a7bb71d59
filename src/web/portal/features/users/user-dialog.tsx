/** The dialog of one user, opened by the address: a new user, the form for editors, the details for viewers. */
import { useTranslation } from 'react-i18next';
import { userQuery } from '../../api/queries/users.ts';
import { useSession } from '../../api/session.tsx';
import { lazyPart } from '../../connected/fetched.tsx';
import { RecordDialog } from '../../connected/list/record-dialog.tsx';
import type { DialogParam } from '../../ui/dialogs/use-dialog-param.ts';
import { UserDetail } from './user-detail.tsx';

const UserForm = lazyPart(async () => (await import('./user-form.tsx')).UserForm);

export function UserDialog(props: { dialog: DialogParam }) {
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
