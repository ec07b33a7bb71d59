/** Stores the key between visits: the browser's database keeps it as a key object, not as bytes. */
import type { DeviceKey } from './tablet-key.ts';

const DATABASE = 'fascicolo-device';
const STORE = 'key';
const RECORD_KEY = 'current';
const CHANNEL = 'fascicolo-device';

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The database did not answer'));
  });
}

async function inTransaction<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const openRequest = indexedDB.open(DATABASE, 1);
  openRequest.onupgradeneeded = () => openRequest.result.createObjectStore(STORE);
  const database = await resultOf(openRequest);
  try {
    return await resultOf(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

export const readKey = async (): Promise<DeviceKey | null> =>
  ((await inTransaction('readonly', (store) => store.get(RECORD_KEY))) as DeviceKey | undefined) ?? null;

/** Notifies the tablet's other tabs. */
export async function storeKey(key: DeviceKey): Promise<void> {
  await inTransaction('readwrite', (store) => store.put(key, RECORD_KEY));
  // Browsers may clear storage that is not marked as persistent; a refusal has no immediate effect.
  await navigator.storage?.persist?.().catch(() => false);
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/** @returns a function that removes the listener. */
export function onKeyChanged(onChange: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = () => onChange();
  return () => channel.close();
}
