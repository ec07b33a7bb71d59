/** Lifetimes of a QR code at the desk. */

/** Minutes for which a QR code can be used. */
export const QR_MINUTES = 5;
/** A phone that used its QR code in the last second can still be confirmed. */
export const QR_CONFIRM_MINUTES = 2;
/** After confirmation the phone fetches its link: preparing the file takes seconds, a phone that was put down takes longer. */
export const QR_FETCH_MINUTES = 10;
