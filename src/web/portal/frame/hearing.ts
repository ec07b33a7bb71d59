/** What a tab hears: begun before the first page asks for its data, so that nothing of it has to be read twice (P-15). */
import type { QueryClient } from '@tanstack/react-query';
import { hearLive } from '../api/live.ts';
import { liveCache } from '../api/live-cache.ts';

type Hear = Parameters<typeof hearLive>[0];

interface Hearing {
  tellTo: (hear: Hear) => void;
  stop: () => void;
}

/** Undefined until the first page asks, null once somebody goes on with it. */
let ahead: Hearing | null | undefined;

function begin(client: QueryClient): Hearing {
  const bringIn = liveCache(client);
  const held: Parameters<Hear>[] = [];
  let hear: Hear = (...heard) => void held.push(heard);
  const stop = hearLive((message, holds) => {
    bringIn(message);
    hear(message, holds);
  });
  const tellTo = (next: Hear) => {
    hear = next;
    for (const heard of held.splice(0)) next(...heard);
  };
  return { tellTo, stop };
}

/** Data is kept up to date from now on; whoever goes on hearing is told what came until then. Once for each load of the program. */
export function hearAhead(client: QueryClient): void {
  if (ahead === undefined) ahead = begin(client);
}

/** Goes on with what was begun ahead, or begins. @returns how to stop. */
export function hear(client: QueryClient, told: Hear): () => void {
  const hearing = ahead ?? begin(client);
  ahead = null;
  hearing.tellTo(told);
  return hearing.stop;
}
