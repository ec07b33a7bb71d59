/** Links to the public page of a legal entity's advanced signature. */
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';

export function PublicPageLink(props: { entity: string }) {
  const { t } = useTranslation();
  return (
    <Button
      component="a"
      variant="default"
      href={paths.feaPage(props.entity)}
      target="_blank"
      rel="noreferrer"
      leftSection={<IconExternalLink size={16} stroke={1.8} />}
    >
      {t('label.documentType.FEA_PAGE')}
    </Button>
  );
}
