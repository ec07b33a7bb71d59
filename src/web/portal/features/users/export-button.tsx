/** The users that are listed now as Export_Utenti.xlsx, telling how much has come (specification §7, §9). */
import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { downloadUsers } from '#contract/calls/users.ts';
import { askLongFile, saveFile } from '../../api/client.ts';
import { requestOf } from '../../api/request.ts';
import { USER_EXPORT_NAME, type UserCriteria } from '../../api/users.ts';
import { formatSize } from '../../text/numbers.ts';
import { wordFailure } from '../../ui/failure-note.tsx';
import { toastProgress } from '../../ui/toasts.tsx';

/** Oftener than this nobody reads it. */
const TELL_EVERY_MS = 400;

export function ExportButton(props: { criteria: UserCriteria }) {
  const { t } = useTranslation();
  const work = useMutation({
    mutationFn: async (criteria: UserCriteria) => {
      const toast = toastProgress(t('users.export.doing'));
      let told = 0;
      try {
        const file = await askLongFile(requestOf(downloadUsers, { query: criteria }), (bytes) => {
          if (Date.now() - told < TELL_EVERY_MS) return;
          told = Date.now();
          toast.tell(t('users.export.received', { size: formatSize(bytes) }));
        });
        saveFile(file, USER_EXPORT_NAME);
        toast.done(
          t('users.export.done'),
          t('users.export.doneText', { name: USER_EXPORT_NAME, size: formatSize(file.size) }),
        );
      } catch (error) {
        toast.failed(t('users.export.failed'), wordFailure(t, error));
      }
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
