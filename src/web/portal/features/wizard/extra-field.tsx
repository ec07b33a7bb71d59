/** One extra field of a document type; a type the product does not know is named as '{field} non gestito' (specification §3, §8). */
import type { GetInputPropsReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type ConfiguredField, isRequired } from '#domain/folders/folder-types.ts';
import { coworkersQuery } from '../../api/queries.ts';
import { Note } from '../../ui/card.tsx';
import { Checkbox, Select, TextInput } from '../../ui/forms.ts';
import { fieldLabel, readable } from '../../ui/labels.ts';
import type { WizardSubject } from './configuration.ts';
import classes from './wizard.module.css';

interface Props {
  field: ConfiguredField;
  subject: WizardSubject;
  input: GetInputPropsReturnType;
}

export function ExtraField(props: Props) {
  const { t } = useTranslation();
  const { field, input } = props;
  const label = fieldLabel(t, field.name) ?? readable(field.name);
  const required = isRequired(field);
  const common = { label, required, withAsterisk: required, ...input };
  if (field.type === 'string') return <TextInput autoComplete="off" {...common} />;
  if (field.type === 'date') {
    return <TextInput autoComplete="off" placeholder={t('wizard.customer.dateHint')} inputMode="numeric" {...common} />;
  }
  if (field.type === 'checkbox') return <Checkbox className={classes.extraCheck} label={label} {...input} />;
  if (field.type === 'ROLE_SALE_MANAGER' || field.type === 'ROLE_OPERATOR_DEALER') {
    return <ColleagueField {...props} role={field.type} label={label} required={required} />;
  }
  return (
    <div className={classes.wide}>
      <Note tone="waiting">{t('wizard.document.unhandled', { field: label })}</Note>
    </div>
  );
}

/** People with the role, for this brand and folder type; a failed look-up is an empty list (specification §8). */
function ColleagueField(props: Props & { role: string; label: string; required: boolean }) {
  const { t } = useTranslation();
  const { subject } = props;
  const people = useQuery(coworkersQuery(props.role, subject.brand, subject.folderType));
  const rows = people.data ?? [];
  return (
    <Select
      label={props.label}
      required={props.required}
      withAsterisk={props.required}
      openOnFocus={false}
      placeholder={people.data && rows.length === 0 ? t('wizard.document.nobodyFound') : t('wizard.document.nobody')}
      data={rows.map((person) => ({ value: String(person.id), label: person.fullname }))}
      {...props.input}
    />
  );
}
