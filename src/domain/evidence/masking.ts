/** Masked phones and addresses for logs, pages and audit rows (D-50, D-95). */

/** `+393331234567` → `+39 3** *** *567`. */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return `+${digits.slice(0, 2)} ${digits.slice(2, 3)}** *** *${digits.slice(-3)}`;
}

/** What the signer's page shows before the first factor: the last three digits alone. */
export function maskPhoneShort(phone: string): string {
  return `*** *** ${phone.replace(/\D/g, '').slice(-3)}`;
}

/** `giulia@example.com` → `g***@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${email.slice(0, 1)}***${email.slice(at)}`;
}
