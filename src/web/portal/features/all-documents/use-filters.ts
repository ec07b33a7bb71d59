/** The filters of all documents, and the search criteria they produce. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { canRead } from '#domain/access.ts';
import { BRANDS } from '#domain/dealers/brands.ts';
import { DOCUMENT_VIEWS, type DocumentView, viewCriteria } from '#domain/documents/document-views.ts';
import { FOLDER_TYPES } from '#domain/folders/folder-types.ts';
import { colleaguesQuery } from '../../api/queries/all-documents.ts';
import { folderTypesQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { documentTypeLabel } from '../../connected/labels.ts';
import {
  type ChoiceFilter,
  entityFilterOf,
  type Filter,
  useBrandFilter,
  useFolderTypeFilter,
} from '../../connected/list/filters.ts';
import { criteriaOf, type ListState } from '../../connected/list/list-state.ts';
import { toIsoDate } from '../../text/dates.ts';
import { createdIn, PERIODS } from './created-period.ts';

const FIELDS = {
  brand: 'brand',
  folderType: 'folderType',
  type: 'type',
  entity: 'legalEntity',
  seller: 'createdBy',
};

export const viewOf = (state: ListState): DocumentView | undefined =>
  DOCUMENT_VIEWS.find((view) => view === state.filters.view);

export const criteriaWithoutView = (state: ListState) => ({
  ...criteriaOf(state, FIELDS),
  createdDate: createdIn(state.filters, toIsoDate(new Date())),
});

export const criteriaIn = (state: ListState) => {
  const view = viewOf(state);
  return { ...criteriaWithoutView(state), ...(view === undefined ? {} : viewCriteria(view)) };
};

/** Every document type configured in the folder types that the user may read. */
function useDocumentTypeFilter(readable: readonly string[], chosenFolderType: string | undefined): ChoiceFilter {
  const { t } = useTranslation();
  const { data = [] } = useQuery(folderTypesQuery);
  const types = data
    .filter(({ slug }) => (chosenFolderType === undefined ? readable.includes(slug) : slug === chosenFolderType))
    .flatMap(({ documentTypes }) => documentTypes.map(({ slug }) => slug));
  const choices = [...new Set(types)]
    .map((slug) => ({ value: slug, label: documentTypeLabel(t, slug) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'it'));
  return { name: 'type', label: t('columns.document'), all: t('allDocuments.allDocumentTypes'), choices };
}

/**
 * A document's creator is its seller. The whole network has too many to choose from, so only those of one legal entity
 * are offered.
 */
function useSellerFilter(entity: string | undefined): { filter: ChoiceFilter; pending: boolean } {
  const { t } = useTranslation();
  const { account, dealers } = useSession();
  const hasOwnDealers = account.hstList.length > 0;
  const chosen = dealers.filter(({ legal_entity: code }) => code === entity).map(({ hst2011 }) => hst2011);
  const enabled = hasOwnDealers || entity !== undefined;
  const { data = [], isPending } = useQuery({
    ...colleaguesQuery(entity === undefined ? null : chosen),
    enabled,
  });
  const choices = data.map(({ login, fullname }) => ({ value: login, label: fullname }));
  return {
    filter: { name: 'seller', label: t('allDocuments.seller'), all: t('allDocuments.allSellers'), choices },
    pending: enabled && isPending,
  };
}

/** @param search search of the address: its filters decide which others can be chosen. */
export function useDocumentFilters(search: { entity?: string | undefined; folderType?: string | undefined }) {
  const { t } = useTranslation();
  const { account, ownDealers } = useSession();
  const brands = BRANDS.filter((brand) => account.brands.some((entry) => entry.brand === brand));
  const types = FOLDER_TYPES.filter((type) => brands.some((brand) => canRead(account, brand, type)));
  const seller = useSellerFilter(search.entity);
  const filters: Filter[] = [
    {
      ...{ name: 'period', label: t('allDocuments.period'), all: t('allDocuments.anyTime') },
      choices: PERIODS.map((period) => ({ value: period, label: t(`allDocuments.periods.${period}`) })),
    },
    useBrandFilter(brands, t('columns.brand'), t('all.brands')),
    seller.filter,
  ];
  const more: Filter[] = [
    { name: 'from', label: t('allDocuments.from'), kind: 'day' },
    { name: 'to', label: t('allDocuments.to'), kind: 'day' },
    useFolderTypeFilter('folderType', types, t('all.types')),
    useDocumentTypeFilter(types, search.folderType),
    entityFilterOf(ownDealers, t('label.field.legalEntity'), t('all.legalEntities')),
  ];
  return { filters, more, pending: seller.pending };
}
