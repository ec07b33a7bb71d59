/** Texts for the values of choice fields: in forms (Italian, English) and on generated papers. */

type Words = Readonly<Record<string, { readonly it: string; readonly en: string }>>;

const ID_TYPE: Words = {
  identityCard: { it: 'Carta d’identità', en: 'Identity card' },
  passport: { it: 'Passaporto', en: 'Passport' },
  drivingLicence: { it: 'Patente di guida', en: 'Driving licence' },
  residencePermit: { it: 'Permesso di soggiorno', en: 'Residence permit' },
};

const PAPER_LANGUAGE: Words = { en: { it: 'Inglese', en: 'English' }, de: { it: 'Tedesco', en: 'German' } };

const SALE_KIND: Words = { new: { it: 'Nuovo', en: 'New' }, used: { it: 'Usato', en: 'Used' } };

const SALE_PLACE: Words = {
  premises: { it: 'Nei locali della concessionaria', en: 'On the dealer’s premises' },
  remote: { it: 'A distanza', en: 'At a distance' },
  offPremises: { it: 'Fuori dai locali della concessionaria', en: 'Away from the dealer’s premises' },
};

const VAT_REGIME: Words = {
  ordinary: { it: 'IVA ordinaria', en: 'Ordinary VAT' },
  margin: { it: 'Regime del margine', en: 'Margin scheme' },
};

const PREVIOUS_USE: Words = {
  private: { it: 'Privato', en: 'Private' },
  company: { it: 'Aziendale', en: 'Company car' },
  rental: { it: 'Noleggio', en: 'Rental' },
  demonstration: { it: 'Dimostrativo', en: 'Demonstration' },
  taxi: { it: 'Taxi o noleggio con conducente', en: 'Taxi or hire with driver' },
};

/** Vehicle parts for noting damage; from `front` on those of motorcycles. */
export const DAMAGE_PLACES = {
  frontBumper: { it: 'Paraurti anteriore', en: 'Front bumper' },
  bonnet: { it: 'Cofano', en: 'Bonnet' },
  windscreen: { it: 'Parabrezza', en: 'Windscreen' },
  roof: { it: 'Tetto', en: 'Roof' },
  rearWindow: { it: 'Lunotto', en: 'Rear window' },
  boot: { it: 'Portellone', en: 'Boot lid' },
  rearBumper: { it: 'Paraurti posteriore', en: 'Rear bumper' },
  leftFrontWing: { it: 'Parafango anteriore sinistro', en: 'Left front wing' },
  leftFrontDoor: { it: 'Porta anteriore sinistra', en: 'Left front door' },
  leftRearDoor: { it: 'Porta posteriore sinistra', en: 'Left rear door' },
  leftRearWing: { it: 'Parafango posteriore sinistro', en: 'Left rear wing' },
  rightFrontWing: { it: 'Parafango anteriore destro', en: 'Right front wing' },
  rightFrontDoor: { it: 'Porta anteriore destra', en: 'Right front door' },
  rightRearDoor: { it: 'Porta posteriore destra', en: 'Right rear door' },
  rightRearWing: { it: 'Parafango posteriore destro', en: 'Right rear wing' },
  leftMirror: { it: 'Specchietto sinistro', en: 'Left mirror' },
  rightMirror: { it: 'Specchietto destro', en: 'Right mirror' },
  leftSill: { it: 'Sottoporta sinistro', en: 'Left sill' },
  rightSill: { it: 'Sottoporta destro', en: 'Right sill' },
  leftFrontWheel: { it: 'Ruota anteriore sinistra', en: 'Left front wheel' },
  leftRearWheel: { it: 'Ruota posteriore sinistra', en: 'Left rear wheel' },
  rightFrontWheel: { it: 'Ruota anteriore destra', en: 'Right front wheel' },
  rightRearWheel: { it: 'Ruota posteriore destra', en: 'Right rear wheel' },
  front: { it: 'Parte anteriore', en: 'Front' },
  leftSide: { it: 'Fianco sinistro', en: 'Left side' },
  rightSide: { it: 'Fianco destro', en: 'Right side' },
  tank: { it: 'Serbatoio', en: 'Tank' },
  seat: { it: 'Sella', en: 'Seat' },
  rear: { it: 'Parte posteriore', en: 'Rear' },
  frontWheel: { it: 'Ruota anteriore', en: 'Front wheel' },
  rearWheel: { it: 'Ruota posteriore', en: 'Rear wheel' },
  fork: { it: 'Forcella', en: 'Fork' },
  handlebar: { it: 'Manubrio', en: 'Handlebar' },
  exhaust: { it: 'Scarico', en: 'Exhaust' },
} as const satisfies Words;
export type DamagePlace = keyof typeof DAMAGE_PLACES;

export const DAMAGE_KINDS = {
  scratch: { it: 'Graffio', en: 'Scratch' },
  dent: { it: 'Ammaccatura', en: 'Dent' },
  chip: { it: 'Scheggiatura', en: 'Chip' },
  crack: { it: 'Crepa', en: 'Crack' },
  broken: { it: 'Rottura', en: 'Breakage' },
  rust: { it: 'Ruggine', en: 'Rust' },
  missing: { it: 'Parte mancante', en: 'Missing part' },
} as const satisfies Words;

const CHOICES: Readonly<Record<string, Words>> = {
  ...{ ID_TYPE, PAPER_LANGUAGE, SALE_KIND, SALE_PLACE, VAT_REGIME, PREVIOUS_USE },
  ...{ DAMAGE_PLACE: DAMAGE_PLACES, DAMAGE_KIND: DAMAGE_KINDS },
};

/** `DAMAGE_3_PLACE` has the choices of every line of its list. */
const listed = (name: string): string => name.replace(/_\d+_/, '_');

/** The text of a value; some need none (a licence category). */
export function choiceLabel(name: string, value: string, language: 'it' | 'en'): string {
  const field = listed(name);
  const words = Object.hasOwn(CHOICES, field) ? CHOICES[field] : undefined;
  return (words && Object.hasOwn(words, value) ? words[value]?.[language] : undefined) ?? value;
}
