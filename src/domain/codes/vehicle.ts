/** Plates and chassis numbers: an unusual one causes a hint, never a refusal. */

const CAR = /^[A-HJ-NPR-TV-Z]{2}\d{3}[A-HJ-NPR-TV-Z]{2}$/;
const MOTORCYCLE = /^[A-HJ-NPR-TV-Z]{2}\d{5}$/;

/** Upper case, without spaces and dashes. */
export function normalisePlate(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, '');
}

/** The current Italian formats: cars `AA000AA`, motorcycles `AA00000`; older, foreign and trial plates also exist. */
export function isUsualPlate(text: string): boolean {
  const plate = normalisePlate(text);
  return CAR.test(plate) || MOTORCYCLE.test(plate);
}

/** ISO 3779 excludes I, O and Q, which look like 1 and 0. The North American check digit is not verified. */
export function isUsualVin(vin: string): boolean {
  return /^[A-HJ-NPR-Z0-9]{17}$/.test(vin);
}

/** Italian postal codes; foreign ones exist. */
export function isUsualPostalCode(text: string): boolean {
  return /^\d{5}$/.test(text) && text >= '00010' && text <= '98168';
}
