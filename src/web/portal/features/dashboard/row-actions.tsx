/** What can be done with a document from its row on the dashboard (specification §2 "Dashboard"). */
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DocumentRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';

export function RowActions(props: { document: DocumentRow; label: string }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t('actions.open')}>
      <ActionIcon
        component={Link}
        to={paths.document(props.document.id)}
        variant="subtle"
        size={28}
        aria-label={`${t('actions.open')} ${props.label}`}
      >
        <IconEye size={16} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
