/** One extra field of a document type; an unknown type is shown as '{field} non gestito'. */
import type { GetInputPropsReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Brand } from '#domain/dealers/brands.ts';
import { type ConfiguredField, type FolderType, isRequired } from '#domain/folders/folder-types.ts';
import type { Role } from '#domain/identity/roles.ts';
import { coworkersQuery } from '../../../api/queries.ts';
import { DateInput } from '../../../connected/form/date-input.tsx';
import { fieldLabel, readable } from '../../../connected/labels.ts';
import { centuryOf } from '../../../text/typed-dates.ts';
import { Note } from '../../../ui/card.tsx';
import { Checkbox, Select, TextInput } from '../../../ui/inputs/control-styles.ts';
import { useProposedChoice } from '../../../ui/inputs/use-proposed-choice.ts';
import classes from './document-fields.module.css';

/** The document's place, which determines the colleagues to choose from. */
export interface DocumentScope {
  brand: Brand;
  folderType: FolderType;
  /** Absent until the customer is chosen. */
  hst?: string;
}

interface Props {
  field: ConfiguredField;
  /** Documents of this type are signed by the person in the field, or by one chosen when the signature starts. */
  signs: boolean;
  /** The document is new: propose a signer. */
  proposes: boolean;
  place: DocumentScope;
  value: string | boolean;
  input: GetInputPropsReturnType;
}

export function ExtraField(props: Props) {
  const { t } = useTranslation();
  const { field, input } = props;
  const label = fieldLabel(t, field.name) ?? readable(field.name);
  const required = isRequired(field);
  const common = { label, required, ...input };
  if (field.type === 'string') return <TextInput {...common} />;
  if (field.type === 'date') return <DateInput century={centuryOf(field.name)} {...common} />;
  if (field.type === 'checkbox') {
    const mandatory = required ? t('documentFields.mandatory') : undefined;
    return <Checkbox className={classes.extraCheck} label={label} description={mandatory} {...input} />;
  }
  if (field.type === 'ROLE_SALE_MANAGER' || field.type === 'ROLE_OPERATOR_DEALER') {
    return <ColleagueField {...props} role={field.type} label={label} required={required} />;
  }
  return (
    <div className={classes.wide}>
      <Note tone="waiting">{t('documentFields.unhandled', { field: label })}</Note>
    </div>
  );
}

/** People with the role for this brand and folder type; a failed look-up is an empty list. */
function ColleagueField(props: Props & { role: Role; label: string; required: boolean }) {
  const { t } = useTranslation();
  const { place, value } = props;
  const people = useQuery(coworkersQuery(props.role, place.brand, place.folderType, place.hst));
  const remember = useProposedChoice({
    of: ['signer', props.role, place.hst, place.brand, place.folderType],
    ids:
      props.proposes && (props.signs || props.required) && people.isSuccess
        ? people.data.map(({ id }) => id)
        : undefined,
    isChosen: value !== '',
    choose: (id) => props.input.onChange(String(id)),
  });
  const choices = (people.data ?? []).map((person) => ({ value: String(person.id), label: person.fullname }));
  // A person chosen earlier who has left: still shown, so that the choice is not silently lost.
  const formerChoice =
    people.data && typeof value === 'string' && value !== '' && !choices.some((choice) => choice.value === value)
      ? [{ value, label: t('documentFields.formerColleague', { id: value }) }]
      : [];
  const unchosen = props.signs ? t('documentFields.chosenAtStart') : t('documentFields.nobody');
  const nobody = props.required ? t('form.choose') : unchosen;
  return (
    <Select
      label={props.label}
      required={props.required}
      allowDeselect={!props.required}
      searchable={choices.length > 8}
      nothingFoundMessage={t('documentFields.nobodyFound')}
      placeholder={people.data && choices.length === 0 ? t('documentFields.nobodyFound') : nobody}
      data={[...choices, ...formerChoice]}
      {...props.input}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={(chosen) => {
        if (chosen !== null) remember(Number(chosen));
        props.input.onChange(chosen ?? '');
      }}
    />
  );
}
