/** Roles: those that stand alone exclude the others, and each option says why it cannot be chosen (specification §5, §6). */
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { ROLES, type Role, SINGLE_SELECTION_ROLES } from '#domain/identity/roles.ts';
import { useSession } from '../../api/session.tsx';
import { MultiSelect } from '../../ui/multi-select.ts';
import { type RoleReason, roleReason } from './role-rules.ts';
import classes from './users.module.css';

export function RolesField(props: {
  creating: boolean;
  had: readonly Role[];
  value: readonly Role[];
  field: GetInputPropsReturnType;
}) {
  const { t } = useTranslation();
  const { may } = useSession();
  const { value } = props;
  const givable = (role: Role) =>
    may(props.creating ? 'user.create' : 'user.edit', { authorities: [role] }).ok || props.had.includes(role);
  const offered = ROLES.filter(givable);
  const limited = !offered.some((role) => SINGLE_SELECTION_ROLES.includes(role));
  const single = value.find((role) => SINGLE_SELECTION_ROLES.includes(role));
  const words: Record<RoleReason, string> = {
    excluded: t('users.roles.excludes', { role: single ? t(`label.role.${single}`) : '' }),
    alone: t('users.roles.alone'),
  };
  return (
    <MultiSelect
      label={t('label.field.authorities')}
      description={t(limited ? 'users.roles.supervisorHint' : 'users.roles.hint')}
      placeholder={value.length === 0 || single === undefined ? t('users.roles.add') : undefined}
      withAsterisk
      searchable
      openOnFocus={false}
      nothingFoundMessage={t('users.roles.search')}
      maxDropdownHeight={300}
      data={offered.map((role) => ({
        value: role,
        label: t(`label.role.${role}`),
        disabled: roleReason(role, value) !== null,
      }))}
      renderOption={({ option }) => {
        const role = option.value as Role;
        const reason = roleReason(role, value);
        return (
          <span className={classes.option}>
            <span>{option.label}</span>
            <span className={classes.optionHelp}>
              {reason === null ? t(`users.roles.help.${role}`) : words[reason]}
            </span>
          </span>
        );
      }}
      {...props.field}
    />
  );
}
