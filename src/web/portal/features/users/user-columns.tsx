/** Columns of the user list, and its rows on a phone. */
import { IconCircleCheck, IconCircleOff, IconEye, IconLock, IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isPrivileged, isReadOnly, mayEver, READONLY } from '#domain/access.ts';
import { BRANDS } from '#domain/dealers/brands.ts';
import type { Account } from '../../api/answer-types.ts';
import type { UserRow } from '../../api/queries/users.ts';
import { useSession } from '../../api/session.tsx';
import { Chip } from '../../connected/chip.tsx';
import { TwoLines } from '../../connected/list/cells.tsx';
import { BrandTile } from '../../entities/dealers/brand.tsx';
import { dialogLink } from '../../ui/dialogs/use-dialog-param.ts';
import { Email } from '../../ui/email.tsx';
import { InitialsTile, initials } from '../../ui/figures/tile.tsx';
import type { Column } from '../../ui/table.tsx';
import classes from './users.module.css';

export function useUserColumns(): Column<UserRow>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'user',
      header: t('users.user'),
      cell: (row) => (
        <TwoLines
          lead={<InitialsTile small letters={initials(row.firstName, row.lastName)} />}
          caption={<span className={classes.email}>{row.email}</span>}
        >
          {row.fullname}
        </TwoLines>
      ),
      sort: 'fullname',
      main: true,
    },
    {
      key: 'login',
      header: t('label.field.login'),
      cell: (row) => <span className={classes.login}>{row.login}</span>,
      sort: 'login',
      from: 768,
    },
    { key: 'roles', header: t('label.field.authorities'), cell: (row) => <Roles user={row} /> },
    { key: 'dealers', header: t('label.field.hstList'), cell: (row) => <Dealers user={row} />, from: 992 },
    { key: 'brands', header: t('label.field.brands'), cell: (row) => <Brands user={row} />, from: 1366 },
    { key: 'rights', header: t('label.field.permissions'), cell: (row) => <Rights user={row} />, from: 1366 },
    {
      key: 'state',
      header: t('columns.state'),
      cell: (row) => <UserStateChip activated={row.activated} />,
      sort: 'activated',
    },
    { key: 'actions', header: t('columns.actions'), cell: (row) => <OpenAction user={row} />, quiet: true },
  ];
}

export function UserStateChip(props: { activated: boolean }) {
  const { t } = useTranslation();
  return props.activated ? (
    <Chip tone="good" icon={IconCircleCheck}>
      {t('users.state.active')}
    </Chip>
  ) : (
    <Chip tone="neutral" icon={IconCircleOff}>
      {t('users.state.inactive')}
    </Chip>
  );
}

function Roles(props: { user: UserRow }) {
  const { t } = useTranslation();
  return (
    <span className={classes.tags}>
      {props.user.authorities.map((role) => (
        <Chip key={role} tone="neutral">
          {t(`label.role.${role}`)}
        </Chip>
      ))}
    </span>
  );
}

function Dealers(props: { user: UserRow }) {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const { user } = props;
  const [first, ...more] = user.hstList;
  if (isPrivileged(user)) return t('users.everyDealer');
  if (first === undefined) return t('missing');
  const all = user.hstList.map((hst) => `${dealerName(hst)} (${t('users.hst', { code: hst })})`).join(', ');
  return (
    <span title={all}>
      <TwoLines
        caption={
          more.length === 0
            ? t('users.hst', { code: first })
            : `${t('users.hst', { code: first })} ${t('users.moreDealers', { count: more.length })}`
        }
      >
        <span className={classes.dealer}>{dealerName(first)}</span>
      </TwoLines>
    </span>
  );
}

function Brands(props: { user: UserRow }) {
  const { t } = useTranslation();
  const userBrands = BRANDS.filter((brand) => props.user.brands.some((entry) => entry.brand === brand));
  const words = userBrands.map((brand) => t(`label.brandShort.${brand}`)).join(', ');
  return (
    <span className={classes.brands} title={words}>
      {BRANDS.map((brand) =>
        userBrands.includes(brand) ? (
          <BrandTile key={brand} brand={brand} />
        ) : (
          <span key={brand} className={classes.noBrand} aria-hidden="true" />
        ),
      )}
      <span className="sr-only">{words || t('missing')}</span>
    </span>
  );
}

function Rights(props: { user: UserRow }) {
  const { t } = useTranslation();
  const rights = rightsOf(props.user);
  if (rights !== 'read') return t(`users.rights.${rights}`);
  return (
    <Chip tone="neutral" icon={IconLock}>
      {t('users.rights.read')}
    </Chip>
  );
}

/** The main action of a row: edit, or view without the permission to edit. */
function OpenAction(props: { user: UserRow }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const { user } = props;
  const editable = may('user.edit', { hstList: user.hstList, authorities: user.authorities }).ok;
  const label = t(editable ? 'users.openEdit' : 'users.openView', { name: user.fullname });
  const Icon = editable ? IconPencil : IconEye;
  return (
    <Link {...dialogLink('user', user.id)} className={classes.rowAction} aria-label={label} title={label}>
      <Icon size={16} stroke={1.9} aria-hidden="true" />
    </Link>
  );
}

export function useUserPhoneLines() {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  return (user: UserRow) => {
    const roles = user.authorities.map((role) => t(`label.role.${role}`)).join(', ');
    const [first, ...more] = user.hstList;
    const place = isPrivileged(user)
      ? t('users.wholeNetwork')
      : first === undefined
        ? null
        : [dealerName(first), more.length > 0 ? t('users.moreDealers', { count: more.length }) : '']
            .filter(Boolean)
            .join(' ');
    return {
      lead: <InitialsTile small letters={initials(user.firstName, user.lastName)} />,
      title: user.fullname,
      chip: <UserStateChip activated={user.activated} />,
      lines: [<Email key="email" address={user.email} />, [roles, place].filter(Boolean).join(' · ')],
    };
  };
}

type Rights = 'all' | 'write' | 'mixed' | 'read' | 'none';

/** A user's permissions on folders and documents in one word. */
export function rightsOf(user: Account): Rights {
  if (isPrivileged(user)) return 'all';
  const granted = user.brands.filter(({ permissions }) => permissions.length > 0);
  if (!mayEver(user, 'document.read').ok || granted.length === 0) return 'none';
  if (isReadOnly(user) || !mayEver(user, 'document.create').ok) return 'read';
  return granted.some(({ permissions }) => permissions.includes(READONLY)) ? 'mixed' : 'write';
}
