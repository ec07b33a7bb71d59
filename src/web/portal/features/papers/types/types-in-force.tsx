/** The folder types in force with their document types, and how much there is of each. */
import { useTranslation } from 'react-i18next';
import type { TypeInUse } from '#domain/folders/configuration-problems.ts';
import type { ConfiguredDocumentType, FolderTypeConfiguration } from '#domain/folders/folder-types.ts';
import { Chip, Count } from '../../../connected/chip.tsx';
import { FolderTypeLabel } from '../../../connected/folder-type.tsx';
import { documentTypeLabel } from '../../../connected/labels.ts';
import { counted } from '../../../text/numbers.ts';
import { Card } from '../../../ui/card.tsx';
import classes from './types.module.css';

export function TypesInForce(props: { types: FolderTypeConfiguration; inUse: readonly TypeInUse[] }) {
  const { t } = useTranslation();
  const countOf = (folderType: string, documentType: string | null) =>
    props.inUse.find((usage) => usage.folderType === folderType && usage.documentType === documentType)?.count ?? 0;
  return [...props.types].sort(byOrder).map(({ slug, documentTypes }) => (
    <Card
      key={slug}
      flush
      title={<FolderTypeLabel type={slug} />}
      count={<Count>{documentTypes.length}</Count>}
      aside={<span className={classes.caption}>{t('label.folders', counted(countOf(slug, null)))}</span>}
    >
      <ul className="divided">
        {[...documentTypes].sort(byOrder).map((type) => (
          <TypeLine key={type.slug} type={type} count={countOf(slug, type.slug)} />
        ))}
      </ul>
    </Card>
  ));
}

const byOrder = (a: { displayOrder: number }, b: { displayOrder: number }) => a.displayOrder - b.displayOrder;

function TypeLine({ type, count }: { type: ConfiguredDocumentType; count: number }) {
  const { t } = useTranslation();
  return (
    <li className={classes.row}>
      <span className={classes.lines}>
        <span className={classes.name}>{documentTypeLabel(t, type.slug)}</span>
        <span className={classes.caption}>
          <code>{type.slug}</code> · {t('label.documents', counted(count))} ·{' '}
          {t('folderTypes.fields', counted(type.fields.length))}
        </span>
      </span>
      {type.visibleInWizard ? null : <Chip tone="neutral">{t('folderTypes.hidden')}</Chip>}
    </li>
  );
}
