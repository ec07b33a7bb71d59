/** The kinds of filters that a list can offer, and those that several lists share. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Brand, Dealer } from '#domain/dealers/brands.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import { useSession } from '../../api/session.tsx';
import { legalEntitiesOf } from '../legal-entities.ts';

export interface ChoiceFilter {
  /** Name in the state and in the address. */
  name: string;
  label: string;
  /** The select's text when nothing is chosen. */
  all: string;
  choices: readonly { value: string; label: string }[];
}

interface DayFilter {
  name: string;
  label: string;
  kind: 'day';
}

/** A filter by a row of another list, chosen in a dialog. */
interface RowFilter {
  name: string;
  label: string;
  kind: 'row';
  /** The label of the chosen row; null when none is chosen. */
  chosen: string | null;
  control: ReactNode;
}

export type Filter = ChoiceFilter | DayFilter | RowFilter;

/** The user's own dealers by name. */
export function useDealerFilter(label: string, all: string): ChoiceFilter {
  const { ownDealers, dealerName } = useSession();
  const choices = ownDealers
    .map(({ hst2011 }) => ({ value: hst2011, label: dealerName(hst2011) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'it'));
  return { name: 'hst', label, all, choices };
}

export function useEntityFilter(label: string, all: string): ChoiceFilter {
  return entityFilterOf(useSession().dealers, label, all);
}

/** The legal entities of these dealers by name. */
export function entityFilterOf(dealers: readonly Dealer[], label: string, all: string): ChoiceFilter {
  const choices = legalEntitiesOf(dealers).map(({ code, name }) => ({ value: code, label: name }));
  return { name: 'entity', label, all, choices };
}

export function useBrandFilter(brands: readonly Brand[], label: string, all: string): ChoiceFilter {
  const { t } = useTranslation();
  return {
    name: 'brand',
    label,
    all,
    choices: brands.map((brand) => ({ value: brand, label: t(`label.brand.${brand}`) })),
  };
}

/** @param name name of the filter: lists of folders and of documents use different names. */
export function useFolderTypeFilter(name: string, types: readonly FolderType[], all: string): ChoiceFilter {
  const { t } = useTranslation();
  const choices = types.map((type) => ({ value: type, label: t(`label.folderType.${type}`) }));
  return { name, label: t('label.field.type'), all, choices };
}
