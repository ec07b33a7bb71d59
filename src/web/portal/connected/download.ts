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

/** Fetches a file that is generated while it is sent; tells the size received so far, because the total is unknown. */
export function askWithProgress(file: Request, tell: (size: string) => void): Promise<File> {
  let received = 0;
  // Not from the bytes' arrival: the size is also shown when the rest is late, and never for a file that arrives at once.
  const timer = setInterval(() => {
    if (received > 0) tell(formatSize(received));
  }, UPDATE_INTERVAL_MS);
  const onBytes = (bytes: number) => {
    received = bytes;
  };
  return askLongFile(file, onBytes).finally(() => clearInterval(timer));
}

export function useZipDownload({ file, words }: Download) {
  return useAct({
    words,
    detail: (name: string) => name,
    send: async (_input, { tell }) => saveToDisk(await askWithProgress(file, tell)),
  });
}
