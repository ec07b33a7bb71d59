/** Inside the frame: what was asked for is absent or not this user's; the answer is the same (P-4). */
import { Button } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';
import { Card, Empty } from './card.tsx';
import { PageHead } from './page-head.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHead
        crumbs={[{ label: t('menu.home'), to: paths.home }, { label: t('errorPages.v1.title') }]}
        title={t('errorPages.v1.title')}
      />
      <Card>
        <Empty
          icon={<IconFileOff size={30} stroke={1.6} />}
          title={t('errorPages.caption', { code: 404 })}
          text={t('errorPages.v1.text')}
          action={
            <Button component={Link} to={paths.dashboard}>
              {t('errorPages.dashboard')}
            </Button>
          }
        />
      </Card>
    </>
  );
}
