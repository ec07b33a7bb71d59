/** A new customer: the person who signs, contacts, address; the rules are the server's own (specification §5). */
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { handlesBrand } from '#domain/dealers/brands.ts';
import { useSession } from '../../api/session.tsx';
import { spoken } from '../../text/language.ts';
import { Card } from '../../ui/card.tsx';
import { focusFirstError, RequiredHint, useWording } from '../../ui/form/wording.tsx';
import { SegmentedControl, Select, TextInput } from '../../ui/forms.ts';
import { preselectedDealer, type WizardSubject } from './configuration.ts';
import type { NewCustomer } from './draft.ts';
import { FootBar } from './foot-bar.tsx';
import { customerErrors, type Errors } from './rules.ts';
import classes from './wizard.module.css';

interface FieldLook {
  required?: boolean;
  hint?: string;
  placeholder?: string;
  type?: 'text' | 'tel' | 'email';
  mode?: 'numeric';
}

const EMPTY: NewCustomer = {
  kind: 'person',
  hst: '',
  organizationName: '',
  firstName: '',
  lastName: '',
  fiscalCode: '',
  representativeFiscalCode: '',
  birthDate: '',
  birthPlace: '',
  mobilePhone: '+39 ',
  email: '',
  street: '',
  city: '',
  postalCode: '',
};

export function CustomerForm(props: {
  switcher: ReactNode;
  subject: WizardSubject;
  values: NewCustomer | null;
  errors: Errors;
  onNext: (values: NewCustomer) => void;
}) {
  const { t } = useTranslation();
  const { account, ownDealers, dealerName } = useSession();
  const { subject } = props;
  const wording = useWording();
  const dealers = ownDealers.filter((dealer) => handlesBrand(dealer, subject.brand));
  const offered = dealers.length > 0 ? dealers : ownDealers;
  const form = useForm<NewCustomer>({
    initialValues: props.values ?? { ...EMPTY, hst: preselectedDealer(account, offered, subject.brand)?.hst2011 ?? '' },
    initialErrors: props.errors,
    validateInputOnBlur: true,
    validate: (values) => customerErrors(values, subject, spoken(), wording),
  });
  const company = form.values.kind === 'company';
  const field = (name: Exclude<keyof NewCustomer, 'kind'>, look: FieldLook = {}) => (
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
      onSubmit={form.onSubmit(props.onNext, (errors) => focusFirstError(errors))}
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
        <p className={classes.lead}>{t('wizard.customer.newNote')}</p>
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
              {field('fiscalCode', { hint: t('wizard.customer.fiscalHint') })}
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
              {field('birthDate', { mode: 'numeric', placeholder: t('wizard.customer.dateHint') })}
              {field('birthPlace')}
            </div>
          </>
        ) : (
          <div className={classes.grid3}>
            {field('fiscalCode', { hint: t('wizard.customer.fiscalHint') })}
            {field('birthDate', { mode: 'numeric', placeholder: t('wizard.customer.dateHint') })}
            {field('birthPlace')}
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
      <FootBar step="customer" />
    </form>
  );
}
