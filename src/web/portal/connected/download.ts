/** Downloads a file with the session and saves it, with progress in a toast. */
import { askFile, askLongFile, saveFile } from '../api/client.ts';
import type { Request } from '../api/request.ts';
import { formatSize } from '../text/numbers.ts';
import { type ActKey, useAct } from './act/use-act.ts';

interface Download {
  file: Request;
  words: ActKey;
}

export function useDownload({ file, words }: Download) {
  return useAct({ words, detail: (name: string) => name, send: async () => saveToDisk(await askFile(file)) });
}

function saveToDisk(file: File): string {
  saveFile(file);
  return file.name;
}

/** Interval between updates of the toast; each one is announced. */
const UPDATE_INTERVAL_MS = 2_000;

/** A ZIP that the server writes while sending: shows the bytes received; the total is unknown. */
export function useZipDownload({ file, words }: Download) {
  return useAct({
    words,
    detail: (name: string) => name,
    send: async (_input, { tell }) => {
      let lastUpdate = Date.now();
      const zip = await askLongFile(file, (bytes) => {
        if (Date.now() - lastUpdate < UPDATE_INTERVAL_MS) return;
        lastUpdate = Date.now();
        tell(formatSize(bytes));
      });
      return saveToDisk(zip);
    },
  });
}
