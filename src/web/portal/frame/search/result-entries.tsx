/** Converts found rows to search results: title, link, status. */
import { IconArrowRight } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { customerName } from '#domain/dossiers/customer-name.ts';
import type { DocumentRow, DossierRow, FolderRow } from '../../api/answer-types.ts';
import type { Page } from '../../api/client.ts';
import type { PageAction } from '../../connected/act/page-actions.ts';
import { FolderStatusChip } from '../../connected/chip.tsx';
import { customerOf, documentTypeLabel, folderTitle, folderTypeLabel } from '../../connected/labels.ts';
import { BrandTile } from '../../entities/dealers/brand.tsx';
import { DocumentStatus } from '../../entities/documents/awaited-signers.tsx';
import { paths } from '../../paths.ts';
import { formatDate } from '../../text/dates.ts';
import { formatPhone } from '../../text/phone-number.ts';
import { CustomerTile } from '../../ui/figures/tile.tsx';
import { hasWords, markedParts } from './matched-parts.ts';
import type { Recent, RecentKind } from './recent-records.ts';
import type { Rows, SearchResults } from './use-search-results.ts';

interface Shown {
  /** DOM id, unique in the list. */
  id: string;
  title: string;
  caption: string;
  lead: ReactNode;
  chip?: ReactNode;
}

export interface PageEntry extends Shown {
  to: string;
  /** Additional query parameters. */
  search?: Readonly<Record<string, string>>;
  /** Initial search text of the list at `to`. */
  listText?: string;
}

/** `act` is null while unavailable; the caption then shows why. */
export type Entry = PageEntry | (Shown & { act: (() => void) | null });

export interface Group {
  kind: RecentKind | 'recent' | 'actions' | 'commands' | 'similar';
  entries: readonly Entry[];
  total?: number;
}

const line = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

function dossierEntry(t: TFunction, row: DossierRow, dealerName: (hst: string) => string): PageEntry {
  return {
    id: `found-dossiers-${row.id}`,
    to: paths.dossier(row.id),
    title: customerName(row),
    caption:
      line(row.fiscalCode || formatPhone(row.mobilePhone) || row.email, row.city, dealerName(row.hst)) || t('missing'),
    lead: <CustomerTile company={Boolean(row.organizationName)} />,
  };
}

function folderEntry(t: TFunction, row: FolderRow): PageEntry {
  const type = folderTypeLabel(t, row.type);
  return {
    id: `found-folders-${row.id}`,
    to: paths.folder(row.id),
    title: folderTitle(t, row),
    caption: line(
      row.businessId ? type : null,
      customerOf(t, row),
      row.processDate && formatDate(row.processDate),
      row.plate,
      row.vin,
    ),
    lead: <BrandTile brand={row.brand} size={28} />,
    chip: row.status === 'OPEN' ? undefined : <FolderStatusChip status={row.status} />,
  };
}

function documentEntry(t: TFunction, row: DocumentRow): PageEntry {
  return {
    id: `found-documents-${row.id}`,
    to: paths.document(row.id),
    title: t('search.document', { type: documentTypeLabel(t, row.type), id: row.id }),
    caption: line(customerOf(t, row), row.folderDTO?.businessId, row.fileName),
    lead: row.folderDTO ? <BrandTile brand={row.folderDTO.brand} size={28} /> : null,
    chip: <DocumentStatus document={row} />,
  };
}

export interface Wording {
  t: TFunction;
  dealerName: (hst: string) => string;
  /** Formats a number for display. */
  count: (value: number) => string;
}

/** Matches in the title first, then in the caption, then elsewhere; newest first in each. */
function byHit(entries: readonly Entry[], text: string): Entry[] {
  const has = (line: string) => markedParts(line, text).some((part) => part.hit);
  const hitRank = (entry: Entry) => (has(entry.title) ? 0 : has(entry.caption) ? 1 : 2);
  return entries.toSorted((a, b) => hitRank(a) - hitRank(b));
}

/** One group per kind with results; truncated lists end with a link to the whole list. */
export function foundGroups({ t, dealerName, count }: Wording, rows: SearchResults, text: string): Group[] {
  const rest = (kind: 'dossiers' | 'folders', total: number, shown: number): Entry[] =>
    total <= shown
      ? []
      : [
          {
            id: `found-${kind}-all`,
            to: paths[kind],
            title: t(`search.all.${kind}`, { count: total, replace: { count: count(total) } }),
            caption: t('search.allHint', { text }),
            lead: <IconArrowRight size={18} stroke={1.8} aria-hidden="true" />,
            listText: text,
          },
        ];
  const { dossiers, folders, documents, numbered, similar } = rows;
  const groups: Group[] = [];
  const add = <Row,>(kind: 'dossiers' | 'folders', result: Page<Row> | undefined, entryOf: (row: Row) => Entry) => {
    if (!result) return;
    const entries = byHit(result.rows.map(entryOf), text);
    const more = rest(kind, result.total, entries.length);
    groups.push({ kind, entries: [...entries, ...more], total: result.total });
  };
  add('dossiers', dossiers.data, (row) => dossierEntry(t, row, dealerName));
  add('folders', folders.data, (row) => folderEntry(t, row));
  // The document with this number comes first, before those that only have it in their name.
  const byNumber = numbered.data?.rows ?? [];
  const otherDocuments = (documents.data?.rows ?? []).filter(({ id }) => byNumber.every((row) => row.id !== id));
  groups.push({
    kind: 'documents',
    entries: [
      ...byNumber.map((row) => documentEntry(t, row)),
      ...byHit(
        otherDocuments.map((row) => documentEntry(t, row)),
        text,
      ),
    ],
    total: Math.max(documents.data?.total ?? 0, byNumber.length + otherDocuments.length),
  });
  groups.push({ kind: 'similar', entries: (similar.data ?? []).map((row) => dossierEntry(t, row, dealerName)) });
  return groups.filter((group) => group.entries.length > 0);
}

/** Recently opened records, newest first. */
export function recentGroups({ t, dealerName }: Wording, rows: Rows, recent: readonly Recent[]): Group[] {
  const entries = recent.flatMap(({ kind, id }): Entry[] => {
    if (kind === 'dossiers') {
      const row = rows.dossiers.data?.rows.find((dossier) => dossier.id === id);
      return row ? [dossierEntry(t, row, dealerName)] : [];
    }
    if (kind === 'folders') {
      const row = rows.folders.data?.rows.find((folder) => folder.id === id);
      return row ? [folderEntry(t, row)] : [];
    }
    const row = rows.documents.data?.rows.find((candidate) => candidate.id === id);
    return row ? [documentEntry(t, row)] : [];
  });
  return entries.length === 0 ? [] : [{ kind: 'recent', entries }];
}

/** The page's actions: all of them, or those with words that begin with the typed ones. */
export function actionGroups(actions: readonly PageAction[], typed: string): Group[] {
  const entries = actions
    .filter(({ text }) => hasWords(text, typed))
    .map(({ text, icon, reason = null, busy = false, onClick }, index) => ({
      ...{ id: `found-action-${index}`, title: text, caption: reason ?? '', lead: icon },
      act: reason === null && !busy ? onClick : null,
    }));
  return entries.length === 0 ? [] : [{ kind: 'actions', entries }];
}
