/** Step 1: an existing customer, one found in RSP or the DMS, or a new one. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayEver } from '#domain/access.ts';
import type { DirectoryCustomer, OutsideDirectory } from '#domain/customer-search/customer.ts';
import { searchesDmsOnly } from '#domain/dealers/brands.ts';
import { signsSimply } from '#domain/entitlements/simple-signature.ts';
import type { DossierRow } from '../../../api/answer-types.ts';
import { signatureServicesQuery } from '../../../api/queries.ts';
import { useSession } from '../../../api/session.tsx';
import { useWording } from '../../../connected/form/form-messages.tsx';
import { lazyPart } from '../../../connected/lazy-part.tsx';
import { customerDoubts, EMPTY_CUSTOMER } from '../../../entities/customers/customer-values.ts';
import { toIsoDate } from '../../../text/dates.ts';
import { uiLanguage } from '../../../text/language.ts';
import { SegmentedControl } from '../../../ui/inputs/control-styles.ts';
import { customerErrors, type Errors } from '../customer-rules.ts';
import type { WizardState } from '../use-wizard.ts';
import classes from '../wizard.module.css';
import { customerFound, type NewCustomer } from '../wizard-draft.ts';
import { dealersFor, preselectedDealer, type WizardSubject } from '../wizard-rules.ts';
import { CustomerSearch } from './customer-search.tsx';
import { type Lookup, NO_LOOKUP } from './directory-filters.ts';

/** Less common options are loaded on demand. The control that switches between them stays in place and keeps the focus. */
const NewCustomerStep = lazyPart(async () => (await import('./customer-form.tsx')).NewCustomerStep);
const DirectorySearch = lazyPart(async () => (await import('./directory-search.tsx')).DirectorySearch);

type Way = 'existing' | OutsideDirectory | 'new';

/** The current option, and the initial values of the new customer's form. */
function useWays(wizard: WizardState) {
  const { account, ownDealers } = useSession();
  const wording = useWording();
  const { subject, draft } = wizard;
  const fesOf = useSignsSimply(subject);
  const [way, setWay] = useState<Way>(draft.customer?.kind ?? (draft.typedCustomer ? 'new' : 'existing'));
  const [typing, setTyping] = useState(way === 'new');
  const offered = dealersFor(subject, ownDealers);
  const dealerCode = preselectedDealer(account, offered, subject.brand)?.hst2011 ?? '';
  // Filled from outside: the form restarts with these values and their errors.
  const [filled, setFilled] = useState({
    turn: 0,
    values: draft.typedCustomer ?? { ...EMPTY_CUSTOMER, hst: dealerCode },
    errors: wizard.errorsOf('customer'),
  });
  const show = (next: Way) => {
    setWay(next);
    if (next === 'new') setTyping(true);
  };
  const fill = (values: NewCustomer, errors: Errors = {}) => {
    setFilled((before) => ({ turn: before.turn + 1, values, errors }));
    wizard.typeCustomer(values);
  };
  const edit = (row: DirectoryCustomer, errors?: Errors) => {
    fill(customerFound(row, dealerCode), errors);
    show('new');
  };
  const take = (row: DirectoryCustomer, dossier: DossierRow | null) => {
    if (dossier) return wizard.next({ kind: 'existing', dossier });
    const values = customerFound(row, dealerCode);
    const errors = customerErrors(values, { fes: fesOf(values.hst) }, uiLanguage(), wording);
    const isSound = Object.keys(errors).length === 0 && customerDoubts(values, uiLanguage()).length === 0;
    // Missing or unusual data from the other system must first be corrected in the form.
    if (!isSound) return edit(row, errors);
    fill(values);
    wizard.next({ kind: 'new', values });
  };
  return { way, typing, filled, offered, fesOf, show, edit, take };
}

/** The directories in which this user may search for a customer. */
function useDirectories(): readonly OutsideDirectory[] {
  const { account, ownDealers } = useSession();
  if (!mayEver(account, 'customer.search').ok) return [];
  return ownDealers.every(searchesDmsOnly) ? ['DMS'] : ['RSP', 'DMS'];
}

export function CustomerStep(props: { wizard: WizardState }) {
  const { t } = useTranslation();
  const { wizard } = props;
  const systems = useDirectories();
  const [lookup, setLookup] = useState<Lookup>(NO_LOOKUP);
  const { way, typing, filled, offered, fesOf, show, edit, take } = useWays(wizard);
  const other = way === 'RSP' ? 'DMS' : 'RSP';
  return (
    <div className={classes.stepForm}>
      <div className={classes.chooser}>
        <h2 className="heading">{t('wizard.customer.title')}</h2>
        <SegmentedControl
          size="xs"
          className={classes.ways}
          aria-label={t('wizard.customer.mode')}
          value={way}
          onChange={(value) => show(value as Way)}
          data={[
            { value: 'existing', label: t('wizard.customer.existing') },
            ...systems.map((system) => ({ value: system, label: t(`wizard.directory.mode.${system}`) })),
            { value: 'new', label: t('wizard.customer.new') },
          ]}
        />
      </div>
      {way === 'existing' ? <CustomerSearch wizard={wizard} onNew={() => show('new')} /> : null}
      {way === 'RSP' || way === 'DMS' ? (
        <DirectorySearch
          key={way}
          system={way}
          lookup={lookup}
          onLookup={setLookup}
          onOther={systems.includes(other) ? () => show(other) : null}
          onNew={() => show('new')}
          onNext={take}
          onEdit={(row) => edit(row)}
        />
      ) : null}
      {typing ? (
        // Once opened, the form stays mounted but hidden, so that switching to the list loses no input.
        <div hidden={way !== 'new'}>
          <NewCustomerStep
            key={filled.turn}
            wizard={wizard}
            values={filled.values}
            errors={filled.errors}
            offered={offered}
            fesOf={fesOf}
            onUse={(dossier) => {
              wizard.choose({ kind: 'existing', dossier });
              show('existing');
            }}
          />
        </div>
      ) : null}
    </div>
  );
}

/** Whether the dealer's legal entity uses simple signatures here; while unknown, true: the server decides. */
function useSignsSimply(subject: WizardSubject): (hst: string) => boolean {
  const { dealers } = useSession();
  const services = useQuery(signatureServicesQuery);
  return (hst) => {
    const dealer = dealers.find((candidate) => candidate.hst2011 === hst);
    if (!services.data || !dealer) return true;
    return signsSimply(services.data, dealer.legal_entity, toIsoDate(new Date()), subject.folderType);
  };
}
