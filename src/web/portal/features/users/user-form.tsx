/** Form to create or edit a user; uses the server's own rules. */
import '../../../shared/no-eval.ts';
import { Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createUser, updateUser } from '#contract/calls/users.ts';
import { isPrivileged } from '#domain/access.ts';
import { BRANDS, type Brand } from '#domain/dealers/brands.ts';
import { needsSecondAdministrator, PROPOSAL_DAYS } from '#domain/identity/administrators.ts';
import { ask } from '../../api/client.ts';
import { type UserRow, userQuery } from '../../api/queries/users.ts';
import { useSession } from '../../api/session.tsx';
import { EditDialog } from '../../connected/form/edit-dialog.tsx';
import type { EntityForm } from '../../connected/form/entity-form.ts';
import { fieldLabel } from '../../connected/labels.ts';
import { SuggestedInput } from '../../entities/customers/suggest/suggested-input.tsx';
import { Note } from '../../ui/card.tsx';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { TextInput } from '../../ui/inputs/control-styles.ts';
import { ProposalNote } from './administrator-proposals.tsx';
import { CopyFrom } from './copy-from-colleague.tsx';
import { usePermissionName } from './grid-frame.tsx';
import { brandLists, PermissionGrid } from './permission-grid.tsx';
import type { Permission } from './permission-rules.ts';
import { RolesField } from './roles-field.tsx';
import {
  brandField,
  fieldOfServer,
  newUserValues,
  type UserValues,
  userBody,
  userIssues,
  valuesOf,
} from './user-values.ts';
import classes from './users.module.css';
import '@mantine/core/styles/Switch.css';
import type { GetInputPropsReturnType } from '@mantine/form';
import { MultiSelect } from '../../ui/inputs/multi-select.tsx';

export function UserForm(props: { user: UserRow | null; onClose: () => void }) {
  const { t } = useTranslation();
  const { account } = useSession();
  const client = useQueryClient();
  const { user } = props;
  const display = useDisplay();
  const creating = user === null;
  /** The save to run when the confirmation is accepted. */
  const [asking, setAsking] = useState<{ name: string; save: () => void } | null>(null);
  return (
    <>
      <EditDialog<UserValues, UserRow, ReturnType<typeof userBody>>
        onClose={props.onClose}
        title={t(creating ? 'users.new' : 'users.edit')}
        width={760}
        action={creating ? t('users.form.create') : undefined}
        hint={<span className={classes.effect}>{t(creating ? 'users.form.credentials' : 'users.form.effect')}</span>}
        entity="users"
        row={user}
        draft={creating ? 'user-new' : `user-${user.id}`}
        valuesOf={(row) => (row ? valuesOf(row) : newUserValues(account.hstList))}
        issues={(values) => userIssues(values, creating)}
        fieldOf={fieldOfServer}
        bodyOf={(values, row) => ({
          ...userBody(values, creating),
          ...(row && { lastModifiedDate: row.lastModifiedDate }),
        })}
        send={(body, row, key) =>
          row ? ask(updateUser, { body: { ...body, id: row.id } }) : ask(createUser, { body, idempotencyKey: key })
        }
        reload={({ id }) => client.fetchQuery({ ...userQuery(id), staleTime: 0 })}
        describe={(field) => labelOf(t, field)}
        fieldName={(field) => labelOf(t, field)}
        display={display}
        call={updateUser}
        detail={(saved, body, before) =>
          needsSecondAdministrator(before, { ...body, activated: body.activated === true })
            ? t('users.proposals.waitsToast', { name: saved.fullname })
            : saved.fullname
        }
        mergedNote={(both) => ({
          title: t('users.form.reloaded'),
          text: `${both.length === 0 ? '' : t('users.form.both', { fields: both.join(', ') })} ${t('users.form.reloadedText')}`,
        })}
        lead={user ? <ProposalNote userId={user.id} /> : null}
        beforeSave={(values, base, save) => {
          if (base.activated && !values.activated) setAsking({ name: `${values.firstName} ${values.lastName}`, save });
          else save();
        }}
      >
        {(form, row, base) => <Fields form={form} user={row} base={base} />}
      </EditDialog>
      <Confirm
        opened={asking !== null}
        title={t('users.form.deactivate', { name: asking?.name ?? '' })}
        text={t('users.form.deactivateText')}
        action={t('users.form.deactivateAction')}
        onConfirm={() => asking?.save()}
        onClose={() => setAsking(null)}
      />
    </>
  );
}

/** Display names of roles, dealers and permissions. */
function useDisplay() {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const permissionName = usePermissionName();
  return (field: keyof UserValues & string, values: UserValues): string => {
    if (field === 'authorities') return values.authorities.map((role) => t(`label.role.${role}`)).join(', ');
    if (field === 'hstList') return values.hstList.map(dealerName).join(', ');
    const value = values[field];
    return Array.isArray(value) ? value.map((name) => permissionName(name as Permission)).join(', ') : String(value);
  };
}

function labelOf(t: TFunction, field: string): string {
  const brand = BRANDS.find((candidate) => field === brandField(candidate));
  return brand ? t(`label.brand.${brand}`) : (fieldLabel(t, field) ?? field);
}

interface FieldsProps {
  form: EntityForm<UserValues>;
  user: UserRow | null;
  /** The stored values. */
  base: UserValues;
}

function Fields(props: FieldsProps) {
  const { t } = useTranslation();
  const { form, user, base } = props;
  const { values } = form;
  return (
    <>
      <Person {...props} />
      <CopyFrom
        userId={user?.id ?? null}
        values={values}
        base={base}
        onChange={(grants) => form.setValues({ ...form.getValues(), ...grants })}
      />
      <RolesField
        creating={user === null}
        had={base.authorities}
        value={values.authorities}
        field={form.getInputProps('authorities')}
      />
      <SecondAdministratorNote base={user === null ? null : base} values={values} />
      {isPrivileged(values) ? (
        <Note tone="info" title={t('users.form.privileged')}>
          {t('users.form.privilegedText')}
        </Note>
      ) : (
        <>
          <DealersField
            had={base.hstList}
            required={values.authorities.some((role) => role !== 'ROLE_USER') || values.authorities.length === 0}
            field={form.getInputProps('hstList')}
          />
          <PermissionGrid
            chosen={brandLists(values)}
            had={brandLists(base)}
            errors={brandErrors(form.errors)}
            onChange={(brand, permissions) => form.setFieldValue(brandField(brand), permissions)}
            onBlur={(brand) => void form.validateField(brandField(brand))}
          />
        </>
      )}
    </>
  );
}

function Person({ form, user }: FieldsProps) {
  const { t } = useTranslation();
  const { account } = useSession();
  const creating = user === null;
  return (
    <div className={classes.top}>
      {(['firstName', 'lastName'] as const).map((name) => (
        <SuggestedInput
          key={name}
          label={t(`label.field.${name}`)}
          withAsterisk
          suggest={(typed, { nameInCase }) => nameInCase(typed)}
          {...form.getInputProps(name)}
        />
      ))}
      <TextInput
        label={t('label.field.login')}
        description={t(creating ? 'users.form.loginHint' : 'users.form.loginFixed')}
        withAsterisk={creating}
        readOnly={!creating}
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('login')}
      />
      <SuggestedInput
        className={classes.span2 ?? ''}
        type="email"
        suggest={(typed, { correctedEmail }) => correctedEmail(typed)}
        label={t('label.field.email')}
        withAsterisk
        {...form.getInputProps('email')}
      />
      <TextInput
        type="tel"
        label={t('label.field.mobilePhone')}
        description={t('users.form.phoneHint')}
        {...form.getInputProps('mobilePhone')}
      />
      <AccessField own={user?.id === account.id} field={form.getInputProps('activated', { type: 'checkbox' })} />
    </div>
  );
}

/** Warns before saving that the change needs a second administrator. */
function SecondAdministratorNote(props: { base: UserValues | null; values: UserValues }) {
  const { t } = useTranslation();
  if (!needsSecondAdministrator(props.base, props.values)) return null;
  return (
    <Note tone="info" title={t('users.proposals.takesTwo')}>
      {t(props.base === null ? 'users.proposals.takesTwoNew' : 'users.proposals.takesTwoText', { days: PROPOSAL_DAYS })}
    </Note>
  );
}

function brandErrors(errors: Readonly<Record<string, unknown>>): Partial<Record<Brand, string>> {
  return Object.fromEntries(
    BRANDS.flatMap((brand) => {
      const error = errors[brandField(brand)];
      return typeof error === 'string' ? [[brand, error]] : [];
    }),
  );
}

/** Whether the user may sign in; users cannot disable their own account. */
function AccessField(props: { own: boolean; field: object }) {
  const { t } = useTranslation();
  const reason = useId();
  return (
    <div>
      <p className="field-label" aria-hidden="true">
        {t('users.form.access')}
      </p>
      <div className={classes.access}>
        <Switch
          label={t('users.form.activated')}
          color="var(--a-fill)"
          disabled={props.own}
          aria-describedby={props.own ? reason : undefined}
          {...props.field}
        />
      </div>
      {props.own ? (
        <p id={reason} className={classes.hint}>
          {t('users.form.ownAccess')}
        </p>
      ) : null}
    </div>
  );
}

/** Beyond what fits on a screen, the user types to search. */
const MAX_SHOWN = 50;

function DealersField(props: { had: readonly string[]; required: boolean; field: GetInputPropsReturnType }) {
  const { t } = useTranslation();
  const { ownDealers, dealerName } = useSession();
  // A dealer removed from the directory stays on users who have it.
  const codes = [...new Set([...ownDealers.map(({ hst2011 }) => hst2011), ...props.had])];
  return (
    <MultiSelect
      label={t('label.field.hstList')}
      hint={t(props.required ? 'users.dealers.hint' : 'users.dealers.idle')}
      placeholder={t('users.dealers.add')}
      required={props.required}
      most={MAX_SHOWN}
      nothingFound={t('users.dealers.search')}
      choices={codes
        .map((code) => ({ value: code, label: t('users.dealers.label', { name: dealerName(code), code }) }))
        .toSorted((a, b) => a.label.localeCompare(b.label, 'it'))}
      field={props.field}
    />
  );
}
