/** Exports the listed users as Export_Utenti.xlsx and shows the progress. */
import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { downloadUsers } from '#contract/calls/users.ts';
import { askLongFile, saveFile } from '../../api/client.ts';
import { USER_EXPORT_NAME, type UserCriteria } from '../../api/queries/users.ts';
import { requestOf } from '../../api/request.ts';
import { useAct } from '../../connected/act/use-act.ts';
import { formatSize } from '../../text/numbers.ts';

/** A faster update is not readable. */
const TELL_EVERY_MS = 400;

export function ExportButton(props: { criteria: UserCriteria }) {
  const { t } = useTranslation();
  const work = useAct<UserCriteria, Blob>({
    words: 'users.export',
    detail: ({ size }) => t('users.export.doneText', { name: USER_EXPORT_NAME, size: formatSize(size) }),
    send: async (criteria, { tell }) => {
      let told = 0;
      const file = await askLongFile(requestOf(downloadUsers, { query: criteria }), (bytes) => {
        if (Date.now() - told < TELL_EVERY_MS) return;
        told = Date.now();
        tell(t('users.export.received', { size: formatSize(bytes) }));
      });
      saveFile(file, USER_EXPORT_NAME);
      return file;
    },
  });
  return (
    <Button
      variant="default"
      leftSection={<IconFileSpreadsheet size={18} stroke={1.9} />}
      loading={work.isPending}
      onClick={() => work.mutate(props.criteria)}
    >
      {t('users.export.action')}
    </Button>
  );
}
