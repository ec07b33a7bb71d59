/** Partita IVA, and the provisional codice fiscale of the same form: eleven digits, the last one a check digit (D-80, D §6.2). */

function checkDigit(first10: string): number {
  let sum = 0;
  for (const [index, character] of [...first10].entries()) {
    const digit = Number(character);
    const doubled = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
    sum += index % 2 === 0 ? digit : doubled;
  }
  return (10 - (sum % 10)) % 10;
}

/** Eleven digits with the right last one; all zeros would pass the sum and are nobody's. */
export function isVatNumberSound(text: string): boolean {
  return /^\d{11}$/.test(text) && !/^0+$/.test(text) && checkDigit(text.slice(0, 10)) === Number(text[10]);
}

/** A number of seven digits at an office of three, with its check digit. */
export function vatNumberOf(number: number, office: string): string {
  const first10 = String(number).padStart(7, '0') + office;
  return first10 + String(checkDigit(first10));
}
