/** Where the heads of the evidence tree are kept beside the database, so that whoever owns the database cannot rewrite both (D-51, R-10). */
export interface HeadStore {
  /**
   * Writes and flushes a head that nothing ever replaces.
   * @param size leaves it speaks of: its only name. @returns false when another head of this size is kept already.
   * @throws HeadStoreUnusable
   */
  keep(size: number, text: string): Promise<boolean>;
  /** Every kept head, smallest first. @throws HeadStoreUnusable */
  list(): AsyncIterable<HeadOutside>;
  /** @throws HeadStoreUnusable */
  newest(): Promise<HeadOutside | null>;
  /** Asks a place that can be asked whether it would hold what is kept there. @throws HeadStoreUnusable */
  admit?(): Promise<void>;
}

export interface HeadOutside {
  size: number;
  text: string;
  /** Somebody has tried to take it away or to put another in its place since: what was kept first is told. */
  covered?: true;
}

/** `unlocked`: what is kept there could be taken away again. */
type HeadStoreFault = 'unreachable' | 'denied' | 'missing' | 'unlocked';

/** The place does not answer, or is none where heads may be kept. */
export class HeadStoreUnusable extends Error {
  override readonly name = 'HeadStoreUnusable';
  readonly reason: HeadStoreFault;
  /** As people name it. */
  readonly place: string;
  /** What the place itself said. */
  readonly told: string;
  constructor(reason: HeadStoreFault, place: string, told: string, cause?: unknown) {
    super(`${place}: ${reason} (${told})`, { cause });
    this.reason = reason;
    this.place = place;
    this.told = told;
  }
}
