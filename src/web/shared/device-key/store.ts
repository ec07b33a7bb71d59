/** Stores the key between visits: the browser's database keeps it as a key object, not as bytes. */
import type { DeviceKey } from './key.ts';

const DATABASE = 'fascicolo-device';
const STORE = 'key';
const ONLY = 'current';
const CHANNEL = 'fascicolo-device';

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The database did not answer'));
  });
}

async function within<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await done(opening);
  try {
    return await done(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

export const readKey = async (): Promise<DeviceKey | null> =>
  ((await within('readonly', (store) => store.get(ONLY))) as DeviceKey | undefined) ?? null;

/** Notifies the tablet's other tabs. */
export async function keepKey(key: DeviceKey): Promise<void> {
  await within('readwrite', (store) => store.put(key, ONLY));
  // Browsers may clear storage that is not marked as persistent; a refusal has no immediate effect.
  await navigator.storage?.persist?.().catch(() => false);
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/** @returns a function that ends the listening. */
export function onKeyChanged(hear: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = () => hear();
  return () => channel.close();
}
