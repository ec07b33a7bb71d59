/** A mobile number as people read it: +39 347 1180264. */

/** Leaves a number alone that is not the plus sign, two digits and nine or ten more. */
export function formatPhone(phone: string): string {
  return phone.replace(/^(\+\d{2}) ?(\d{3})(\d{6,7})$/, '$1\u00a0$2\u00a0$3');
}
