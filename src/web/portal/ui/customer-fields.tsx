/** The fields of a customer, one way for the wizard, a new customer and one that is edited (specification §3, §5). */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dealer } from '#domain/dealers/brands.ts';
import { useSession } from '../api/session.tsx';
import classes from './customer-fields.module.css';
import type { BirthOrFiscal, CustomerValues } from './customer-values.ts';
import { RequiredHint } from './form/wording.tsx';
import { SegmentedControl, Select, TextInput } from './forms.ts';

type Field = Exclude<keyof CustomerValues, 'kind'>;

interface FieldLook {
  required?: boolean;
  hint?: string;
  placeholder?: string;
  type?: 'text' | 'tel' | 'email';
  mode?: 'numeric';
}

export function CustomerFields(props: {
  kind: CustomerValues['kind'];
  onKind: (kind: CustomerValues['kind']) => void;
  /** Value, error and handlers of a field. */
  input: (name: Field) => object;
  /** Birth and fiscal data that may not be left out (P-9). */
  required: readonly BirthOrFiscal[];
  /** Dealers to choose from; of a customer that exists its own, as text. */
  dealer: readonly Dealer[] | string;
  /** Below the switch between person and company. */
  lead?: ReactNode;
  /** Explains the red asterisk, where nothing around does. */
  explained?: boolean;
}) {
  const { t } = useTranslation();
  const company = props.kind === 'company';
  const field = (name: Field, look: FieldLook = {}) => (
    <TextInput
      label={t(`label.field.${name}`)}
      description={look.hint}
      placeholder={look.placeholder}
      type={look.type ?? 'text'}
      inputMode={look.mode}
      required={look.required ?? false}
      withAsterisk={look.required ?? false}
      autoComplete="off"
      {...props.input(name)}
    />
  );
  const needed = (name: BirthOrFiscal, look: FieldLook = {}) =>
    field(name, { ...look, required: props.required.includes(name) });
  const born = (
    <>
      {needed('birthDate', { mode: 'numeric', placeholder: t('form.dateHint') })}
      {needed('birthPlace')}
    </>
  );
  return (
    <div className={classes.fields}>
      <div className={classes.row}>
        <SegmentedControl
          size="xs"
          aria-label={t('customerFields.kind')}
          data={[
            { value: 'person', label: t('customerFields.person') },
            { value: 'company', label: t('customerFields.company') },
          ]}
          value={props.kind}
          onChange={(value) => props.onKind(value as CustomerValues['kind'])}
        />
        {props.explained ? <RequiredHint /> : null}
      </div>
      {props.lead}
      <div className={classes.grid3}>
        <DealerField dealer={props.dealer} input={props.input('hst')} />
        {company ? (
          <>
            {field('organizationName', { required: true })}
            {needed('fiscalCode', { hint: t('customerFields.fiscalHint') })}
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
      <h3 className={classes.group}>{t('customerFields.contacts')}</h3>
      <div className={classes.grid}>
        {field('mobilePhone', { required: true, type: 'tel', hint: t('customerFields.phoneHint') })}
        {field('email', { required: true, type: 'email', hint: t('customerFields.emailHint') })}
      </div>
      <h3 className={classes.group}>{t('customerFields.home')}</h3>
      <div className={classes.grid3}>
        {field('street', { required: true })}
        {field('city', { required: true })}
        {field('postalCode', { required: true, mode: 'numeric' })}
      </div>
    </div>
  );
}

/** A customer stays with its dealer (P-15): that of one that exists is shown, not chosen. */
function DealerField(props: { dealer: readonly Dealer[] | string; input: object }) {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const { dealer } = props;
  const named = (hst: string) => `${dealerName(hst)} (HST ${hst})`;
  if (typeof dealer === 'string') return <TextInput label={t('label.field.hst')} value={named(dealer)} readOnly />;
  return (
    <Select
      label={t('label.field.hst')}
      required
      withAsterisk
      openOnFocus={false}
      allowDeselect={false}
      searchable={dealer.length > 8}
      data={dealer.map((one) => ({ value: one.hst2011, label: named(one.hst2011) }))}
      {...props.input}
    />
  );
}
