/** Masks phones and addresses for logs, pages and evidence events. */

/** `+393331234567` → `*** *** 567`: the same mask on pages, documents, messages and in the trail. */
export const maskPhone = (phone: string): string => `*** *** ${phone.replace(/\D/g, '').slice(-3)}`;

/** The number of an identity document: `CA12345AB` → `***5AB`. */
export const maskNumber = (number: string): string => `***${number.slice(-3)}`;

/** `giulia@example.com` → `g***@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${email.slice(0, 1)}***${email.slice(at)}`;
}
