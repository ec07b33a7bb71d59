/** A new customer: the person who signs, contacts, address; the rules are the server's own (specification §5). */
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dealer } from '#domain/dealers/brands.ts';
import { useSession } from '../../api/session.tsx';
import type { DossierRow } from '../../api/shapes.ts';
import { spoken } from '../../text/language.ts';
import { Card } from '../../ui/card.tsx';
import { Tag } from '../../ui/chip.tsx';
import { focusFirstError, RequiredHint, useWording } from '../../ui/form/wording.tsx';
import { SegmentedControl, Select, TextInput } from '../../ui/forms.ts';
import type { WizardSubject } from './configuration.ts';
import { DoubtsNote, useDoubts } from './doubts.tsx';
import type { NewCustomer } from './draft.ts';
import { DuplicateNote, useDuplicates } from './duplicates.tsx';
import { FootBar } from './foot-bar.tsx';
import { customerDoubts, customerErrors, type Errors } from './rules.ts';
import classes from './wizard.module.css';

interface FieldLook {
  required?: boolean;
  hint?: string;
  placeholder?: string;
  type?: 'text' | 'tel' | 'email';
  mode?: 'numeric';
}

export function CustomerForm(props: {
  switcher: ReactNode;
  subject: WizardSubject;
  offered: readonly Dealer[];
  values: NewCustomer;
  errors: Errors;
  /** Whether the dealer's legal entity signs simply here: then birth and fiscal data may be left out (P-9). */
  fesOf: (hst: string) => boolean;
  kept: string | undefined;
  onTyped: (values: NewCustomer) => void;
  /** A customer who is here already instead of a new one. */
  onUse: (dossier: DossierRow) => void;
  onNext: (values: NewCustomer) => void;
}) {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const { subject, offered, fesOf } = props;
  const wording = useWording();
  const form = useForm<NewCustomer>({
    initialValues: props.values,
    initialErrors: props.errors,
    validateInputOnBlur: true,
    onValuesChange: props.onTyped,
    validate: (values) => customerErrors(values, { ...subject, fes: fesOf(values.hst) }, spoken(), wording),
  });
  const duplicates = useDuplicates(props.values);
  const doubts = useDoubts();
  const { origin } = props.values;
  const strict = !fesOf(form.values.hst);
  const next = (values: NewCustomer) => doubts.pass(customerDoubts(values, spoken()), () => props.onNext(values));
  const company = form.values.kind === 'company';
  const field = (name: Exclude<keyof NewCustomer, 'kind' | 'origin'>, look: FieldLook = {}) => (
    <TextInput
      label={t(`label.field.${name}`)}
      description={look.hint}
      placeholder={look.placeholder}
      type={look.type ?? 'text'}
      inputMode={look.mode}
      required={look.required ?? false}
      withAsterisk={look.required ?? false}
      autoComplete="off"
      {...form.getInputProps(name)}
    />
  );
  return (
    <form
      className={classes.stepForm}
      noValidate
      onBlur={(event) => duplicates.onBlur(event, form.values)}
      onSubmit={form.onSubmit(next, (errors) => focusFirstError(errors))}
    >
      <Card title={t('wizard.customer.title')} aside={props.switcher}>
        <div className={classes.row}>
          <SegmentedControl
            size="xs"
            aria-label={t('wizard.customer.kind')}
            data={[
              { value: 'person', label: t('wizard.customer.person') },
              { value: 'company', label: t('wizard.customer.company') },
            ]}
            value={form.values.kind}
            onChange={(value) => form.setFieldValue('kind', value as NewCustomer['kind'])}
          />
          <RequiredHint />
        </div>
        {origin ? (
          <p className={classes.lead}>
            <Tag>{origin.searchType}</Tag> {t(`wizard.directory.from.${origin.searchType}`, { key: origin.businessId })}
          </p>
        ) : (
          <p className={classes.lead}>{t('wizard.customer.newNote')}</p>
        )}
        <div className={classes.grid3}>
          <Select
            label={t('label.field.hst')}
            required
            withAsterisk
            openOnFocus={false}
            allowDeselect={false}
            searchable={offered.length > 8}
            data={offered.map((dealer) => ({
              value: dealer.hst2011,
              label: `${dealerName(dealer.hst2011)} (HST ${dealer.hst2011})`,
            }))}
            {...form.getInputProps('hst')}
          />
          {company ? (
            <>
              {field('organizationName', { required: true })}
              {field('fiscalCode', { required: strict, hint: t('wizard.customer.fiscalHint') })}
            </>
          ) : (
            <>
              {field('firstName', { required: true })}
              {field('lastName', { required: true })}
            </>
          )}
        </div>
        {company ? (
          <>
            <h3 className={classes.group}>{t('wizard.customer.signer')}</h3>
            <div className={classes.grid3}>
              {field('firstName', { required: true })}
              {field('lastName', { required: true })}
              {field('representativeFiscalCode')}
              {field('birthDate', { required: strict, mode: 'numeric', placeholder: t('wizard.customer.dateHint') })}
              {field('birthPlace', { required: strict })}
            </div>
          </>
        ) : (
          <div className={classes.grid3}>
            {field('fiscalCode', { required: strict, hint: t('wizard.customer.fiscalHint') })}
            {field('birthDate', { required: strict, mode: 'numeric', placeholder: t('wizard.customer.dateHint') })}
            {field('birthPlace', { required: strict })}
          </div>
        )}
        <h3 className={classes.group}>{t('wizard.customer.contacts')}</h3>
        <div className={classes.grid}>
          {field('mobilePhone', { required: true, type: 'tel', hint: t('wizard.customer.phoneHint') })}
          {field('email', { required: true, type: 'email', hint: t('wizard.customer.emailHint') })}
        </div>
        <h3 className={classes.group}>{t('wizard.customer.home')}</h3>
        <div className={classes.grid3}>
          {field('street', { required: true })}
          {field('city', { required: true })}
          {field('postalCode', { required: true, mode: 'numeric' })}
        </div>
      </Card>
      <DuplicateNote found={duplicates.found} onUse={props.onUse} />
      {doubts.asking ? (
        <DoubtsNote
          doubts={customerDoubts(form.values, spoken())}
          onConfirm={() => form.onSubmit(props.onNext, focusFirstError)()}
        />
      ) : null}
      <FootBar step="customer" hint={props.kept} />
    </form>
  );
}
