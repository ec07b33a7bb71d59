/** "Sistemi collegati": webhooks with their deliveries, and the technical accounts of DMS, for administrators. */
import { Button } from '@mantine/core';
import { IconPlugConnected, IconPlus, IconServer2 } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { technicalAccountsQuery, webhooksQuery } from '../../api/queries/integrations.ts';
import { QueryFailure } from '../../connected/failure-note.tsx';
import { lazyPart } from '../../connected/lazy-part.tsx';
import { Card, Empty, SkeletonRows } from '../../ui/card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { AccountItem } from './account-item.tsx';
import { type Secret, SecretDialog } from './secret-dialog.tsx';
import { WebhookItem } from './webhook-item.tsx';

const WebhookForm = lazyPart(async () => (await import('./webhook-form.tsx')).WebhookForm);

export function IntegrationsPage() {
  const { t } = useTranslation();
  const webhooks = useQuery(webhooksQuery);
  const accounts = useQuery(technicalAccountsQuery);
  const [creating, setCreating] = useState(false);
  const [createdSecret, setCreatedSecret] = useState<Secret | null>(null);
  const title = t('menu.integrations');
  return (
    <>
      <PageHead
        crumbs={[{ label: t('menu.administration') }, { label: title }]}
        title={title}
        actions={
          <Button leftSection={<IconPlus size={18} stroke={1.9} />} onClick={() => setCreating(true)}>
            {t('integrations.create')}
          </Button>
        }
      />
      <div className="stack">
        <Card title={t('integrations.webhooks')} flush>
          <p className="intro">{t('integrations.webhooksText')}</p>
          <Rows
            query={webhooks}
            label={t('integrations.webhooks')}
            empty={<Empty icon={IconPlugConnected} title={t('integrations.none')} text={t('integrations.noneText')} />}
          >
            {(webhook) => <WebhookItem key={webhook.id} webhook={webhook} onSecret={setCreatedSecret} />}
          </Rows>
        </Card>
        <Card title={t('integrations.accounts')} flush>
          <p className="intro">{t('integrations.accountsText')}</p>
          <Rows
            query={accounts}
            label={t('integrations.accounts')}
            empty={
              <Empty icon={IconServer2} title={t('integrations.noAccounts')} text={t('integrations.noAccountsText')} />
            }
          >
            {(account) => <AccountItem key={account.id} account={account} onSecret={setCreatedSecret} />}
          </Rows>
        </Card>
      </div>
      {creating ? (
        <WebhookForm
          onClose={() => setCreating(false)}
          onMade={({ secret }) => {
            setCreating(false);
            setCreatedSecret({ secret, formerSecretEnds: null });
          }}
        />
      ) : null}
      {createdSecret === null ? null : <SecretDialog made={createdSecret} onClose={() => setCreatedSecret(null)} />}
    </>
  );
}

function Rows<T>(props: {
  query: UseQueryResult<T[], Error>;
  label: string;
  empty: ReactNode;
  children: (row: T) => ReactNode;
}) {
  const { query } = props;
  return (
    <>
      <QueryFailure query={query} />
      {query.isPending ? <SkeletonRows rows={3} height={52} /> : null}
      {query.data?.length === 0 ? props.empty : null}
      {query.data !== undefined && query.data.length > 0 ? (
        <ul className="divided" aria-label={props.label}>
          {query.data.map(props.children)}
        </ul>
      ) : null}
    </>
  );
}
