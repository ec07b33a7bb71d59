/** The product's only source of time; production reads the database's clock, so that every node agrees. */
export interface Clock {
  /** The current instant, to the millisecond. */
  now(): Date;
}
