/** The extra fields of a document as text: flags, dates, a selected colleague by name. */
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ConfiguredField } from '#domain/folders/folder-types.ts';
import { choiceLabel } from '#domain/papers/labels/choice-labels.ts';
import { coworkersQuery } from '../../../api/queries.ts';
import { fieldLabel, readable } from '../../../connected/labels.ts';
import { formatDate } from '../../../text/dates.ts';
import { uiLanguage } from '../../../text/language.ts';
import { formatCount, formatMoney } from '../../../text/numbers.ts';
import type { Fact } from '../../../ui/card.tsx';
import type { DocumentScope } from './extra-field.tsx';

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
/** A local time at the dealer, as papers store it. */
const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/;
/** Kilometres, recognized by the field names of papers: KM_OUT, VEHICLE_KM. */
const KILOMETRES = /(^|_)KM(_IN|_OUT|_INCLUDED)?$/;
/** Amounts, recognized in the same way: DEDUCTIBLE, TOTAL_PRICE, PAYMENT_1_AMOUNT. */
const AMOUNTS =
  /^(DEDUCTIBLE|DISCOUNT|ROAD_COSTS|REGISTRATION_TAX|TRADE_IN_VALUE|CONSUMABLES|MAX_AUTHORISED|FINANCE_(INSTALMENT|FINAL)|(DAILY|STORAGE|LABOUR)_RATE)$|(^|_)(PRICE|AMOUNT|DEPOSIT)$/;
/** Shown on the paper's drawing, never as numbers. */
const SPOTS = /^DAMAGE_\d+_SPOT$/;
/** The value of a photo is only its hash: show that there is a photo. */
const PHOTOS = /^PHOTO_\d+_FILE$/;
const PICKERS = ['ROLE_OPERATOR_DEALER', 'ROLE_SALE_MANAGER'] as const;

type Value = string | number | boolean | null;

/** @param values as they are stored or typed; @param fields those of the document's type, as far as it is known. */
export function useExtraFacts(
  values: Readonly<Record<string, Value>>,
  fields: readonly ConfiguredField[],
  place: DocumentScope,
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
      const colleague = colleagues.flatMap((query) => query.data ?? []).find((person) => person.id === Number(value));
      return colleague?.fullname ?? t('documentFields.colleague', { id: value });
    }
    if (typeof value === 'number') return String(value);
    if (PHOTOS.test(name)) return t('affirmed');
    if (KILOMETRES.test(name) && /^\d+$/.test(value)) return `${formatCount(Number(value))}\u00a0km`;
    if (AMOUNTS.test(name) && /^\d+([.,]\d{1,2})?$/.test(value)) return formatMoney(Number(value.replace(',', '.')));
    const [, day, time] = LOCAL_TIME.exec(value) ?? [];
    if (day !== undefined) return `${formatDate(day)} ${time}`;
    return ISO_DATE.test(value) ? formatDate(value) : choiceLabel(name, value, uiLanguage());
  };
  // In the order of the papers: storage does not preserve any.
  const order = Object.keys(t('paperFields', { returnObjects: true }) as object);
  const ordered = entries.toSorted(([first], [second]) => order.indexOf(first) - order.indexOf(second));
  return ordered.map(([name, value]) => ({ label: fieldLabel(t, name) ?? readable(name), value: shown(name, value) }));
}
