/** The icon in a table row that opens its record. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

export function RowOpen(props: { label: string; to: string }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t('actions.open')}>
      <ActionIcon component={Link} to={props.to} variant="subtle" size={28} aria-label={props.label}>
        <IconEye size={16} stroke={1.8} />
      </ActionIcon>
    </Tooltip>
  );
}
