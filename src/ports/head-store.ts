/** Stores the heads of the evidence tree outside the database, so that the database's owner cannot rewrite both. */
export interface HeadStore {
  /**
   * Writes and flushes a head that is never replaced.
   * @param size number of leaves covered, and its only name. @returns false when another head of this size already
   * exists.
   * @throws HeadStoreUnusable
   */
  store(size: number, text: string): Promise<boolean>;
  /** Every stored head, smallest first. @throws HeadStoreUnusable */
  list(): AsyncIterable<ExternalHead>;
  /** @throws HeadStoreUnusable */
  newest(): Promise<ExternalHead | null>;
  /** Checks, if the store supports it, whether it would retain what it stores. @throws HeadStoreUnusable */
  checkRetention?(): Promise<void>;
}

export interface ExternalHead {
  size: number;
  text: string;
  /** There was an attempt to delete or replace it; the head stored first is returned. */
  isReplaced?: true;
}

/** `unlocked`: stored heads could be deleted. */
type HeadStoreFault = 'unreachable' | 'denied' | 'missing' | 'unlocked';

/** The store does not answer, or cannot be used for heads. */
export class HeadStoreUnusable extends Error {
  override readonly name = 'HeadStoreUnusable';
  readonly reason: HeadStoreFault;
  /** Its name for display. */
  readonly place: string;
  /** The store's own error message. */
  readonly detail: string;
  constructor(reason: HeadStoreFault, place: string, detail: string, cause?: unknown) {
    super(`${place}: ${reason} (${detail})`, { cause });
    this.reason = reason;
    this.place = place;
    this.detail = detail;
  }
}
