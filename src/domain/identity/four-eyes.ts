/** Decides when an approval counts as a second person's: not from an account that an author could have created for it. Pure. */

const DAY_MS = 86_400_000;

/**
 * @param days during which a change of the approving account counts. @returns the instant after which a change
 * counts against the approver.
 */
export const changesCountSince = (days: number, at: Date): Date => new Date(at.getTime() - days * DAY_MS);
