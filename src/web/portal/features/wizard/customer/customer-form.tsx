/** Form of a new customer: the signer, contacts, address; uses the server's own rules. */
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dealer } from '#domain/dealers/brands.ts';
import { BIRTH_AND_FISCAL } from '#domain/entitlements/simple-signature.ts';
import type { DossierRow } from '../../../api/answer-types.ts';
import { knownPlaces } from '../../../api/queries/comuni.ts';
import { useSession } from '../../../api/session.tsx';
import { Tag } from '../../../connected/chip.tsx';
import { focusFirstError, useWording } from '../../../connected/form/form-messages.tsx';
import { DuplicateNote, useDuplicates } from '../../../entities/customers/customer-duplicates.tsx';
import { CustomerFields } from '../../../entities/customers/customer-fields.tsx';
import { customerDoubts, personalCode } from '../../../entities/customers/customer-values.ts';
import { DealerSelect } from '../../../entities/dealers/dealer-select.tsx';
import { uiLanguage } from '../../../text/language.ts';
import { Card } from '../../../ui/card.tsx';
import { customerErrors, type Errors } from '../customer-rules.ts';
import { DoubtsNote, useDoubts } from '../doubts-note.tsx';
import { NextBar } from '../foot-bar.tsx';
import type { WizardState } from '../use-wizard.ts';
import classes from '../wizard.module.css';
import type { NewCustomer } from '../wizard-draft.ts';

export function NewCustomerStep(props: {
  wizard: WizardState;
  values: NewCustomer;
  errors: Errors;
  offered: readonly Dealer[];
  /** Whether the dealer's legal entity uses simple signatures here: birth and fiscal data are then optional. */
  fesOf: (hst: string) => boolean;
  /** Uses an existing customer instead of a new one. */
  onUse: (dossier: DossierRow) => void;
}) {
  const { wizard, offered, fesOf } = props;
  const client = useQueryClient();
  const { dealerName } = useSession();
  const wording = useWording();
  const judge = (values: NewCustomer) => customerErrors(values, { fes: fesOf(values.hst) }, uiLanguage(), wording);
  const form = useForm<NewCustomer>({
    initialValues: props.values,
    initialErrors: props.errors,
    validateInputOnBlur: true,
    onValuesChange: wizard.typeCustomer,
    validate: judge,
  });
  // The known data is incomplete: focus the first field that is missing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    const refused = Object.keys(props.errors).length > 0;
    focusFirstError(refused || props.values.lastName === '' ? props.errors : judge(props.values));
  }, []);
  const duplicates = useDuplicates(props.values);
  const doubts = useDoubts();
  const open = (values: NewCustomer) => customerDoubts(values, uiLanguage(), knownPlaces(client, personalCode(values)));
  const next = (values: NewCustomer) => wizard.next({ kind: 'new', values });
  return (
    <form
      className={classes.stepForm}
      noValidate
      onBlur={(event) => duplicates.onBlur(event, form.values)}
      onSubmit={form.onSubmit((values) => doubts.pass(open(values), () => next(values)), focusFirstError)}
    >
      <Card>
        <CustomerFields
          explained
          values={form.values}
          onFill={(part) => form.setValues(part)}
          onKind={(kind) => {
            form.setFieldValue('kind', kind);
            // Errors of a person do not apply to a company.
            form.clearErrors();
          }}
          input={(name) => form.getInputProps(name)}
          required={fesOf(form.values.hst) ? [] : BIRTH_AND_FISCAL}
          dealer={<DealerSelect dealers={offered} nameOf={dealerName} input={form.getInputProps('hst')} />}
          alike={(at) => <DuplicateNote at={at} found={duplicates.found} onUse={props.onUse} />}
          lead={<Origin of={props.values} />}
        />
      </Card>
      {doubts.asking ? (
        <DoubtsNote doubts={open(form.values)} onConfirm={() => form.onSubmit(next, focusFirstError)()} />
      ) : null}
      <NextBar hint={wizard.kept} />
    </form>
  );
}

/** Shows which directory the data come from. */
function Origin({ of: { origin } }: { of: NewCustomer }) {
  const { t } = useTranslation();
  if (!origin) return <p className="quiet">{t('wizard.customer.newNote')}</p>;
  return (
    <p className="quiet">
      <Tag>{origin.searchType}</Tag> {t(`wizard.directory.from.${origin.searchType}`, { key: origin.businessId })}
    </p>
  );
}
