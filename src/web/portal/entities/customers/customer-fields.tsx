/** The fields of a customer, shared by the wizard, the new-customer form and the edit form. */
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withoutBlanks } from '#domain/dossiers/contact-patterns.ts';
import type { Warning } from '#domain/dossiers/dossier.ts';
import { fiscalCodeReading, knownPlaces, placesNamed } from '../../api/queries/comuni.ts';
import { useSession } from '../../api/session.tsx';
import { DateInput } from '../../connected/form/date-input.tsx';
import { RequiredHint } from '../../connected/form/form-messages.tsx';
import { uiLanguage } from '../../text/language.ts';
import { completePhone } from '../../text/phone-number.ts';
import { parseTypedDate } from '../../text/typed-dates.ts';
import { TextInput } from '../../ui/inputs/control-styles.ts';
import type { ProbedField } from './customer-duplicates.tsx';
import classes from './customer-fields.module.css';
import { CustomerKind } from './customer-kind.tsx';
import { type BirthOrFiscal, type CustomerValues, customerDoubts, personalCode } from './customer-values.ts';
import { FiscalProposal } from './fiscal-proposal.tsx';
import { PlaceField } from './place-field.tsx';
import { usePostalCodeOfTown } from './postal-code.ts';
import { SuggestedInput } from './suggest/suggested-input.tsx';

const PAUSE_MS = 300;

type Field = Exclude<keyof CustomerValues, 'kind'>;

interface FieldLook {
  required?: boolean;
  hint?: string;
  type?: 'text' | 'tel' | 'email';
  mode?: 'numeric';
}

interface Props {
  values: CustomerValues;
  onKind: (kind: CustomerValues['kind']) => void;
  /** Writes several fields together. */
  onFill: (values: Partial<CustomerValues>) => void;
  /** Value, error and handlers of a field. */
  input: (name: Field) => object;
  /** Birth and fiscal data that are required. */
  required: readonly BirthOrFiscal[];
  /** The dealer field: a select for a new customer (`DealerSelect`), read-only for an existing one (`KnownDealer`). */
  dealer: ReactNode;
  /** Below the switch between person and company. */
  lead?: ReactNode;
  /** Existing customers with the value of one of these fields, shown at the field rather than at the end of the form. */
  alike?: (at: readonly ProbedField[]) => ReactNode;
  /** The field for which the form was opened. */
  asked?: BirthOrFiscal | undefined;
  /** Explains the red asterisk, where nothing around does. */
  explained?: boolean;
}

export function CustomerFields(props: Props) {
  const { t } = useTranslation();
  const { values } = props;
  const company = values.kind === 'company';
  const { field, needed, born } = useInputs(props);
  return (
    <div className={classes.fields}>
      <div className={classes.row}>
        <CustomerKind value={values.kind} onChange={props.onKind} />
        {props.explained ? <RequiredHint /> : null}
      </div>
      {props.lead}
      <div className={classes.grid3}>
        {props.dealer}
        {company ? (
          <>
            {field('organizationName', { required: true })}
            {needed('fiscalCode', { hint: t('customerFields.companyFiscalHint') })}
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
          {props.alike?.(['fiscalCode'])}
          <h3 className={classes.group}>{t('customerFields.signer')}</h3>
          <div className={classes.grid3}>
            {field('firstName', { required: true })}
            {field('lastName', { required: true })}
            {field('representativeFiscalCode')}
            {born}
          </div>
        </>
      ) : (
        <div className={classes.grid3}>
          {needed('fiscalCode', { hint: t('customerFields.fiscalHint') })}
          {born}
        </div>
      )}
      {company ? null : props.alike?.(['fiscalCode'])}
      <FiscalProposal key={values.kind} values={values} onFill={props.onFill} />
      <h3 className={classes.group}>{t('customerFields.contacts')}</h3>
      <div className={classes.grid}>
        {field('mobilePhone', { required: true, type: 'tel', hint: t('customerFields.phoneHint') })}
        {field('email', { required: true, type: 'email', hint: t('customerFields.emailHint') })}
      </div>
      {props.alike?.(['mobilePhone', 'email'])}
      <h3 className={classes.group}>{t(company ? 'customerFields.office' : 'customerFields.home')}</h3>
      <div className={classes.grid3}>
        {field('street', { required: true })}
        {field('city', { required: true })}
        {field('postalCode', { required: true, mode: 'numeric' })}
      </div>
    </div>
  );
}

/** A number with its country code, a tax code in capitals; other text unchanged. */
function normalised(name: Field, typed: string): string {
  if (name === 'mobilePhone') return completePhone(typed);
  return /fiscalCode/i.test(name) ? withoutBlanks(typed).toUpperCase() : typed;
}

/** Inputs by name: `field` takes "required" from its options, `neededField` from the birth and fiscal rules. */
function useInputs(props: Props) {
  const { t } = useTranslation();
  const { values, required } = props;
  /** Show no new doubt while the user types in a field; one already shown stays, so that the layout does not jump. */
  const [typingField, setTypingField] = useState<Field | null>(null);
  const doubts = useLiveDoubts(values);
  const town = usePostalCodeOfTown(values, typingField, props.onFill);
  const doubtOf = (name: Field) => doubts.find((doubt) => doubt.field === name);
  const hintBelow = (name: Field, hint?: string) => {
    const doubt = name === typingField ? undefined : doubtOf(name);
    if (doubt) return <Doubt text={doubt.message} />;
    return name === 'postalCode' && town ? t('customerFields.postalCodeOf', { town }) : hint;
  };
  const watchedInput = (name: Field) => ({
    ...props.input(name),
    ...(name === props.asked ? { 'data-first': true } : {}),
    onFocusCapture: () => setTypingField(doubtOf(name) ? null : name),
    onBlurCapture: () => {
      setTypingField(null);
      // Runs before the form validates the field.
      const complete = normalised(name, values[name]);
      if (complete !== '' && complete !== values[name]) props.onFill({ [name]: complete });
    },
  });
  const client = useQueryClient();
  const placeOf = async (code: string) => (await client.fetchQuery(fiscalCodeReading(code))).place;
  const field = (name: Field, look: FieldLook = {}) => (
    <SuggestedInput
      suggest={(_, { ofCustomer }) => ofCustomer(name, { values, onFill: props.onFill, placeOf })}
      context={Object.values(values).join()}
      label={t(`label.field.${name}`)}
      description={hintBelow(name, look.hint)}
      type={look.type ?? 'text'}
      inputMode={look.mode}
      required={look.required ?? false}
      autoComplete="off"
      {...watchedInput(name)}
    />
  );
  const neededField = (name: BirthOrFiscal, look: FieldLook = {}) =>
    field(name, { ...look, required: required.includes(name) });
  const birthFields = (
    <>
      <DateInput
        label={t('label.field.birthDate')}
        required={required.includes('birthDate')}
        description={hintBelow('birthDate')}
        century="past"
        {...watchedInput('birthDate')}
      />
      <PlaceField
        label={t('label.field.birthPlace')}
        required={required.includes('birthPlace')}
        description={hintBelow('birthPlace')}
        on={parseTypedDate(values.birthDate, 'past')}
        value={values.birthPlace}
        input={watchedInput('birthPlace')}
      />
    </>
  );
  return { field, needed: neededField, born: birthFields };
}

/** Doubts about the input, recomputed when the referenced places are loaded. */
function useLiveDoubts(values: CustomerValues): Warning[] {
  const client = useQueryClient();
  const code = personalCode(values);
  const [city] = useDebouncedValue(values.city.trim(), PAUSE_MS);
  useQuery(fiscalCodeReading(code));
  useQuery(placesNamed(city, null));
  const doubts = customerDoubts(values, uiLanguage(), knownPlaces(client, code));
  // A half-typed CAP is not a foreign one.
  return doubts.filter(({ code: what }) => what !== 'postalCode.format' || values.postalCode.trim().length >= 5);
}

/** A doubt next to its field: nothing to fix, something to check. */
function Doubt(props: { text: string }) {
  return (
    <span className={classes.doubt}>
      <IconAlertTriangle size={14} stroke={1.8} aria-hidden="true" />
      <span>{props.text}</span>
    </span>
  );
}

/** A customer cannot change dealer: an existing one's is shown read-only. */
export function KnownDealer({ hst }: { hst: string }) {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  return <TextInput label={t('label.field.hst')} value={`${dealerName(hst)} (HST ${hst})`} readOnly />;
}
