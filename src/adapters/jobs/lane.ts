/** Works one queue: as many jobs side by side as it has places, without a pause for as long as any waits. */

interface LaneOptions<Job> {
  /** Jobs side by side. */
  readonly places: number;
  /** @returns at most so many jobs, which nobody else gets. */
  fetch(most: number): Promise<readonly Job[]>;
  /** Does one and settles it. */
  work(job: Job): Promise<void>;
  /** Hears of a queue that could not be asked, and of a job that could not be settled. */
  failed(error: unknown): void;
}

export class Lane<Job> {
  readonly #options: LaneOptions<Job>;
  readonly #running = new Set<Promise<void>>();
  /** More may wait than was fetched. */
  #woken = false;
  #looking = false;
  #stopped = false;

  constructor(options: LaneOptions<Job>) {
    this.#options = options;
  }

  /** Something may wait. Whoever tells it needs not know whether anybody is free: a place that becomes free looks. */
  wake(): void {
    this.#woken = true;
    void this.#look();
  }

  /** Takes nothing any more. @returns once what is under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      for (;;) {
        const most = this.#options.places - this.#running.size;
        if (!this.#woken || this.#stopped || most < 1) return;
        // Before it is asked: what comes meanwhile is looked for once more.
        this.#woken = false;
        const jobs = await this.#options.fetch(most);
        if (jobs.length === most) this.#woken = true;
        for (const job of jobs) this.#take(job);
      }
    } catch (error) {
      this.#options.failed(error);
    } finally {
      this.#looking = false;
    }
  }

  #take(job: Job): void {
    const run = this.#options
      .work(job)
      .catch((error: unknown) => this.#options.failed(error))
      .finally(() => {
        this.#running.delete(run);
        void this.#look();
      });
    this.#running.add(run);
  }
}
