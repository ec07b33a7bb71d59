/** The roles field: exclusive roles disable the others, and each disabled option shows why. */
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { ROLES, type Role, SINGLE_SELECTION_ROLES } from '#domain/identity/roles.ts';
import { useSession } from '../../api/session.tsx';
import { type Choice, MultiSelect } from '../../ui/inputs/multi-select.tsx';

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
  // Roles that can be combined come first: most users get those.
  const offered = [...ROLES.filter((role) => !SINGLE_SELECTION_ROLES.includes(role)), ...SINGLE_SELECTION_ROLES].filter(
    givable,
  );
  const limited = !offered.some((role) => SINGLE_SELECTION_ROLES.includes(role));
  const single = value.find((role) => SINGLE_SELECTION_ROLES.includes(role));
  const words: Record<RoleReason, string> = {
    excluded: t('users.roles.excludes', { role: single ? t(`label.role.${single}`) : '' }),
    alone: t('users.roles.alone'),
  };
  const choice = (role: Role): Choice => {
    const reason = roleReason(role, value);
    return {
      value: role,
      label: t(`label.role.${role}`),
      help: reason === null ? t(`users.roles.help.${role}`) : words[reason],
      disabled: reason !== null,
    };
  };
  return (
    <MultiSelect
      label={t('label.field.authorities')}
      hint={t(limited ? 'users.roles.supervisorHint' : 'users.roles.hint')}
      placeholder={single === undefined ? t('users.roles.add') : undefined}
      required
      nothingFound={t('users.roles.search')}
      choices={offered.map(choice)}
      field={props.field}
    />
  );
}

/** `excluded`: a selected role allows no other; `alone`: this role allows no other, and others are selected. */
type RoleReason = 'excluded' | 'alone';

/** Null for a selectable role. A selected role can always be removed. */
export function roleReason(role: Role, chosen: readonly Role[]): RoleReason | null {
  if (chosen.includes(role) || chosen.length === 0) return null;
  if (chosen.some((selected) => SINGLE_SELECTION_ROLES.includes(selected))) return 'excluded';
  return SINGLE_SELECTION_ROLES.includes(role) ? 'alone' : null;
}
