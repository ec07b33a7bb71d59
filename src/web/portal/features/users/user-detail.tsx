/** A user for viewers without the permission to edit: facts, permissions, and why editing is not possible. */
import { useTranslation } from 'react-i18next';
import { type Decision, isPrivileged } from '#domain/access.ts';
import type { UserRow } from '../../api/queries/users.ts';
import { useSession } from '../../api/session.tsx';
import form from '../../connected/form/form.module.css';
import { useNames } from '../../connected/user-names.ts';
import { formatDateTime } from '../../text/dates.ts';
import { formatPhone } from '../../text/phone-number.ts';
import { Facts, Note } from '../../ui/card.tsx';
import { InfoDialog } from '../../ui/dialogs/info-dialog.tsx';
import { GrantedPermissions } from './granted-permissions.tsx';
import { UserStateChip } from './user-columns.tsx';

export function UserDetail(props: { user: UserRow; decision: Decision; onClose: () => void }) {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const { user, decision } = props;
  const reason = decision.ok ? null : decision.reason;
  const dealers = user.hstList.map((code) => t('users.dealers.label', { name: dealerName(code), code }));
  const named = useNames([user.createdBy, user.lastModifiedBy]);
  const by = (at: string, login: string | null) => {
    const name = named(login);
    return name === null ? formatDateTime(at) : t('label.by', { at: formatDateTime(at), name });
  };
  return (
    <InfoDialog title={user.fullname} width={760} onClose={props.onClose}>
      <div className={form.stack}>
        {reason === 'roleNotGivable' || reason === 'scope' ? (
          <Note tone="info">{t(`users.notYours.${reason}`)}</Note>
        ) : null}
        <Facts
          layout="columns"
          facts={[
            { label: t('label.field.login'), value: user.login },
            { label: t('columns.state'), value: <UserStateChip activated={user.activated} /> },
            { label: t('label.field.email'), value: user.email },
            ...(user.mobilePhone
              ? [{ label: t('label.field.mobilePhone'), value: formatPhone(user.mobilePhone) }]
              : []),
            {
              label: t('label.field.authorities'),
              value: user.authorities.map((role) => t(`label.role.${role}`)).join(', '),
            },
            { label: t('users.created'), value: by(user.createdDate, user.createdBy) },
            { label: t('users.modified'), value: by(user.lastModifiedDate, user.lastModifiedBy) },
            {
              label: t('label.field.hstList'),
              value: isPrivileged(user) ? t('users.everyDealer') : dealers.join(', ') || t('missing'),
            },
          ]}
        />
        {isPrivileged(user) ? (
          <Note tone="info" title={t('users.form.privileged')}>
            {t('users.form.privilegedText')}
          </Note>
        ) : (
          <GrantedPermissions user={user} />
        )}
      </div>
    </InfoDialog>
  );
}
