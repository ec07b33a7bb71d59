/** How long a code at the desk holds (P-7). */

/** Minutes in which a code can be used. */
export const QR_MINUTES = 5;
/** A phone that used its code in the last second still has time to be confirmed. */
export const QR_CONFIRM_MINUTES = 2;
/** Once confirmed, the phone comes for its link: preparing the file takes seconds, a phone that was put down longer. */
export const QR_FETCH_MINUTES = 10;
