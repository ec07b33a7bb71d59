/** Step 1: a customer already here, or a new one. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '../../ui/forms.ts';
import type { WizardSubject } from './configuration.ts';
import { CustomerForm } from './customer-form.tsx';
import { CustomerSearch } from './customer-search.tsx';
import type { CustomerChoice } from './draft.ts';
import type { Errors } from './rules.ts';

type Mode = CustomerChoice['kind'];

export function CustomerStep(props: {
  subject: WizardSubject;
  choice: CustomerChoice | null;
  errors: Errors;
  onNext: (choice: CustomerChoice) => void;
}) {
  const { t } = useTranslation();
  const { choice } = props;
  const [mode, setMode] = useState<Mode>(choice?.kind ?? 'existing');
  const [typing, setTyping] = useState(mode === 'new');
  const show = (next: Mode) => {
    setMode(next);
    if (next === 'new') setTyping(true);
  };
  const switcher = (
    <SegmentedControl
      size="xs"
      aria-label={t('wizard.customer.mode')}
      value={mode}
      onChange={(value) => show(value as Mode)}
      data={[
        { value: 'existing', label: t('wizard.customer.existing') },
        { value: 'new', label: t('wizard.customer.new') },
      ]}
    />
  );
  return (
    <>
      {mode === 'existing' ? (
        <CustomerSearch
          switcher={switcher}
          chosen={choice?.kind === 'existing' ? choice.dossier : null}
          onNext={(dossier) => props.onNext({ kind: 'existing', dossier })}
          onNew={() => show('new')}
        />
      ) : null}
      {typing ? (
        // Once opened the form stays, out of sight, so that a look at the list costs nothing of what was typed.
        <div hidden={mode !== 'new'}>
          <CustomerForm
            switcher={switcher}
            subject={props.subject}
            values={choice?.kind === 'new' ? choice.values : null}
            errors={props.errors}
            onNext={(values) => props.onNext({ kind: 'new', values })}
          />
        </div>
      ) : null}
    </>
  );
}
