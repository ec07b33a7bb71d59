/** Partita IVA, and the provisional codice fiscale of the same format: eleven digits, the last one a check digit. */

function checkDigit(first10: string): number {
  let sum = 0;
  for (const [index, character] of [...first10].entries()) {
    const digit = Number(character);
    const doubled = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
    sum += index % 2 === 0 ? digit : doubled;
  }
  return (10 - (sum % 10)) % 10;
}

/** Eleven digits with a valid check digit; all zeros would pass the sum but are not assigned. */
export function isValidVatNumber(text: string): boolean {
  return /^\d{11}$/.test(text) && !/^0+$/.test(text) && checkDigit(text.slice(0, 10)) === Number(text[10]);
}

/** A number of seven digits with an office code of three and its check digit. */
export function vatNumberOf(number: number, office: string): string {
  const first10 = String(number).padStart(7, '0') + office;
  return first10 + String(checkDigit(first10));
}
