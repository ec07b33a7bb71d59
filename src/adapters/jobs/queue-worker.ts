/** Works one queue with limited concurrency, without a pause while any job waits. */

interface LaneOptions<Job> {
  /** Number of parallel jobs. */
  readonly concurrency: number;
  /** @returns at most `limit` jobs, reserved for the caller. */
  fetch(limit: number): Promise<readonly Job[]>;
  /** Runs one job and settles it. */
  work(job: Job): Promise<void>;
  /** Called when the queue could not be read or a job could not be settled. */
  failed(error: unknown): void;
}

export class Lane<Job> {
  readonly #options: LaneOptions<Job>;
  readonly #running = new Set<Promise<void>>();
  /** The queue may contain more jobs than were fetched. */
  #mayHaveJobs = false;
  #isFetching = false;
  #stopped = false;

  constructor(options: LaneOptions<Job>) {
    this.#options = options;
  }

  /** Signals that a job may wait. The caller need not check the concurrency limit: each finished job checks the queue again. */
  wake(): void {
    this.#mayHaveJobs = true;
    void this.#fetchJobs();
  }

  /** Stops taking jobs. @returns once the running jobs have ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async #fetchJobs(): Promise<void> {
    if (this.#isFetching) return;
    this.#isFetching = true;
    try {
      for (;;) {
        const free = this.#options.concurrency - this.#running.size;
        if (!this.#mayHaveJobs || this.#stopped || free < 1) return;
        // Reset before fetching, so that a job arriving meanwhile causes another fetch.
        this.#mayHaveJobs = false;
        const jobs = await this.#options.fetch(free);
        if (jobs.length === free) this.#mayHaveJobs = true;
        for (const job of jobs) this.#take(job);
      }
    } catch (error) {
      this.#options.failed(error);
    } finally {
      this.#isFetching = false;
    }
  }

  #take(job: Job): void {
    const run = this.#options
      .work(job)
      .catch((error: unknown) => this.#options.failed(error))
      .finally(() => {
        this.#running.delete(run);
        void this.#fetchJobs();
      });
    this.#running.add(run);
  }
}
