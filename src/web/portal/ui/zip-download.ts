/** A ZIP that the server writes while it is fetched: how much has come so far is told, how much there is nobody knows before. */
import { askLongFile, saveFile } from '../api/client.ts';
import type { Request } from '../api/request.ts';
import { formatSize } from '../text/numbers.ts';
import { useAct } from './act/use-act.ts';

/** Between two lines of the toast; each is read out. */
const TELL_EVERY_MS = 2_000;

export function useZipDownload(of: { file: Request; name: string; doing: string; done: string; failed: string }) {
  return useAct({
    words: () => of,
    detail: () => of.name,
    send: async (_input, { tell }) => {
      let told = Date.now();
      const file = await askLongFile(of.file, (bytes) => {
        if (Date.now() - told < TELL_EVERY_MS) return;
        told = Date.now();
        tell(formatSize(bytes));
      });
      saveFile(file, of.name);
    },
  });
}
