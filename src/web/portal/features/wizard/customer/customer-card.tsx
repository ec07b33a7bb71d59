/** Summary of the customer next to the document form, so that the sender can check the recipient. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DossierRow } from '../../../api/answer-types.ts';
import { useSession } from '../../../api/session.tsx';
import { Tag } from '../../../connected/chip.tsx';
import { DuplicateNote, useDuplicates } from '../../../entities/customers/customer-duplicates.tsx';
import { birthLine } from '../../../text/dates.ts';
import { formatPhone } from '../../../text/phone-number.ts';
import { Card } from '../../../ui/card.tsx';
import { Email } from '../../../ui/email.tsx';
import { nameOf } from '../steps-bar.tsx';
import type { WizardState } from '../use-wizard.ts';
import classes from '../wizard.module.css';
import type { CustomerChoice, NewCustomer } from '../wizard-draft.ts';

export function CustomerCard(props: { wizard: WizardState; customer: CustomerChoice }) {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const { wizard, customer } = props;
  // A customer found elsewhere skips the form, which would warn about an existing one: warn here.
  const unseen = wizard.start.draft.customer?.kind === 'new';
  const row = customer.kind === 'existing' ? customer.dossier : customer.values;
  const birth =
    customer.kind === 'existing'
      ? birthLine(customer.dossier)
      : [row.birthDate, row.birthPlace].filter(Boolean).join(', ');
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
          disabled={wizard.busy !== null}
          onClick={wizard.back}
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
      {customer.kind === 'new' && unseen ? (
        <Alike values={customer.values} onUse={(dossier) => wizard.choose({ kind: 'existing', dossier })} />
      ) : null}
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
