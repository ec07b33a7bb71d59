/** Who the document is for, in a few lines beside what is still typed: whoever sends it reads here where it goes. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.tsx';
import type { DossierRow } from '../../../api/shapes.ts';
import { formatDate } from '../../../text/dates.ts';
import { formatPhone } from '../../../text/phone.ts';
import { Card } from '../../../ui/card.tsx';
import { Tag } from '../../../ui/chip.tsx';
import { DuplicateNote, useDuplicates } from '../../../ui/customer-duplicates.tsx';
import { Email } from '../../../ui/email.tsx';
import type { CustomerChoice, NewCustomer } from '../draft.ts';
import { nameOf } from '../steps-bar.tsx';
import classes from '../wizard.module.css';

export function CustomerCard(props: {
  customer: CustomerChoice;
  /** Nobody has seen the form of this new customer, where one who is here already is pointed out. */
  unseen: boolean;
  busy: boolean;
  onChange: () => void;
  /** A customer who is here already instead of the new one. */
  onUse: (dossier: DossierRow) => void;
}) {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const { customer } = props;
  const row = customer.kind === 'existing' ? customer.dossier : customer.values;
  const birthDate =
    customer.kind === 'existing' && customer.dossier.birthDate
      ? formatDate(customer.dossier.birthDate)
      : (row.birthDate ?? '');
  const birth = [birthDate, row.birthPlace].filter(Boolean).join(', ');
  const signer = row.organizationName ? `${row.firstName} ${row.lastName}` : null;
  return (
    <Card
      title={t('wizard.step.customer')}
      aside={
        <Button
          className={classes.word}
          size="compact-sm"
          variant="subtle"
          color="accent"
          aria-label={`${t('wizard.change')}: ${t('wizard.step.customer')}`}
          disabled={props.busy}
          onClick={props.onChange}
        >
          {t('wizard.change')}
        </Button>
      }
    >
      <p className={classes.chosenName}>
        {nameOf(customer)} {customer.kind === 'new' ? <Origin values={customer.values} /> : null}
      </p>
      <ul className={classes.known}>
        {signer === null ? null : (
          <li>
            {t('wizard.customer.signerShort')}: {signer}
          </li>
        )}
        {row.fiscalCode ? <li className="code">{row.fiscalCode}</li> : null}
        {birth ? <li>{birth}</li> : null}
        <li className="num">{formatPhone(row.mobilePhone)}</li>
        <li>
          <Email address={row.email} />
        </li>
        <li>{`${row.street}, ${row.postalCode}\u00a0${row.city}`}</li>
        <li>{dealerName(row.hst)}</li>
      </ul>
      {customer.kind === 'new' && props.unseen ? <Alike values={customer.values} onUse={props.onUse} /> : null}
    </Card>
  );
}

function Origin(props: { values: NewCustomer }) {
  const { t } = useTranslation();
  const { origin } = props.values;
  return <Tag>{origin ? t(`wizard.customer.newFrom.${origin.searchType}`) : t('wizard.customer.new')}</Tag>;
}

function Alike(props: { values: NewCustomer; onUse: (dossier: DossierRow) => void }) {
  const { found } = useDuplicates(props.values);
  return (
    <div className={found.length > 0 ? classes.gap : undefined}>
      <DuplicateNote found={found} onUse={props.onUse} />
    </div>
  );
}
