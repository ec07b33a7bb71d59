/** Shown inside the frame for a record that does not exist or that the user may not see; both look the same. */
import { Button } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayEver } from '#domain/access.ts';
import { useSession } from '../api/session.tsx';
import { paths } from '../paths.ts';
import { formatDateTime } from '../text/dates.ts';
import { Card, Empty } from '../ui/card.tsx';
import { PageHead } from '../ui/page-head.tsx';
import classes from './not-found.module.css';

/** @param props.gone a record that has just been deleted: its title, text and link. */
export function NotFoundPage(props: { removed?: { title: string; text: string; action: ReactNode } }) {
  const { t } = useTranslation();
  const { removed } = props;
  const title = removed?.title ?? t('errorPages.v1.title');
  return (
    <>
      <PageHead crumbs={[{ label: t('menu.dashboard'), to: paths.dashboard }, { label: title }]} title={title} />
      <Card>
        <Empty
          icon={IconFileOff}
          {...(removed ? { title } : {})}
          text={removed?.text ?? t('errorPages.v1.text')}
          action={removed?.action ?? <NextLinks />}
        />
      </Card>
    </>
  );
}

function NextLinks() {
  const { t } = useTranslation();
  const { account } = useSession();
  const [at] = useState(() => formatDateTime(new Date().toISOString()));
  return (
    <>
      <div className="cluster">
        <Button component={Link} to={paths.dashboard}>
          {t('errorPages.dashboard')}
        </Button>
        {mayEver(account, 'dossier.read').ok ? (
          <Button component={Link} to={paths.dossiers} variant="default">
            {t('errorPages.customers')}
          </Button>
        ) : null}
      </div>
      <p className={classes.help}>
        {t('errorPages.caption', { code: 404 })} · {t('errorPages.helpTime')} <span className="num">{at}</span>
      </p>
    </>
  );
}
