/** The extra fields of a document in words: flags, dates, a picked colleague by name (specification §3, P-18). */
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ConfiguredField } from '#domain/folders/folder-types.ts';
import { choiceLabel } from '#domain/papers/labels/choice-labels.ts';
import { coworkersQuery } from '../../../api/queries.ts';
import { fieldLabel, readable } from '../../../connected/labels.ts';
import { formatDate } from '../../../text/dates.ts';
import { spoken } from '../../../text/language.ts';
import { formatCount, formatMoney } from '../../../text/numbers.ts';
import type { Fact } from '../../../ui/card.tsx';
import type { Place } from './extra-field.tsx';

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
/** A time in the dealer's own clock, as papers have it. */
const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/;
/** Kilometres by the names of the papers' own fields: KM_OUT, VEHICLE_KM. */
const KILOMETRES = /(^|_)KM(_IN|_OUT|_INCLUDED)?$/;
/** Amounts likewise: DEDUCTIBLE, TOTAL_PRICE, PAYMENT_1_AMOUNT. */
const AMOUNTS =
  /^(DEDUCTIBLE|DISCOUNT|ROAD_COSTS|REGISTRATION_TAX|TRADE_IN_VALUE|CONSUMABLES|MAX_AUTHORISED|FINANCE_(INSTALMENT|FINAL)|(DAILY|STORAGE|LABOUR)_RATE)$|(^|_)(PRICE|AMOUNT|DEPOSIT)$/;
/** Read on the drawing of the paper, as numbers nowhere. */
const SPOTS = /^DAMAGE_\d+_SPOT$/;
/** Of a photo only its hash is kept here: that it is there is all that anybody wants to read. */
const PHOTOS = /^PHOTO_\d+_FILE$/;
const PICKERS = ['ROLE_OPERATOR_DEALER', 'ROLE_SALE_MANAGER'] as const;

type Value = string | number | boolean | null;

/** @param values as they are stored or typed; @param fields those of the document's type, as far as it is known. */
export function useExtraFacts(
  values: Readonly<Record<string, Value>>,
  fields: readonly ConfiguredField[],
  place: Place,
): Fact[] {
  const { t } = useTranslation();
  const entries = Object.entries(values).filter(([name]) => !SPOTS.test(name));
  const roleOf = (name: string) => PICKERS.find((role) => fields.find((field) => field.name === name)?.type === role);
  const roles = [...new Set(entries.flatMap(([name, value]) => (value ? (roleOf(name) ?? []) : [])))];
  const colleagues = useQueries({
    queries: roles.map((role) => coworkersQuery(role, place.brand, place.folderType, place.hst)),
  });
  const shown = (name: string, value: Value): string => {
    if (value === null || value === '') return t('missing');
    if (typeof value === 'boolean') return value ? t('affirmed') : t('missing');
    if (roleOf(name)) {
      const known = colleagues.flatMap((query) => query.data ?? []).find((person) => person.id === Number(value));
      return known?.fullname ?? t('documentFields.colleague', { id: value });
    }
    if (typeof value === 'number') return String(value);
    if (PHOTOS.test(name)) return t('affirmed');
    if (KILOMETRES.test(name) && /^\d+$/.test(value)) return `${formatCount(Number(value))}\u00a0km`;
    if (AMOUNTS.test(name) && /^\d+([.,]\d{1,2})?$/.test(value)) return formatMoney(Number(value.replace(',', '.')));
    const [, day, time] = LOCAL_TIME.exec(value) ?? [];
    if (day !== undefined) return `${formatDate(day)} ${time}`;
    return ISO_DATE.test(value) ? formatDate(value) : choiceLabel(name, value, spoken());
  };
  // As the papers have them: storage keeps no order.
  const order = Object.keys(t('paperFields', { returnObjects: true }) as object);
  const ordered = entries.toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  return ordered.map(([name, value]) => ({ label: fieldLabel(t, name) ?? readable(name), value: shown(name, value) }));
}
