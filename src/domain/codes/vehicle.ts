/** Plates and chassis numbers: what looks unusual is a hint, never a refusal (D-85, D-86). */

const CAR = /^[A-HJ-NPR-TV-Z]{2}\d{3}[A-HJ-NPR-TV-Z]{2}$/;
const MOTORCYCLE = /^[A-HJ-NPR-TV-Z]{2}\d{5}$/;

/** Upper case, without spaces and dashes. */
export function normalisePlate(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, '');
}

/** The current Italian forms: cars `AA000AA`, motorcycles `AA00000`; older, foreign and trial plates exist. */
export function isUsualPlate(text: string): boolean {
  const plate = normalisePlate(text);
  return CAR.test(plate) || MOTORCYCLE.test(plate);
}

/** ISO 3779 leaves out I, O and Q, which are taken for 1 and 0. The check digit of North America is not asked for. */
export function isUsualVin(vin: string): boolean {
  return /^[A-HJ-NPR-Z0-9]{17}$/.test(vin);
}

/** Italian postal codes; foreign ones exist. */
export function isUsualPostalCode(text: string): boolean {
  return /^\d{5}$/.test(text) && text >= '00010' && text <= '98168';
}
