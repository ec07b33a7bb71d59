/** Step 1: a customer already here, one found in RSP or the DMS, or a new one (specification §2, §5, P-15). */
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayEver } from '#domain/access.ts';
import type { DirectoryCustomer, OutsideDirectory } from '#domain/customer-search/customer.ts';
import { searchesDmsOnly } from '#domain/dealers/brands.ts';
import { useSession } from '../../../api/session.tsx';
import type { DossierRow } from '../../../api/shapes.ts';
import { spoken } from '../../../text/language.ts';
import { customerDoubts } from '../../../ui/customer-values.ts';
import { fetched } from '../../../ui/fetched.tsx';
import { useWording } from '../../../ui/form/wording.tsx';
import { SegmentedControl } from '../../../ui/forms.ts';
import { LoadingOverlay } from '../../../ui/loading.tsx';
import { dealersFor, preselectedDealer, type WizardSubject } from '../configuration.ts';
import { type CustomerChoice, customerFound, EMPTY_CUSTOMER, type NewCustomer } from '../draft.ts';
import { customerErrors, type Errors } from '../rules.ts';
import { useSignsSimply } from '../signs-simply.ts';
import classes from '../wizard.module.css';
import { CustomerSearch } from './customer-search.tsx';
import { type Lookup, NO_LOOKUP } from './directory-filters.ts';

/** Ways that not everybody takes: each is fetched when it is. What chooses among them stays where it is, and keeps the focus. */
const CustomerForm = fetched(async () => (await import('./customer-form.tsx')).CustomerForm);
const DirectorySearch = fetched(async () => (await import('./directory-search.tsx')).DirectorySearch);

type Way = 'existing' | OutsideDirectory | 'new';

export function CustomerStep(props: {
  subject: WizardSubject;
  choice: CustomerChoice | null;
  typed: NewCustomer | null;
  errors: Errors;
  /** Says of the foot bar that what is written is kept. */
  kept: string | undefined;
  onChoose: (choice: CustomerChoice) => void;
  onTyped: (values: NewCustomer) => void;
  onNext: (choice: CustomerChoice) => void;
}) {
  const { t } = useTranslation();
  const { account, ownDealers } = useSession();
  const wording = useWording();
  const { subject, choice } = props;
  const fesOf = useSignsSimply(subject);
  const [way, setWay] = useState<Way>(choice?.kind ?? (props.typed ? 'new' : 'existing'));
  const [typing, setTyping] = useState(way === 'new');
  const [lookup, setLookup] = useState<Lookup>(NO_LOOKUP);
  // Filled from outside: the form begins anew with these values, and with what they lack.
  const [filled, setFilled] = useState<{ turn: number; values: NewCustomer | null; errors: Errors }>({
    turn: 0,
    values: props.typed,
    errors: props.errors,
  });
  const offered = dealersFor(subject, ownDealers);
  const home = preselectedDealer(account, offered, subject.brand)?.hst2011 ?? '';
  const systems: OutsideDirectory[] = !mayEver(account, 'customer.search').ok
    ? []
    : ownDealers.every(searchesDmsOnly)
      ? ['DMS']
      : ['RSP', 'DMS'];
  const show = (next: Way) => {
    setWay(next);
    if (next === 'new') setTyping(true);
  };
  const fill = (values: NewCustomer, errors: Errors) => {
    setFilled((before) => ({ turn: before.turn + 1, values, errors }));
    props.onTyped(values);
    show('new');
  };
  const take = (row: DirectoryCustomer, dossier: DossierRow | null) => {
    if (dossier) {
      props.onNext({ kind: 'existing', dossier });
      return;
    }
    const values = customerFound(row, home);
    const errors = customerErrors(values, { ...subject, fes: fesOf(values.hst) }, spoken(), wording);
    const sound = Object.keys(errors).length === 0 && customerDoubts(values, spoken()).length === 0;
    // What the other system does not know, or knows oddly, is put right in the form first.
    if (!sound) fill(values, errors);
    else {
      setFilled((before) => ({ turn: before.turn + 1, values, errors: {} }));
      props.onTyped(values);
      props.onNext({ kind: 'new', values });
    }
  };
  const switcher = (
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
  );
  const other = way === 'RSP' ? 'DMS' : 'RSP';
  return (
    <div className={classes.stepForm}>
      <div className={classes.chooser}>
        <h2 className={classes.chooserTitle}>{t('wizard.customer.title')}</h2>
        {switcher}
      </div>
      <Suspense fallback={<LoadingOverlay />}>
        {way === 'existing' ? (
          <CustomerSearch
            chosen={choice?.kind === 'existing' ? choice.dossier : null}
            kept={props.kept}
            onChoose={(dossier) => props.onChoose({ kind: 'existing', dossier })}
            onNext={(dossier) => props.onNext({ kind: 'existing', dossier })}
            onNew={() => show('new')}
          />
        ) : null}
        {way === 'RSP' || way === 'DMS' ? (
          <DirectorySearch
            key={way}
            system={way}
            lookup={lookup}
            onLookup={setLookup}
            onOther={systems.includes(other) ? () => show(other) : null}
            onNew={() => show('new')}
            onNext={take}
            onEdit={(row) => fill(customerFound(row, home), {})}
          />
        ) : null}
        {typing ? (
          // Once opened the form stays, out of sight, so that a look at the list costs nothing of what was typed.
          <div hidden={way !== 'new'}>
            <CustomerForm
              key={filled.turn}
              subject={subject}
              offered={offered}
              values={filled.values ?? { ...EMPTY_CUSTOMER, hst: home }}
              errors={filled.errors}
              fesOf={fesOf}
              kept={props.kept}
              onTyped={props.onTyped}
              onUse={(dossier) => {
                props.onChoose({ kind: 'existing', dossier });
                show('existing');
              }}
              onNext={(values) => props.onNext({ kind: 'new', values })}
            />
          </div>
        ) : null}
      </Suspense>
    </div>
  );
}
