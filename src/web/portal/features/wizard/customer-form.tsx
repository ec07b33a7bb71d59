/** A new customer: the person who signs, contacts, address; the rules are the server's own (specification §5). */
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { handlesBrand } from '#domain/dealers/brands.ts';
import { useSession } from '../../api/session.tsx';
import { spoken } from '../../text/language.ts';
import { Card } from '../../ui/card.tsx';
import { CustomerFields } from '../../ui/customer-fields.tsx';
import { EMPTY_CUSTOMER } from '../../ui/customer-values.ts';
import { focusFirstError, useWording } from '../../ui/form/wording.tsx';
import { preselectedDealer, type WizardSubject } from './configuration.ts';
import type { NewCustomer } from './draft.ts';
import { FootBar } from './foot-bar.tsx';
import { customerErrors, type Errors } from './rules.ts';
import classes from './wizard.module.css';

export function CustomerForm(props: {
  switcher: ReactNode;
  subject: WizardSubject;
  values: NewCustomer | null;
  errors: Errors;
  onNext: (values: NewCustomer) => void;
}) {
  const { t } = useTranslation();
  const { account, ownDealers } = useSession();
  const { subject } = props;
  const wording = useWording();
  const dealers = ownDealers.filter((dealer) => handlesBrand(dealer, subject.brand));
  const offered = dealers.length > 0 ? dealers : ownDealers;
  const form = useForm<NewCustomer>({
    initialValues: props.values ?? {
      ...EMPTY_CUSTOMER,
      hst: preselectedDealer(account, offered, subject.brand)?.hst2011 ?? '',
    },
    initialErrors: props.errors,
    validateInputOnBlur: true,
    validate: (values) => customerErrors(values, subject, spoken(), wording),
  });
  return (
    <form
      className={classes.stepForm}
      noValidate
      onSubmit={form.onSubmit(props.onNext, (errors) => focusFirstError(errors))}
    >
      <Card title={t('wizard.customer.title')} aside={props.switcher}>
        <CustomerFields
          kind={form.values.kind}
          onKind={(kind) => form.setFieldValue('kind', kind)}
          input={(name) => form.getInputProps(name)}
          required={[]}
          dealer={offered}
          lead={<p className={classes.lead}>{t('wizard.customer.newNote')}</p>}
        />
      </Card>
      <FootBar step="customer" />
    </form>
  );
}
