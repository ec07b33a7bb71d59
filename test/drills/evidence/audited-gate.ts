/** Watches everything that the product does with a key or stores, once armed: each use is one point, in order. */
import { documentSubject, listTrail } from '#server/evidence/index.ts';
import type { World } from '#server/world.ts';
import type { Stage } from '../../stages/signing-stage.ts';

/** Called at each point with the number of earlier points and a reader of the document's trail. */
type Watcher = (point: number, trail: () => Promise<string[]>) => Promise<void>;

export interface KeyUseWatcher {
  readonly override: (world: World) => Partial<World>;
  startWatching(stage: Stage, documentId: number): void;
  pointCount(): number;
}

export function watchKeyUse(watcher: Watcher): KeyUseWatcher {
  let watched: { stage: Stage; documentId: number } | undefined;
  let passedPoints = 0;
  const point = async (): Promise<void> => {
    if (watched === undefined) return;
    const { stage, documentId } = watched;
    const number = passedPoints;
    passedPoints += 1;
    await watcher(number, async () =>
      (await listTrail(stage.read, documentSubject(documentId))).map(({ type }) => type),
    );
  };
  return {
    pointCount: () => passedPoints,
    startWatching(stage, documentId) {
      watched = { stage, documentId };
    },
    // Points: before a key is obtained, before its signature is timestamped, before and after a file is stored.
    override: ({ authority, sealer, storage, timestamp }) => ({
      authority: {
        ...authority,
        async issueSignerKey(subject, now) {
          await point();
          return authority.issueSignerKey(subject, now);
        },
      },
      sealer: {
        ...sealer,
        async sealingKey() {
          await point();
          return sealer.sealingKey();
        },
      },
      timestamp: {
        ...timestamp,
        async stamp(digest) {
          await point();
          return timestamp.stamp(digest);
        },
      },
      storage: {
        ...storage,
        async put(bytes) {
          await point();
          const hash = await storage.put(bytes);
          await point();
          return hash;
        },
      },
    }),
  };
}
