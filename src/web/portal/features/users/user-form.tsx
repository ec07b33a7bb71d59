/** A user to create or edit, under the server's own rules (specification §3, §5 User; picture 09b). */
import '../../../shared/no-eval.ts';
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPrivileged } from '#domain/access.ts';
import { BRANDS, type Brand } from '#domain/dealers/brands.ts';
import { PROPOSAL_DAYS, takesTwo } from '#domain/identity/administrators.ts';
import { useSession } from '../../api/session.tsx';
import type { UserRow } from '../../api/users.ts';
import { Note } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { DraftNote } from '../../ui/form/draft-note.tsx';
import layout from '../../ui/form/form.module.css';
import { isStale, StaleNote } from '../../ui/form/stale-note.tsx';
import { RequiredHint } from '../../ui/form/wording.tsx';
import { TextInput } from '../../ui/forms.ts';
import { AccessField } from './access-field.tsx';
import { DealersField } from './dealers-field.tsx';
import { brandLists, PermissionGrid } from './permission-grid.tsx';
import { ProposalNote } from './proposals.tsx';
import { RolesField } from './roles-field.tsx';
import { brandField, type UserValues } from './user-values.ts';
import { useUserWork } from './user-work.ts';
import classes from './users.module.css';

export function UserForm(props: { user: UserRow | null; onClose: () => void }) {
  const { t } = useTranslation();
  const { account } = useSession();
  const { user } = props;
  const formId = useId();
  const work = useUserWork(user, props.onClose);
  const { form, base } = work;
  const [asking, setAsking] = useState<UserValues | null>(null);
  const creating = user === null;
  const { values } = form;
  const privileged = isPrivileged(values);
  const leave = () => {
    work.forget();
    props.onClose();
  };
  return (
    <Dialog
      opened
      title={t(creating ? 'users.new' : 'users.edit')}
      width={760}
      busy={work.busy}
      onClose={props.onClose}
      foot={
        <>
          <span className={classes.effect}>{t(creating ? 'users.form.credentials' : 'users.form.effect')}</span>
          <Button variant="default" disabled={work.busy} onClick={leave}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={work.busy}>
            {t(creating ? 'users.form.create' : 'form.save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={layout.stack}
        noValidate
        onSubmit={form.submit((typed) =>
          base.values.activated && !typed.activated ? setAsking(typed) : work.save(typed),
        )}
      >
        {work.kept ? <DraftNote at={work.kept.at} onResume={work.resume} onDiscard={work.discard} /> : null}
        {user ? <ProposalNote userId={user.id} /> : null}
        <FormTrouble work={work} />
        <RequiredHint />
        <div className={classes.top}>
          <TextInput
            label={t('label.field.firstName')}
            withAsterisk
            autoComplete="off"
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label={t('label.field.lastName')}
            withAsterisk
            autoComplete="off"
            {...form.getInputProps('lastName')}
          />
          <TextInput
            label={t('label.field.login')}
            description={t(creating ? 'users.form.loginHint' : 'users.form.loginFixed')}
            withAsterisk={creating}
            readOnly={!creating}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('login')}
          />
          <TextInput
            className={classes.span2}
            type="email"
            label={t('label.field.email')}
            withAsterisk
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <TextInput
            type="tel"
            label={t('label.field.mobilePhone')}
            description={t('users.form.phoneHint')}
            autoComplete="off"
            {...form.getInputProps('mobilePhone')}
          />
          <AccessField own={user?.id === account.id} field={form.getInputProps('activated', { type: 'checkbox' })} />
        </div>
        <RolesField
          creating={creating}
          had={base.values.authorities}
          value={values.authorities}
          field={form.getInputProps('authorities')}
        />
        <TakesTwo base={creating ? null : base.values} values={values} />
        {privileged ? (
          <Note tone="info" title={t('users.form.privileged')}>
            {t('users.form.privilegedText')}
          </Note>
        ) : (
          <>
            <DealersField
              had={base.values.hstList}
              required={values.authorities.some((role) => role !== 'ROLE_USER') || values.authorities.length === 0}
              field={form.getInputProps('hstList')}
            />
            <PermissionGrid
              chosen={brandLists(values)}
              had={brandLists(base.values)}
              errors={brandErrors(form.errors)}
              onChange={(brand, permissions) => form.setFieldValue(brandField(brand), permissions)}
              onBlur={(brand) => void form.validateField(brandField(brand))}
            />
          </>
        )}
      </form>
      <Confirm
        opened={asking !== null}
        title={t('users.form.deactivate', { name: `${values.firstName} ${values.lastName}` })}
        text={t('users.form.deactivateText')}
        action={t('users.form.deactivateAction')}
        onConfirm={() => {
          if (asking) work.save(asking);
          setAsking(null);
        }}
        onClose={() => setAsking(null)}
      />
    </Dialog>
  );
}

/** Better known before it is saved: the change waits for somebody else. */
function TakesTwo(props: { base: UserValues | null; values: UserValues }) {
  const { t } = useTranslation();
  if (!takesTwo(props.base, props.values)) return null;
  return (
    <Note tone="info" title={t('users.proposals.takesTwo')}>
      {t(props.base === null ? 'users.proposals.takesTwoNew' : 'users.proposals.takesTwoText', { days: PROPOSAL_DAYS })}
    </Note>
  );
}

/** What stands in the way, above the fields: an edit by somebody else, or a refusal that belongs to no field. */
function FormTrouble(props: { work: ReturnType<typeof useUserWork> }) {
  const { t } = useTranslation();
  const { failure, reload, reloading, reloaded } = props.work;
  if (isStale(failure)) {
    return <StaleNote loading={reloading} onReload={reload} />;
  }
  if (failure !== null) return <FailureNote failure={failure} />;
  if (reloaded === null) return null;
  return (
    <Note tone="info" title={t('users.form.reloaded')}>
      {reloaded.length === 0 ? null : t('users.form.both', { fields: reloaded.join(', ') })}{' '}
      {t('users.form.reloadedText')}
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
