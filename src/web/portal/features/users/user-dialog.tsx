/** One user over the list, by the address: a new one, the form for who may edit, the details for who may look (P-4). */

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.tsx';
import { userQuery } from '../../api/users.ts';
import { SkeletonRows } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { fetchedDialog } from '../../ui/lazy-dialog.tsx';
import { UserDetail } from './user-detail.tsx';

const UserForm = fetchedDialog(async () => (await import('./user-form.tsx')).UserForm);

/** @param opened `new`, the id of a user, or null. */
export function UserDialog(props: { opened: string | null; onClose: () => void }) {
  const { may } = useSession();
  const { opened, onClose } = props;
  if (opened === null) return null;
  if (opened === 'new') return may('user.create').ok ? <UserForm key="new" user={null} onClose={onClose} /> : null;
  const id = /^\d{1,15}$/.test(opened) ? Number(opened) : 0;
  return <KnownUser key={id} id={id} onClose={onClose} />;
}

function KnownUser(props: { id: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const user = useQuery(userQuery(props.id));
  if (user.data === undefined) {
    return (
      <Dialog opened title={t('users.view')} width={760} onClose={props.onClose}>
        {user.isError ? (
          <FailureNote failure={user.error} onRetry={() => void user.refetch()} />
        ) : (
          <SkeletonRows rows={8} label={t('loading')} />
        )}
      </Dialog>
    );
  }
  const { hstList, authorities } = user.data;
  const decision = may('user.edit', { hstList, authorities });
  return decision.ok ? (
    <UserForm user={user.data} onClose={props.onClose} />
  ) : (
    <UserDetail user={user.data} decision={decision} onClose={props.onClose} />
  );
}
