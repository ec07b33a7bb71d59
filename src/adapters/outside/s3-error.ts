/** Reads errors of the S3 client. */

/** @returns the HTTP status of the response; undefined if there was none. */
export const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;

export const nameOf = (error: unknown): string => (error instanceof Error ? error.name : String(error));
