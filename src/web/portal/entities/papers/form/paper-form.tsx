/** The form of a generated paper: its fields in the printed groups, with the return section collapsed. */
import { Button } from '@mantine/core';
import { IconChevronDown, IconUserPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Brand } from '#domain/dealers/brands.ts';
import { type PaperField, RETURN_FIELDS } from '#domain/papers/fields.ts';
import { driverFieldName, MAX_DRIVERS } from '#domain/papers/labels/driver-fields.ts';
import formClasses from '../../../connected/form/form.module.css';
import { readable } from '../../../connected/labels.ts';
import { lazyPart } from '../../../connected/lazy-part.tsx';
import { Checkbox } from '../../../ui/inputs/control-styles.ts';
import type { DocumentForm } from '../../documents/fields/document-form.ts';
import { fieldsBody } from '../../documents/fields/document-values.ts';
import { MissingData } from './missing-data.tsx';
import type { GeneratedType, Paper, PaperCase } from './paper.ts';
import { Doubt, PaperInput } from './paper-field.tsx';
import classes from './paper-form.module.css';

const DamageEditor = lazyPart(async () => (await import('./damage/damage-editor.tsx')).DamageEditor);
const PhonePhotos = lazyPart(async () => (await import('./phone/phone-photos.tsx')).PhonePhotos);

/** The fields that identify a driver other than the customer. */
const PERSON = (['NAME', 'BIRTH_DATE', 'BIRTH_PLACE', 'FISCAL_CODE', 'ADDRESS'] as const).map((part) =>
  driverFieldName(1, part),
);

interface Shared {
  fields: DocumentForm;
  paper: Paper;
  doubts: ReadonlyMap<string, string>;
  brand: Brand;
}

export function PaperForm(props: {
  fields: DocumentForm;
  type: GeneratedType;
  paperCase: PaperCase;
  /** With the preview next to the form, the missing data are listed there; otherwise below the fields. */
  beside: boolean;
}) {
  const { type, paperCase, fields } = props;
  const { paper } = type;
  const { variableFields } = fieldsBody(fields.form.values, type);
  const doubts = new Map(
    paper.judge(variableFields, paperCase, true).warnings.map(({ field, message }) => [field, message]),
  );
  const shared = { fields, paper, doubts, brand: paperCase.brand };
  const title = useGroupTitle(type.slug);
  const drivers = paper.fields.filter(({ driver }) => driver !== undefined);
  return (
    <>
      {groupsOf(paper.fields).map(([group, inside]) =>
        group === 'driver' ? (
          <Drivers key={group} {...shared} inside={drivers} paperCase={paperCase} />
        ) : group === 'return' ? (
          <Folded key={group} {...shared} inside={inside} title={title(group)} />
        ) : (
          <Group key={group} {...shared} inside={inside} title={title(group)} />
        ),
      )}
      {props.beside ? null : <MissingData fields={fields} type={type} paperCase={paperCase} />}
    </>
  );
}

/** In the order of the paper; the return fields come last. */
function groupsOf(fields: readonly PaperField[]): [string, PaperField[]][] {
  const groups = new Map<string, PaperField[]>();
  const back: PaperField[] = [];
  for (const field of fields) {
    if (RETURN_FIELDS.includes(field.name)) back.push(field);
    else groups.set(field.group, [...(groups.get(field.group) ?? []), field]);
  }
  return [...groups, ...(back.length > 0 ? [['return', back] as [string, PaperField[]]] : [])];
}

function useGroupTitle(slug: string): (group: string) => string {
  const { t } = useTranslation();
  return (group) => {
    if (group === 'vehicle') {
      if (slug === 'LOAN_HANDOVER_FORM') return t('paperForm.vehicleGroup.handover');
      if (slug.startsWith('LOAN_')) return t('paperForm.vehicleGroup.loan');
    }
    if (group === 'loan') {
      if (slug.startsWith('LOAN_RENTAL')) return t('paperForm.loanGroup.rental');
      if (slug.startsWith('LOAN_TEST')) return t('paperForm.loanGroup.test');
      if (slug === 'LOAN_HANDOVER_FORM') return t('paperForm.loanGroup.handover');
    }
    // A template may have a group without a label yet.
    return t(`paperForm.group.${group as 'vehicle'}`, { defaultValue: readable(group) });
  };
}

function Group(props: Shared & { inside: readonly PaperField[]; title: string; children?: ReactNode }) {
  const { inside, fields, paper, doubts, brand } = props;
  const flags = inside.filter(({ kind }) => kind === 'flag');
  const input = (field: PaperField) => (
    <PaperInput
      key={field.name}
      field={field}
      paper={paper}
      fields={fields}
      doubt={doubts.get(field.name)}
      usual={paper.usual(field.name, brand)}
    />
  );
  return (
    <fieldset className="ruled">
      <legend className={classes.legend}>{props.title}</legend>
      {props.children}
      <div className={formClasses.grid}>
        {inside.filter(({ kind, row }) => kind !== 'flag' && row === undefined).map(input)}
        {flags.length > 0 ? <div className={classes.flags}>{flags.map(input)}</div> : null}
      </div>
      {inside[0]?.group === 'damage' ? (
        <DamageEditor fields={fields} brand={brand} most={Math.max(...inside.map(({ row = 0 }) => row))} />
      ) : (
        <>
          {inside[0]?.group === 'photos' ? (
            <PhonePhotos fields={fields} names={inside.flatMap(({ name, kind }) => (kind === 'photo' ? [name] : []))} />
          ) : null}
          <Rows fields={fields} inside={inside.filter(({ row }) => row !== undefined)} input={input} />
        </>
      )}
    </fieldset>
  );
}

/** A list of lines: one at first, and more on request. */
function Rows(props: { fields: DocumentForm; inside: readonly PaperField[]; input: (field: PaperField) => ReactNode }) {
  const { t } = useTranslation();
  const { inside, fields, input } = props;
  const [lineCount, setLineCount] = useState(1);
  const rows = [...new Set(inside.flatMap(({ row }) => row ?? []))];
  const fieldsOfRow = (row: number) => inside.filter((field) => field.row === row);
  const namesOf = (row: number) => fieldsOfRow(row).map(({ name }) => name);
  const lastShown = Math.max(lineCount, ...rows.filter((row) => isTouched(fields, namesOf(row))));
  if (rows.length === 0) return null;
  return (
    <>
      {rows
        .filter((row) => row <= lastShown)
        .map((row) => (
          <div key={row} className={classes.row}>
            {fieldsOfRow(row).map(input)}
          </div>
        ))}
      {lastShown < rows.length ? (
        <Button
          size="compact-sm"
          variant="subtle"
          color="accent"
          className={classes.more}
          onClick={() => setLineCount(lastShown + 1)}
        >
          {t(inside[0]?.group === 'photos' ? 'paperForm.addPhoto' : 'paperForm.addRow')}
        </Button>
      ) : null}
    </>
  );
}

/** Whether any of these fields has input or an error. */
function isTouched({ form }: DocumentForm, names: readonly string[]): boolean {
  return names.some((name) => form.values.fields[name] || form.errors[`fields.${name}`]);
}

function clear({ form }: DocumentForm, names: readonly string[]): void {
  for (const name of names) {
    form.setFieldValue(`fields.${name}`, '');
    form.clearFieldError(`fields.${name}`);
  }
}

function Folded(props: Shared & { inside: readonly PaperField[]; title: string }) {
  const { t } = useTranslation();
  const [isUnfolded, setIsUnfolded] = useState(false);
  const names = props.inside.map(({ name }) => name);
  if (isUnfolded || isTouched(props.fields, names)) return <Group {...props} />;
  return (
    <div className={classes.folded}>
      <Button
        variant="subtle"
        color="accent"
        leftSection={<IconChevronDown size={16} stroke={1.9} />}
        aria-expanded={false}
        onClick={() => setIsUnfolded(true)}
      >
        {t('paperForm.showReturn')}
      </Button>
      <span className="quiet">{t('paperForm.showReturnText')}</span>
    </div>
  );
}

function Drivers(props: Shared & { inside: readonly PaperField[]; paperCase: PaperCase }) {
  const { t } = useTranslation();
  const { inside, fields } = props;
  const several = inside.some(({ driver }) => driver === 2);
  const [driverCount, setDriverCount] = useState(2);
  const of = (driver: number) => inside.filter((field) => field.driver === driver);
  const namesOf = (driver: number) => of(driver).map(({ name }) => name);
  const all = Array.from({ length: several ? MAX_DRIVERS : 1 }, (_, index) => index + 1);
  const last = Math.max(driverCount, ...all.filter((driver) => isTouched(fields, namesOf(driver))));
  const shown = all.filter((driver) => driver <= last);
  return (
    <>
      <FirstDriver
        {...props}
        inside={of(1)}
        title={several ? t('paperForm.driverOf', { number: 1 }) : t('paperForm.driver')}
      />
      {shown.slice(1).map((driver) => (
        <Group key={driver} {...props} inside={of(driver)} title={t('paperForm.driverOf', { number: driver })}>
          {driver > 2 && driver === last ? (
            <Button
              size="compact-sm"
              variant="subtle"
              color="accent"
              className={classes.remove}
              onClick={() => {
                clear(fields, namesOf(driver));
                setDriverCount(driver - 1);
              }}
            >
              {t('paperForm.removeDriver', { number: driver })}
            </Button>
          ) : null}
        </Group>
      ))}
      {several && last < MAX_DRIVERS ? (
        <div className={classes.folded}>
          <Button
            variant="subtle"
            color="accent"
            leftSection={<IconUserPlus size={16} stroke={1.9} />}
            onClick={() => setDriverCount(last + 1)}
          >
            {t('paperForm.addDriver')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** The customer is the driver unless another person is named: their data are already known. */
function FirstDriver(props: Shared & { inside: readonly PaperField[]; paperCase: PaperCase; title: string }) {
  const { t } = useTranslation();
  const { inside, fields, paperCase, doubts } = props;
  const [isOtherDriver, setIsOtherDriver] = useState(false);
  const other = isOtherDriver || isTouched(fields, PERSON);
  const name = `${paperCase.customer.firstName} ${paperCase.customer.lastName}`.trim();
  const doubt = PERSON.map((field) => doubts.get(field)).find((text) => text !== undefined);
  return (
    <Group {...props} inside={other ? inside : inside.filter((field) => !PERSON.includes(field.name))}>
      <div className={classes.who}>
        {other ? null : (
          <p>
            {name === '' ? t('paperForm.customerDrivesUnnamed') : t('paperForm.customerDrives', { name })}
            {doubt === undefined ? null : <Doubt>{doubt}</Doubt>}
          </p>
        )}
        <Checkbox
          label={t('paperForm.otherDrives')}
          checked={other}
          onChange={(event) => {
            setIsOtherDriver(event.currentTarget.checked);
            if (!event.currentTarget.checked) clear(fields, PERSON);
          }}
        />
      </div>
    </Group>
  );
}
