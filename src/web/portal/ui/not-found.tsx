/** Inside the frame: what was asked for is absent or not this user's; the answer is the same (P-4). */
import { Button } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';
import { Card, Empty } from './card.tsx';
import { PageHead } from './page-head.tsx';

/** @param props.gone what was here a moment ago: its own title, words and way on. */
export function NotFoundPage(props: { gone?: { title: string; text: string; action: ReactNode } }) {
  const { t } = useTranslation();
  const { gone } = props;
  const title = gone?.title ?? t('errorPages.v1.title');
  return (
    <>
      <PageHead crumbs={[{ label: t('menu.home'), to: paths.home }, { label: title }]} title={title} />
      <Card>
        <Empty
          icon={<IconFileOff size={30} stroke={1.6} />}
          title={gone ? title : t('errorPages.caption', { code: 404 })}
          text={gone?.text ?? t('errorPages.v1.text')}
          action={
            gone?.action ?? (
              <Button component={Link} to={paths.dashboard}>
                {t('errorPages.dashboard')}
              </Button>
            )
          }
        />
      </Card>
    </>
  );
}
