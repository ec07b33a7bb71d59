/** A new customer: the person who signs, contacts, address; the rules are the server's own (specification §5). */
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { handlesBrand } from '#domain/dealers/brands.ts';
import { useSession } from '../../api/session.tsx';
import { spoken } from '../../text/language.ts';
import { Card } from '../../ui/card.tsx';
import { SegmentedControl, Select, TextInput } from '../../ui/forms.ts';
import { preselectedDealer, type WizardSubject } from './configuration.ts';
import type { NewCustomer } from './draft.ts';
import { FootBar } from './foot-bar.tsx';
import { customerErrors, type Errors } from './rules.ts';
import { focusFirstError, RequiredHint, useWording } from './step-form.tsx';
import classes from './wizard.module.css';

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
  return (
    <form
      className={classes.stepForm}
      noValidate
      onSubmit={form.onSubmit(props.onNext, (errors) => focusFirstError(errors))}
    >
      <div className={classes.columns}>
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
          <div className={classes.grid}>
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
                <TextInput
                  label={t('label.field.organizationName')}
                  required
                  withAsterisk
                  autoComplete="off"
                  {...form.getInputProps('organizationName')}
                />
                <TextInput
                  label={t('label.field.fiscalCode')}
                  description={t('wizard.customer.fiscalHint')}
                  autoComplete="off"
                  {...form.getInputProps('fiscalCode')}
                />
              </>
            ) : null}
          </div>
          {company ? <h3 className={classes.group}>{t('wizard.customer.signer')}</h3> : null}
          <div className={classes.grid}>
            <TextInput
              label={t('label.field.firstName')}
              required
              withAsterisk
              autoComplete="off"
              {...form.getInputProps('firstName')}
            />
            <TextInput
              label={t('label.field.lastName')}
              required
              withAsterisk
              autoComplete="off"
              {...form.getInputProps('lastName')}
            />
            {company ? (
              <TextInput
                label={t('label.field.representativeFiscalCode')}
                autoComplete="off"
                {...form.getInputProps('representativeFiscalCode')}
              />
            ) : (
              <TextInput
                label={t('label.field.fiscalCode')}
                description={t('wizard.customer.fiscalHint')}
                autoComplete="off"
                {...form.getInputProps('fiscalCode')}
              />
            )}
            <TextInput
              label={t('label.field.birthDate')}
              placeholder={t('wizard.customer.dateHint')}
              inputMode="numeric"
              autoComplete="off"
              {...form.getInputProps('birthDate')}
            />
            <TextInput label={t('label.field.birthPlace')} autoComplete="off" {...form.getInputProps('birthPlace')} />
          </div>
          <h3 className={classes.group}>{t('wizard.customer.contacts')}</h3>
          <div className={classes.grid}>
            <TextInput
              label={t('label.field.mobilePhone')}
              description={t('wizard.customer.phoneHint')}
              type="tel"
              required
              withAsterisk
              autoComplete="off"
              {...form.getInputProps('mobilePhone')}
            />
            <TextInput
              label={t('label.field.email')}
              description={t('wizard.customer.emailHint')}
              type="email"
              required
              withAsterisk
              autoComplete="off"
              {...form.getInputProps('email')}
            />
          </div>
          <h3 className={classes.group}>{t('wizard.customer.home')}</h3>
          <div className={classes.grid}>
            <TextInput
              label={t('label.field.street')}
              required
              withAsterisk
              autoComplete="off"
              {...form.getInputProps('street')}
            />
            <TextInput
              label={t('label.field.city')}
              required
              withAsterisk
              autoComplete="off"
              {...form.getInputProps('city')}
            />
            <TextInput
              label={t('label.field.postalCode')}
              required
              withAsterisk
              inputMode="numeric"
              autoComplete="off"
              {...form.getInputProps('postalCode')}
            />
          </div>
        </Card>
        <Card title={t('wizard.customer.new')}>
          <p className={classes.aside}>{t('wizard.customer.newNote')}</p>
        </Card>
      </div>
      <FootBar step="customer" />
    </form>
  );
}
