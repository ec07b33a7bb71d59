/** Roles, and the groups used in decisions. */

/** Columns of the permission table; `none` is only ROLE_USER. */
export const ROLE_GROUPS = ['admin', 'national', 'supervisor', 'dealer', 'sa3', 'dms', 'none'] as const;
export type RoleGroup = (typeof ROLE_GROUPS)[number];

export const GROUP_OF_ROLE = {
  ROLE_ADMIN: 'admin',
  ROLE_USER: 'none',
  ROLE_BMW_ITALIA: 'national',
  ROLE_SUPERVISOR_DEALER: 'supervisor',
  ROLE_DEALER: 'dealer',
  ROLE_SERVICE_DEALER: 'dealer',
  ROLE_SALE_DEALER: 'dealer',
  ROLE_ACCEPTANCE_DEALER: 'dealer',
  ROLE_BACKOFFICE_DEALER: 'dealer',
  ROLE_DMS_INCADEA: 'dms',
  ROLE_DMS_AUTOLINE: 'dms',
  ROLE_DMS_SIPADX: 'dms',
  ROLE_DMS_GMT: 'dms',
  ROLE_DMS_INFINITY: 'dms',
  ROLE_SALE_MANAGER: 'dealer',
  ROLE_OPERATOR_DEALER: 'dealer',
  ROLE_SA3: 'sa3',
} as const satisfies Record<`ROLE_${string}`, RoleGroup>;
export type Role = keyof typeof GROUP_OF_ROLE;
export const ROLES = Object.keys(GROUP_OF_ROLE) as [Role, ...Role[]];

/** Roles that exclude any other. */
export const SINGLE_SELECTION_ROLES: readonly Role[] = ROLES.filter((role) => {
  const group: RoleGroup = GROUP_OF_ROLE[role];
  return group !== 'dealer' && group !== 'none';
});

/** Service-side roles preselect the first dealer with a service mandate. */
export const SERVICE_SIDE_ROLES: readonly Role[] = ['ROLE_SERVICE_DEALER', 'ROLE_ACCEPTANCE_DEALER'];
