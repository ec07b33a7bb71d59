/** The damage in a paper's form: marked on the drawing, and listed next to it with part, kind and description. */
import { IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Brand } from '#domain/dealers/brands.ts';
import { marksOf, vehicleOf } from '#domain/papers/damages/damage-block.ts';
import { partsOf } from '#domain/papers/damages/drawing.ts';
import { type Spot, writeSpot } from '#domain/papers/damages/spot.ts';
import { DAMAGE_KINDS, DAMAGE_PLACES, type DamagePlace } from '#domain/papers/labels/choice-labels.ts';
import { uiLanguage } from '../../../../text/language.ts';
import { Select, TextInput } from '../../../../ui/inputs/control-styles.ts';
import type { DocumentForm } from '../../../documents/fields/document-form.ts';
import classes from './damage.module.css';
import { DamageDrawing } from './damage-drawing.tsx';
import { type Damage, damageIn, damageRows, fieldOf, fieldsFor } from './damage-list.ts';

interface EditorProps {
  fields: DocumentForm;
  brand: Brand;
  /** The number of rows on the paper. */
  most: number;
}

type Kind = keyof typeof DAMAGE_KINDS;
const KINDS = Object.keys(DAMAGE_KINDS) as Kind[];

const placeLabel = (place: string): string =>
  Object.hasOwn(DAMAGE_PLACES, place) ? DAMAGE_PLACES[place as DamagePlace][uiLanguage()] : place;

/** Reads and writes the numbered fields of the form. */
function useDamage({ fields: { form }, most }: EditorProps) {
  const values = form.values.fields;
  const write = (changed: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(changed)) {
      if ((values[name] ?? '') !== value) form.setFieldValue(`fields.${name}`, value);
      form.clearFieldError(`fields.${name}`);
    }
  };
  const rows = damageRows(values, most);
  return {
    rows,
    full: rows.length >= most,
    add(damage: Partial<Damage>): number {
      const list = [...damageIn(values, most), { PLACE: '', SPOT: '', KIND: '', TEXT: '', ...damage }];
      write(fieldsFor(list, most));
      return list.length;
    },
    remove(row: number) {
      const list = damageIn(values, most).filter((_, index) => rows[index] !== row);
      write(fieldsFor(list, most));
    },
    change(row: number, damage: Partial<Damage>) {
      const entries = Object.entries(damage) as [keyof Damage, string][];
      write(Object.fromEntries(entries.map(([part, value]) => [fieldOf(row, part), value])));
    },
  };
}

export function DamageEditor(props: EditorProps) {
  const { t } = useTranslation();
  const { brand, fields } = props;
  const damage = useDamage(props);
  const vehicle = vehicleOf(brand);
  const box = useRef<HTMLDivElement>(null);
  const [announced, setAnnounced] = useState('');
  const marks = marksOf(vehicle, fields.form.values.fields).map(({ row, number, x, y }) => {
    const place = placeLabel(String(fields.form.values.fields[fieldOf(row, 'PLACE')] ?? ''));
    return { row, number, x, y, label: t('paperForm.damage.mark', { number, place }) };
  });
  const show = (row: number) => {
    // The line is rendered with the next frame.
    requestAnimationFrame(() => {
      const line = box.current?.querySelector(`[data-row="${row}"]`);
      line?.scrollIntoView({ block: 'nearest' });
    });
  };
  const add = (place: DamagePlace, spot?: Spot) => {
    const row = damage.add({ PLACE: place, ...(spot && { SPOT: writeSpot(spot) }) });
    setAnnounced(t('paperForm.damage.mark', { number: row, place: placeLabel(place) }));
    show(row);
  };
  const remove = (row: number) => {
    damage.remove(row);
    setAnnounced(t('paperForm.damage.removed', { number: damage.rows.indexOf(row) + 1 }));
    box.current?.querySelector<HTMLElement>(`.${classes.surface}`)?.focus();
  };
  return (
    <div className={classes.editor} ref={box}>
      <DamageDrawing
        vehicle={vehicle}
        marks={marks}
        full={damage.full}
        onAdd={(spot, place) => add(place, spot)}
        onMove={(row, spot, place) => damage.change(row, { SPOT: writeSpot(spot), PLACE: place })}
        onRemove={remove}
        onPick={show}
        onKeyboard={() => box.current?.querySelector<HTMLElement>('[data-add]')?.focus()}
      />
      <p role="status" className="sr-only">
        {announced}
      </p>
      {damage.rows.map((row, index) => (
        <DamageLine key={row} {...props} row={row} number={index + 1} damage={damage} onRemove={() => remove(row)} />
      ))}
      {damage.full ? null : (
        <Select
          data-add
          label={t('paperForm.damage.add')}
          placeholder={t('paperForm.damage.choosePart')}
          data={partsOf(vehicle).map((value) => ({ value, label: placeLabel(value) }))}
          value={null}
          onChange={(place) => place !== null && add(place as DamagePlace)}
        />
      )}
    </div>
  );
}

function DamageLine(
  props: EditorProps & {
    row: number;
    number: number;
    damage: ReturnType<typeof useDamage>;
    onRemove: () => void;
  },
) {
  const { t } = useTranslation();
  const { fields, brand, row, number, damage } = props;
  const { form } = fields;
  const value = (part: keyof Damage) => String(form.values.fields[fieldOf(row, part)] ?? '');
  const input = (part: keyof Damage) => form.getInputProps(`fields.${fieldOf(row, part)}`);
  const parts: string[] = partsOf(vehicleOf(brand));
  const place = value('PLACE');
  const offered = place === '' || parts.includes(place) ? parts : [...parts, place];
  const kindError = form.errors[`fields.${fieldOf(row, 'KIND')}`];
  return (
    <fieldset className={classes.line} data-row={row}>
      <legend className={classes.number}>{t('paperForm.damage.title', { number })}</legend>
      <fieldset className={classes.kinds} aria-label={t('paperForm.damage.kind')}>
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            className={classes.kind}
            aria-pressed={value('KIND') === kind}
            onClick={() => {
              damage.change(row, { KIND: value('KIND') === kind ? '' : kind });
              form.clearFieldError(`fields.${fieldOf(row, 'TEXT')}`);
            }}
          >
            {DAMAGE_KINDS[kind][uiLanguage()]}
          </button>
        ))}
      </fieldset>
      {kindError ? (
        <p className={`${classes.error} field-error`} role="alert">
          {kindError}
        </p>
      ) : null}
      <Select
        {...input('PLACE')}
        label={t('paperForm.damage.part')}
        placeholder={t('form.choose')}
        allowDeselect={false}
        data={offered.map((kind) => ({ value: kind, label: placeLabel(kind) }))}
        value={place === '' ? null : place}
        // The mark belonged to the part that was tapped.
        onChange={(chosen) => damage.change(row, { PLACE: chosen ?? '', SPOT: '' })}
      />
      <TextInput
        {...input('TEXT')}
        label={t('paperForm.damage.text')}
        placeholder={t('paperForm.damage.textHint')}
        autoComplete="off"
        value={value('TEXT')}
      />
      <button
        type="button"
        className={classes.remove}
        aria-label={t('paperForm.damage.remove', { number })}
        title={t('paperForm.damage.remove', { number })}
        onClick={props.onRemove}
      >
        <IconTrash size={18} stroke={1.8} aria-hidden="true" />
      </button>
    </fieldset>
  );
}
