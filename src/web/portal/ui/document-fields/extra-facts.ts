/** The extra fields of a document in words: flags, dates, a picked colleague by name (specification §3, P-18). */
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ConfiguredField } from '#domain/folders/folder-types.ts';
import { coworkersQuery } from '../../api/queries.ts';
import { formatDate } from '../../text/dates.ts';
import type { Fact } from '../card.tsx';
import { fieldLabel, readable } from '../labels.ts';
import type { Place } from './extra-field.tsx';

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
const PICKERS = ['ROLE_OPERATOR_DEALER', 'ROLE_SALE_MANAGER'] as const;

type Value = string | number | boolean | null;

/** @param values as they are stored or typed; @param fields those of the document's type, as far as it is known. */
export function useExtraFacts(
  values: Readonly<Record<string, Value>>,
  fields: readonly ConfiguredField[],
  place: Place,
): Fact[] {
  const { t } = useTranslation();
  const entries = Object.entries(values);
  const roleOf = (name: string) => PICKERS.find((role) => fields.find((field) => field.name === name)?.type === role);
  const roles = [...new Set(entries.flatMap(([name, value]) => (value ? (roleOf(name) ?? []) : [])))];
  const colleagues = useQueries({
    queries: roles.map((role) => coworkersQuery(role, place.brand, place.folderType, place.hst)),
  });
  const shown = (name: string, value: Value): string => {
    if (value === null || value === '') return t('missing');
    if (typeof value === 'boolean') return value ? t('yes') : t('missing');
    if (roleOf(name)) {
      const known = colleagues.flatMap((query) => query.data ?? []).find((person) => person.id === Number(value));
      return known?.fullname ?? t('documentFields.colleague', { id: value });
    }
    return typeof value === 'string' && ISO_DATE.test(value) ? formatDate(value) : String(value);
  };
  return entries.map(([name, value]) => ({ label: fieldLabel(t, name) ?? readable(name), value: shown(name, value) }));
}
