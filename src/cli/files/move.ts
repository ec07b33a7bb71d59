/** Copies every stored file from one store to another and verifies each copy; can be stopped and resumed. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { replaceFile } from '#adapters/sealer/atomic-file.ts';
import { type Storage, StorageCorrupt, StorageMissing } from '#ports/storage.ts';

type Store = Pick<Storage, 'put' | 'stream' | 'list' | 'delete'>;

const PARALLEL_COPIES = 8;
/** Names are processed by their first two digits: 256 groups. */
const groupOf = (sha256: string): string => sha256.slice(0, 2);

/** Records in a file the groups whose files have all been verified in the target; a new run skips these. */
export interface Journal {
  /** Whether an earlier run verified the group. */
  has(group: string): boolean;
  add(group: string): Promise<void>;
}

/** @param target names both stores: the journal of another move is ignored. */
export async function openJournal(path: string, target: string): Promise<Journal> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const [first, ...groups] = text.split('\n').filter((line) => line !== '');
  const earlier = new Set(first === target ? groups : []);
  const completed = new Set(earlier);
  return {
    has: (group) => earlier.has(group),
    async add(group) {
      completed.add(group);
      await replaceFile(path, `${[target, ...completed].join('\n')}\n`, 0o600);
    },
  };
}

export interface MoveResult {
  copied: number;
  /** Number of files already in the target. */
  there: number;
  removed: number;
  /** Files of the source that are damaged: neither copied nor removed. */
  readonly corrupt: string[];
}

export interface MoveOptions {
  readonly journal: Journal;
  /** Whether files are removed from the source, each after its copy was read back. */
  readonly remove: boolean;
  /** Called after each group. */
  readonly progress?: (group: string, moved: Readonly<MoveResult>) => void;
}

/** @throws StorageCorrupt, StorageMissing. */
async function verify(store: Store, sha256: string): Promise<void> {
  const hash = createHash('sha256');
  for await (const part of store.stream(sha256)) hash.update(part);
  if (hash.digest('hex') !== sha256) throw new StorageCorrupt(`The copy of ${sha256} differs`);
}

const isDamaged = (error: unknown): boolean => error instanceof StorageCorrupt || error instanceof StorageMissing;

/** Reads the copy back. @returns whether it exists and is intact. */
async function hasIntactCopy(store: Store, sha256: string): Promise<boolean> {
  try {
    await verify(store, sha256);
    return true;
  } catch (error) {
    if (isDamaged(error)) return false;
    throw error;
  }
}

/** @returns false when the source's file is damaged, null when it is gone because it was swept meanwhile. */
async function copy(source: Store, target: Store, sha256: string): Promise<boolean | null> {
  let put: string;
  try {
    put = await target.put(source.stream(sha256));
  } catch (error) {
    if (error instanceof StorageMissing) return null;
    if (error instanceof StorageCorrupt) return false;
    throw error;
  }
  if (put !== sha256) throw new StorageCorrupt(`The target calls ${sha256} ${put}`);
  await verify(target, sha256);
  return true;
}

async function namesOf(store: Store, group: string): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const { sha256 } of store.list(group)) names.add(sha256);
  return names;
}

/** A single listing of the whole store: one per group would take 256 requests even for few files. */
async function* groupsOf(store: Store): AsyncGenerator<[group: string, names: string[]]> {
  let names: string[] = [];
  for await (const { sha256 } of store.list()) {
    const [first = sha256] = names;
    if (groupOf(first) !== groupOf(sha256)) {
      yield [groupOf(first), names];
      names = [];
    }
    names.push(sha256);
  }
  const [first] = names;
  if (first !== undefined) yield [groupOf(first), names];
}

/**
 * Moves all files; run again, it continues with the group in which it ended.
 * @throws StorageCorrupt when a copy differs from the original on reading it back; the stores' errors when they do not answer.
 */
export async function moveFiles(source: Store, target: Store, options: MoveOptions): Promise<MoveResult> {
  const moved: MoveResult = { copied: 0, there: 0, removed: 0, corrupt: [] };
  for await (const [group, names] of groupsOf(source)) {
    await moveGroup(source, target, [group, names], options, moved);
    options.progress?.(group, moved);
  }
  return moved;
}

async function moveGroup(
  source: Store,
  target: Store,
  [group, waiting]: [group: string, names: string[]],
  { journal, remove }: MoveOptions,
  moved: MoveResult,
): Promise<void> {
  const present = await namesOf(target, group);
  const moveFile = async (sha256: string): Promise<void> => {
    // Before a removal the copy is always read back; the journal only proves an earlier state.
    const isStored = present.has(sha256) && ((journal.has(group) && !remove) || (await hasIntactCopy(target, sha256)));
    if (isStored) moved.there += 1;
    else {
      const copied = await copy(source, target, sha256);
      if (copied === false) moved.corrupt.push(sha256);
      if (copied !== true) return;
      moved.copied += 1;
    }
    if (!remove) return;
    await source.delete(sha256);
    moved.removed += 1;
  };
  const corruptBefore = moved.corrupt.length;
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await moveFile(next);
  };
  const results = await Promise.allSettled(Array.from({ length: PARALLEL_COPIES }, worker));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  if (moved.corrupt.length === corruptBefore && !journal.has(group)) await journal.add(group);
}
