/** A customer of this portal, of RSP or of a DMS: as an option, and in full when selected. */
import { IconUserSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DirectoryCustomer } from '#domain/customer-search/customer.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import type { DossierRow } from '../../../api/answer-types.ts';
import { birthLine } from '../../../text/dates.ts';
import { formatPhone } from '../../../text/phone-number.ts';
import { Empty, type Fact, Facts } from '../../../ui/card.tsx';
import { Email } from '../../../ui/email.tsx';
import { SmallButton } from '../../../ui/small-button.ts';
import { ChoiceRow } from '../choice-row.tsx';
import classes from '../wizard.module.css';

type Customer = DossierRow | DirectoryCustomer;

/** `about` is shown above the address. */
export function CustomerOption(props: Parameters<typeof ChoiceRow>[0] & { customer: Customer; about: string }) {
  const { t } = useTranslation();
  const { customer, about, children, ...choice } = props;
  return (
    <ChoiceRow {...choice}>
      <span className={classes.choiceMain}>
        <span className={classes.choiceName}>{customerName(customer)}</span>
        <span className="caption">{customer.fiscalCode ?? t('wizard.customer.noFiscalCode')}</span>
      </span>
      <span className={classes.choiceMore}>
        {about ? <span>{about}</span> : null}
        <span className="caption">
          {customer.street}, {customer.city}
        </span>
      </span>
      <span className={`${classes.choicePhone} num`}>{formatPhone(customer.mobilePhone)}</span>
      {children}
    </ChoiceRow>
  );
}

/** `first` and `last`: facts that only some sources provide. */
export function CustomerSummary(props: { customer: Customer; first?: readonly Fact[]; last: readonly Fact[] }) {
  const { t } = useTranslation();
  const { customer, first = [], last } = props;
  const { street, postalCode, city, email } = customer;
  return (
    <>
      <p className={classes.chosenName}>{customerName(customer)}</p>
      <p className="caption code">{customer.fiscalCode ?? t('wizard.customer.noFiscalCode')}</p>
      <div className={classes.gap}>
        <Facts
          facts={[
            ...first,
            { label: t('wizard.customer.birth'), value: birthLine(customer) || '–' },
            {
              label: t('label.field.mobilePhone'),
              value: <span className="num">{formatPhone(customer.mobilePhone)}</span>,
            },
            { label: t('label.field.email'), value: email ? <Email address={email} /> : '–' },
            { label: t('wizard.customer.address'), value: `${street}, ${postalCode}\u00a0${city}` },
            ...last,
          ]}
        />
      </div>
    </>
  );
}

/** No result: offers to enter a new customer. */
export function NoCustomer(props: { title: string; text: string; onNew: () => void }) {
  const { t } = useTranslation();
  return (
    <Empty
      icon={IconUserSearch}
      title={props.title}
      text={props.text}
      action={<SmallButton onClick={props.onNew}>{t('wizard.customer.new')}</SmallButton>}
    />
  );
}
