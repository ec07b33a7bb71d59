/**
 * Before the start: lists which other documents of the folder the customer can sign with the same link, and why others
 * must be signed separately.
 */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DocumentRow, FolderRow } from '../../api/answer-types.ts';
import { documentsOfFolder } from '../../api/queries.ts';
import { documentTypeLabel } from '../../connected/labels.ts';
import { proposedTogether, togetherChoices } from '../../entities/documents/together-choices.ts';
import { named, togetherReasonText } from '../../entities/documents/together-texts.ts';
import { Note } from '../../ui/card.tsx';
import { SmallButton } from '../../ui/small-button.ts';
import classes from './document-page.module.css';

/** Reasons shown together: a folder may hold many documents. */
const MAX_REASONS = 3;

/** Formats a sentence for use inside another. */
const inside = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');

export function TogetherNote(props: { document: DocumentRow; folder: FolderRow; onTogether: () => void }) {
  const { t } = useTranslation();
  const { document, folder } = props;
  const rows = useQuery(documentsOfFolder(folder.id)).data?.rows ?? [];
  const proposed = proposedTogether(rows, folder.status, { with: document.id });
  // Only a document that can be signed can be combined with others.
  if (!proposed.includes(document.id)) return null;
  const apart = togetherChoices(rows, folder.status, proposed).flatMap(({ row, reason }) =>
    reason === null || row.id === document.id
      ? []
      : [`${named(documentTypeLabel(t, row.type), row.id)} (${inside(togetherReasonText(t, reason))})`],
  );
  const others = proposed.length - 1;
  if (others + apart.length === 0) return null;
  const list = apart.slice(0, MAX_REASONS).join(', ');
  return (
    <div className={classes.note}>
      <Note
        tone="info"
        title={t('togetherDialog.note.title', { count: others > 0 ? others : apart.length })}
        action={
          others > 0 ? <SmallButton onClick={props.onTogether}>{t('togetherDialog.note.act')}</SmallButton> : undefined
        }
      >
        {[others > 0 ? t('togetherDialog.note.text') : '', list === '' ? '' : t('togetherDialog.note.apart', { list })]
          .filter(Boolean)
          .join(' ')}
      </Note>
    </div>
  );
}
