/** Folder and document types: those in force, and a file that puts others in force. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getFolderTypeState } from '#contract/calls/installation.ts';
import type { AnswerOf } from '#contract/definition/call-types.ts';
import type { FolderTypeConfiguration } from '#domain/folders/folder-types.ts';
import { saveFile } from '../../../api/client.ts';
import { folderTypesQuery } from '../../../api/queries.ts';
import { queryOf } from '../../../api/query-options.ts';
import { FailedPage } from '../../../connected/failed-page.tsx';
import { useNames } from '../../../connected/user-names.ts';
import { paths } from '../../../paths.ts';
import { formatDateTime } from '../../../text/dates.ts';
import { LoadingOverlay } from '../../../ui/loading.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import classes from './types.module.css';
import { TypesFile } from './types-file.tsx';
import { TypesInForce } from './types-in-force.tsx';

type State = AnswerOf<typeof getFolderTypeState>;

export function TypesPage() {
  const { t } = useTranslation();
  const state = useQuery(queryOf(getFolderTypeState));
  // Another administrator may have changed them since this browser read them.
  const types = useQuery({ ...folderTypesQuery, refetchOnMount: 'always' });
  const failed = [state, types].find((query) => query.isError && query.data === undefined);
  const title = t('folderTypes.title');
  if (failed) {
    const up = { label: t('menu.papers'), to: paths.papers };
    return <FailedPage up={up} title={title} failure={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (!state.data || !types.data) return <LoadingOverlay />;
  const configuration = types.data;
  return (
    <>
      <PageHead
        crumbs={[{ label: t('menu.administration') }, { label: t('menu.papers'), to: paths.papers }, { label: title }]}
        title={title}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => saveFile(fileOf(configuration, t('folderTypes.fileName')))}
          >
            {t('folderTypes.download')}
          </Button>
        }
      />
      <div className="stack">
        <p className={classes.lead}>
          {t('folderTypes.lead')} <InForce state={state.data} />
        </p>
        <TypesFile />
        <TypesInForce types={configuration} inUse={state.data.inUse} />
      </div>
    </>
  );
}

function InForce({ state: { version, loadedBy, loadedDate } }: { state: State }) {
  const { t } = useTranslation();
  const named = useNames([loadedBy]);
  if (version === null || loadedDate === null) return t('folderTypes.shipped');
  return t('folderTypes.version', { version, at: formatDateTime(loadedDate), name: named(loadedBy) ?? '…' });
}

const fileOf = (configuration: FolderTypeConfiguration, name: string): File =>
  new File([JSON.stringify(configuration, null, 2)], name, { type: 'application/json' });
