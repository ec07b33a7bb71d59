/** Starts the wizard for this folder: its customer and the folder itself are chosen already (specification §2). */
import { Button, Menu } from '@mantine/core';
import { IconFilePlus, IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import {
  type ConfiguredDocumentType,
  type FolderTypeConfiguration,
  offeredDocumentTypes,
} from '#domain/folders/folder-types.ts';
import { folderTypesQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { DossierRow, FolderRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { documentTypeLabel } from '../../ui/labels.ts';
import classes from './folders.module.css';

/** Absent for those who may not create here, and in a closed folder, which says so itself. */
export function NewDocument(props: { folder: FolderRow; dossier: DossierRow }) {
  const { t } = useTranslation();
  const { folder, dossier } = props;
  const { may } = useSession();
  const configuration = useQuery(folderTypesQuery);
  const target = { hst: dossier.hst, brand: folder.brand, folderType: folder.type };
  if (folder.status !== 'OPEN' || !may('document.create', target).ok) return null;
  const types = offeredTypes(configuration.data ?? [], folder, dossier);
  if (types.length === 0) return null;
  return (
    <Menu position="bottom-end" width={280} offset={4}>
      <Menu.Target>
        <Button leftSection={<IconFilePlus size={16} stroke={1.9} />}>{t('registry.folder.newDocument')}</Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('registry.folder.types')} className={classes.types}>
        <Menu.Label>{t('dashboard.menuLabel')}</Menu.Label>
        {types.map((type) => (
          <Menu.Item
            key={type.slug}
            component={Link}
            to={paths.wizard(folder.brand, folder.type, type.slug)}
            // Addresses are plain text here (paths.ts), so the router knows no parameters of theirs.
            search={{ folder: String(folder.id) } as never}
            leftSection={<IconFileText size={16} stroke={1.8} />}
          >
            {documentTypeLabel(t, type.slug)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Document types of the folder's type that this customer's legal entity may have, in the configured order. */
export function offeredTypes(
  configuration: FolderTypeConfiguration,
  folder: Pick<FolderRow, 'type'>,
  dossier: Pick<DossierRow, 'legalEntity'>,
): ConfiguredDocumentType[] {
  const folderType = configuration.find((entry) => entry.slug === folder.type);
  return folderType ? offeredDocumentTypes(folderType, [dossier.legalEntity]) : [];
}
