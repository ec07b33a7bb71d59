/** A ZIP that the server writes while it is fetched: how much has come so far is told, how much there is nobody knows before. */
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { askLongFile, saveFile } from '../api/client.ts';
import type { Request } from '../api/request.ts';
import { formatSize } from '../text/numbers.ts';
import { wordFailure } from './failure-note.tsx';
import { toastProgress } from './toasts.tsx';

/** Between two lines of the toast; each is read out. */
const TELL_EVERY_MS = 2_000;

export function useZipDownload(of: { file: Request; name: string; doing: string; done: string; failed: string }) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: async () => {
      const toast = toastProgress(of.doing);
      let told = Date.now();
      try {
        const file = await askLongFile(of.file, (bytes) => {
          if (Date.now() - told < TELL_EVERY_MS) return;
          told = Date.now();
          toast.tell(formatSize(bytes));
        });
        saveFile(file, of.name);
        toast.done(of.done, of.name);
      } catch (error) {
        toast.failed(of.failed, wordFailure(t, error));
      }
    },
  });
}
