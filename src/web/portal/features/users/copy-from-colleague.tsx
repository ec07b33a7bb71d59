/** Copies roles, dealers and permissions from a colleague; nothing is saved until the form is. */
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type UserRow, userSearch } from '../../api/queries/users.ts';
import { useSession } from '../../api/session.tsx';
import { Note } from '../../ui/card.tsx';
import { Select } from '../../ui/inputs/control-styles.ts';
import { SmallButton } from '../../ui/small-button.ts';
import { brandsIn, copyGrants, type Grants, grantsOf, isComplete, type LeftOut } from './copy-grants.ts';
import { usePermissionName } from './grid-frame.tsx';
import type { Permission } from './permission-rules.ts';
import type { UserValues } from './user-values.ts';
import classes from './users.module.css';

const PAUSE_MS = 250;
/** The server rejects shorter texts. */
const MIN_LENGTH = 3;
const MAX_SHOWN = 20;

interface CopiedGrants {
  name: string;
  grants: Grants;
  leftOut: LeftOut;
  before: Grants;
}

export function CopyFrom(props: {
  /** Null for a new user. */
  userId: number | null;
  values: UserValues;
  /** The stored values. */
  base: UserValues;
  onChange: (grants: Grants) => void;
}) {
  const { account, may, ownDealers } = useSession();
  const [copied, setCopied] = useState<CopiedGrants | null>(null);
  const action = props.userId === null ? 'user.create' : 'user.edit';
  const copy = (colleague: UserRow) => {
    const giver = {
      actor: account,
      mayGiveRole: (role: UserRow['authorities'][number]) => may(action, { authorities: [role] }).ok,
      dealers: ownDealers.map(({ hst2011 }) => hst2011),
    };
    const copyResult = copyGrants(colleague, giver, grantsOf(props.base));
    setCopied({ name: colleague.fullname, ...copyResult, before: copied?.before ?? grantsOf(props.values) });
    props.onChange(copyResult.grants);
  };
  const undo = (before: Grants) => {
    setCopied(null);
    props.onChange(before);
  };
  return (
    <div className={classes.copy}>
      <ColleagueChoice except={props.userId} onChoose={copy} />
      <div role="status">{copied ? <CopiedNote copied={copied} onUndo={() => undo(copied.before)} /> : null}</div>
    </div>
  );
}

function ColleagueChoice(props: { except: number | null; onChoose: (colleague: UserRow) => void }) {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const [opened, setOpened] = useState(false);
  const tooShort = text.length > 0 && text.length < MIN_LENGTH;
  const users = useQuery({
    ...userSearch(
      { sort: 'fullname,asc', ...(text.length < MIN_LENGTH ? {} : { 'genericFilter.contains': text }) },
      0,
      MAX_SHOWN,
    ),
    enabled: opened && !tooShort,
  });
  const people = tooShort ? [] : (users.data?.rows ?? []).filter(({ id }) => id !== props.except);
  const helpOf = (id: string) => {
    const person = people.find((user) => String(user.id) === id);
    if (!person) return '';
    const roles = person.authorities.map((role) => t(`label.role.${role}`)).join(', ');
    const state = person.activated ? [] : [t('users.state.inactive')];
    return [roles, ...person.hstList.slice(0, 2).map(dealerName), ...state].join(' · ');
  };
  const nothing = tooShort
    ? t('users.copy.type', { count: MIN_LENGTH })
    : t(users.isPending ? 'users.copy.searching' : users.isError ? 'users.copy.failed' : 'users.copy.nobody');
  return (
    <Select
      label={t('users.copy.label')}
      description={t('users.copy.hint')}
      placeholder={t('users.copy.placeholder')}
      searchable
      value={null}
      searchValue={typed}
      data={people.map(({ id, fullname }) => ({ value: String(id), label: fullname }))}
      // The server has already filtered.
      filter={({ options }) => options}
      nothingFoundMessage={nothing}
      onDropdownOpen={() => setOpened(true)}
      onSearchChange={setTyped}
      onChange={(id) => {
        const person = people.find((user) => String(user.id) === id);
        if (person) props.onChoose(person);
        setTyped('');
      }}
      renderOption={({ option }) => (
        <span>
          {option.label}
          <span className={classes.copyHelp}>{helpOf(option.value)}</span>
        </span>
      )}
    />
  );
}

function CopiedNote(props: { copied: CopiedGrants; onUndo: () => void }) {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const nameOf = usePermissionName();
  const { name, leftOut } = props.copied;
  return (
    <Note
      tone={isComplete(leftOut) ? 'good' : 'waiting'}
      title={t(isComplete(leftOut) ? 'users.copy.done' : 'users.copy.partly', { name })}
      action={<SmallButton onClick={props.onUndo}>{t('users.copy.undo')}</SmallButton>}
    >
      {copiedText(t, props.copied.grants)} {t('users.copy.check')}
      {isComplete(leftOut) ? null : (
        <ul className={classes.leftOut}>
          {leftOut.authorities.length > 0 ? (
            <li>
              {t('users.copy.leftRoles', {
                list: leftOut.authorities.map((role) => t(`label.role.${role}`)).join(', '),
              })}
            </li>
          ) : null}
          {leftOut.hstList.length > 0 ? (
            <li>{t('users.copy.leftDealers', { list: leftOut.hstList.map(dealerName).join(', ') })}</li>
          ) : null}
          {leftOut.permissions.length > 0 ? (
            <li>
              {t('users.copy.leftPermissions', {
                list: leftOut.permissions
                  .map(
                    ({ brand, permission }) => `${nameOf(permission as Permission)} ${t(`label.brandShort.${brand}`)}`,
                  )
                  .join(', '),
              })}
            </li>
          ) : null}
        </ul>
      )}
    </Note>
  );
}

function copiedText(t: TFunction, grants: Grants): string {
  const counts = {
    roles: grants.authorities.length,
    dealers: grants.hstList.length,
    brands: brandsIn(grants).length,
  };
  const parts = (['roles', 'dealers', 'brands'] as const)
    .filter((name) => counts[name] > 0)
    .map((name) => t(`users.copy.${name}`, { count: counts[name] }));
  return parts.length === 0 ? t('users.copy.nothing') : t('users.copy.taken', { list: parts.join(', ') });
}
