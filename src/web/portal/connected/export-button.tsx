/** Exports a list as an Excel file and shows the progress. */
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../api/client.ts';
import type { Request } from '../api/request.ts';
import { formatSize } from '../text/numbers.ts';
import { ReasonButton } from '../ui/reason-button.tsx';
import { type ActKey, useAct } from './act/use-act.ts';
import { askWithProgress } from './download.ts';

export function ExportButton(props: {
  file: Request;
  /** Name of the saved file. */
  name: string;
  words: ActKey;
  /** Why the list cannot be exported; null when it can. */
  reason: string | null;
}) {
  const { t } = useTranslation();
  const { name } = props;
  const work = useAct({
    words: props.words,
    detail: ({ size }: Blob) => t('list.export.doneText', { name, size: formatSize(size) }),
    send: async (request: Request, { tell }) => {
      const file = await askWithProgress(request, (size) => tell(t('list.export.received', { size })));
      saveFile(file, name);
      return file;
    },
  });
  return (
    <ReasonButton
      variant="default"
      leftSection={<IconFileSpreadsheet size={18} stroke={1.9} />}
      reason={props.reason}
      loading={work.isPending}
      onClick={() => work.mutate(props.file)}
    >
      {t('list.export.action')}
    </ReasonButton>
  );
}
