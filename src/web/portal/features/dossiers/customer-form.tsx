/** The customer form outside the wizard: identity, contacts, address, brands and the second address line. */
import '../../../shared/no-eval.ts';
import { Checkbox, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { createDossier, getDossier, updateDossier } from '#contract/calls/dossiers.ts';
import { BRANDS, type Brand } from '#domain/dealers/brands.ts';
import { preselectedDealer } from '#domain/dealers/preselection.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { BIRTH_AND_FISCAL, signsSimply } from '#domain/entitlements/simple-signature.ts';
import type { DossierRow } from '../../api/answer-types.ts';
import { ask } from '../../api/client.ts';
import { knownPlaces } from '../../api/queries/comuni.ts';
import { signatureServicesQuery } from '../../api/queries.ts';
import { type Session, useSession } from '../../api/session.tsx';
import { EditDialog } from '../../connected/form/edit-dialog.tsx';
import type { EntityForm } from '../../connected/form/entity-form.ts';
import formClasses from '../../connected/form/form.module.css';
import { DuplicateNote, type ProbedField, useDuplicates } from '../../entities/customers/customer-duplicates.tsx';
import { CustomerFields, KnownDealer } from '../../entities/customers/customer-fields.tsx';
import {
  type BirthOrFiscal,
  type CustomerBody,
  customerDoubts,
  customerIssues,
  customerValues,
  EMPTY_CUSTOMER,
  personalCode,
  type RegistryCustomerValues,
  registryBody,
  requiredInEdit,
} from '../../entities/customers/customer-values.ts';
import { paths } from '../../paths.ts';
import { toIsoDate } from '../../text/dates.ts';
import { uiLanguage } from '../../text/language.ts';
import { Note } from '../../ui/card.tsx';
import { TextInput } from '../../ui/inputs/control-styles.ts';
import type { CustomerDialogProps } from './customer-dialog.tsx';
import classes from './dossiers.module.css';

interface CustomerFormProps extends CustomerDialogProps {
  /** The dossier to edit; null creates one. */
  dossier: DossierRow | null;
  /** The dealer field of a new customer. */
  dealer?: (input: object) => ReactNode;
}

export function CustomerForm(props: CustomerFormProps) {
  const { t } = useTranslation();
  const session = useSession();
  const client = useQueryClient();
  const services = useQuery(signatureServicesQuery);
  const { dossier, complete = false } = props;
  // Accept missing data until the services are loaded: the server checks in any case.
  if (services.isPending) return <Loader size={16} className={classes.loader} aria-label={t('loading')} />;
  const simply = (legalEntity: string | undefined) =>
    legalEntity === undefined || !services.data || signsSimply(services.data, legalEntity, toIsoDate(new Date()));
  const required = (values: RegistryCustomerValues, row: DossierRow | null) => {
    if (row) return requiredInEdit(row, { fes: simply(row.legalEntity), complete });
    const dealer = session.ownDealers.find((candidate) => candidate.hst2011 === values.hst);
    return simply(dealer?.legal_entity) ? [] : [...BIRTH_AND_FISCAL];
  };
  return (
    <EditDialog<RegistryCustomerValues, DossierRow, CustomerBody>
      opened={props.opened}
      onClose={props.onClose}
      title={dossier ? t('registry.customer.editTitle', { name: customerName(dossier) }) : t('registry.customers.new')}
      action={dossier ? undefined : t('registry.customer.create')}
      width={760}
      entity="customers"
      row={dossier}
      valuesOf={(row) => (row ? customerValues(row) : newCustomerValues(session))}
      issues={(values, row) => customerIssues(values, required(values, row))}
      doubts={(values) => customerDoubts(values, uiLanguage(), knownPlaces(client, personalCode(values)))}
      bodyOf={registryBody}
      send={(body, row, key) =>
        row ? ask(updateDossier, { body: { ...body, id: row.id } }) : ask(createDossier, { body, idempotencyKey: key })
      }
      reload={(row) => ask(getDossier, { path: { id: row.id } })}
      call={updateDossier}
      detail={customerName}
      fieldName={(field) => (field === 'kind' ? t('customerFields.kind') : undefined)}
      display={(field, values) => {
        if (field === 'brands') return values.brands.map((brand) => t(`label.brand.${brand}`)).join(', ');
        return field === 'kind' ? t(`customerFields.${values.kind}`) : String(values[field]);
      }}
      onSaved={props.onSaved}
    >
      {(form, row) => (
        <>
          {complete ? (
            <Note tone="info" title={t('registry.customer.complete')}>
              {t('registry.customer.completeText')}
            </Note>
          ) : null}
          <DuplicateWatch form={form} id={row?.id ?? null} onLeave={props.onClose}>
            {(alike) => (
              <CustomerFields
                values={form.values}
                onFill={(part) => form.setValues(part)}
                onKind={(kind) => form.setFieldValue('kind', kind)}
                input={(name) => form.getInputProps(name)}
                required={required(form.values, row)}
                asked={complete && row ? BIRTH_AND_FISCAL_SHOWN.find((field) => row[field] === null) : undefined}
                dealer={row ? <KnownDealer hst={row.hst} /> : props.dealer?.(form.getInputProps('hst'))}
                alike={alike}
              />
            )}
          </DuplicateWatch>
          <More form={form} />
        </>
      )}
    </EditDialog>
  );
}

/** In the order of the form. */
const BIRTH_AND_FISCAL_SHOWN = ['fiscalCode', 'birthDate', 'birthPlace'] as const satisfies readonly BirthOrFiscal[];

const newCustomerValues = ({ account, ownDealers }: Session): RegistryCustomerValues => ({
  ...{ ...EMPTY_CUSTOMER, hst: preselectedDealer(account, ownDealers)?.hst2011 ?? '', address: '' },
  brands: ownBrands(account.brands.map(({ brand }) => brand)).slice(0, 1),
});

const ownBrands = (brands: readonly Brand[]): Brand[] => BRANDS.filter((brand) => brands.includes(brand));

/** Brands, which the wizard takes from the folder, and the second address line. */
function More(props: { form: EntityForm<RegistryCustomerValues> }) {
  const { t } = useTranslation();
  const { form } = props;
  return (
    <div className={formClasses.grid}>
      <TextInput label={t('registry.customer.addressMore')} {...form.getInputProps('address')} />
      <Checkbox.Group className={formClasses.wide} label={t('label.field.brands')} {...form.getInputProps('brands')}>
        <div className={classes.checks}>
          {BRANDS.map((brand) => (
            <Checkbox key={brand} value={brand} label={t(`label.brand.${brand}`)} />
          ))}
        </div>
      </Checkbox.Group>
    </div>
  );
}

/** Points out an existing customer with the same data and links to it; never refuses. */
function DuplicateWatch(props: {
  form: EntityForm<RegistryCustomerValues>;
  id: number | null;
  onLeave: () => void;
  children: (alike: (at: readonly ProbedField[]) => ReactNode) => ReactNode;
}) {
  const { form, id } = props;
  const navigate = useNavigate();
  const duplicates = useDuplicates(form.values, id);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to the blur of its fields
    <div className={formClasses.stack} onBlur={(event) => duplicates.onBlur(event, form.values)}>
      {props.children((at) => (
        <DuplicateNote
          at={at}
          found={duplicates.found}
          known={id !== null}
          onUse={(dossier) => {
            props.onLeave();
            void navigate({ to: paths.dossier(dossier.id) });
          }}
        />
      ))}
    </div>
  );
}
