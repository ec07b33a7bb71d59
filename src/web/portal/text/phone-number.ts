/** Formats mobile numbers for reading, and completes typed ones: +39 347 1180264. */

/** Changes only numbers of a plus sign, two digits and nine or ten more. */
export function formatPhone(phone: string): string {
  return phone.replace(/^(\+\d{2}) ?(\d{3})(\d{6,7})$/, '$1\u00a0$2\u00a0$3');
}

const PREFIX = '+39';

/**
 * A typed number with its country code: ten digits that begin with 3 are Italian, with any spacing; a number with
 * another country code loses its spaces.
 * A country code without digits after it is not a number yet; anything else stays as typed, for the rule to refuse.
 */
export function completePhone(typed: string): string {
  const number = typed.trim();
  if (number === PREFIX) return '';
  const dense = number.replace(/[\s./()-]/g, '').replace(/^00(?=\d)/, '+');
  if (/^(?:\+?39)?3\d{9}$/.test(dense)) return `${PREFIX} ${dense.slice(-10)}`;
  return /^\+\d{11,12}$/.test(dense) ? `${dense.slice(0, 3)} ${dense.slice(3)}` : number;
}
