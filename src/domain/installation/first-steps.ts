/** What an installation lacks before its first signature: decided from facts, so that the page and the server say the same. Pure. */

const STEP_KEYS = ['dealers', 'administrators', 'users', 'services', 'texts', 'custodian', 'signature'] as const;
export type StepKey = (typeof STEP_KEYS)[number];

/** `optional`: not there, and everything but one way to sign works without it. */
export const STEP_STATES = ['done', 'open', 'optional'] as const;
export type StepState = (typeof STEP_STATES)[number];

/** Whatever a legal entity needs besides texts of its own: what it buys, and what papers print of it. */
export const NEEDED_SERVICES = ['OTP', 'DISK_SPACE'] as const;
export type NeededService = (typeof NEEDED_SERVICES)[number];

/** In the place of a document type: what a legal entity says of itself. */
export const COMPANY_DATA = 'COMPANY';

/** Two, because each change of texts and of administrators takes a second one. */
const LEAST_ADMINISTRATORS = 2;

export interface Lacking<What extends string = string> {
  /** Null: the national company. */
  readonly legalEntity: string | null;
  readonly name: string | null;
  readonly what: What[];
}

export interface InstallationFacts {
  /** Those that the directory lists. */
  readonly dealers: number;
  /** Since the directory last answered; null before it ever did. */
  readonly dealersAgeSeconds: number | null;
  /** Active ones. */
  readonly administrators: number;
  /** Active people who may start signatures at a dealer. */
  readonly users: number;
  /** Legal entities at whose dealers they work. */
  readonly legalEntities: number;
  readonly servicesLacking: readonly Lacking<NeededService>[];
  readonly textsLacking: readonly Lacking[];
  readonly custodian: 'none' | 'waiting' | 'inForce';
  readonly signed: boolean;
}

export type FirstStep =
  | { key: 'dealers'; state: StepState; count: number; ageSeconds: number | null }
  | { key: 'administrators' | 'users'; state: StepState; count: number }
  | { key: 'services' | 'texts'; state: StepState; count: number; lacking: Lacking[] }
  | { key: 'custodian'; state: StepState; named: boolean }
  | { key: 'signature'; state: StepState };

const doneIf = (done: boolean): StepState => (done ? 'done' : 'open');

/** In the order in which they are done. */
export function firstSteps(facts: InstallationFacts): FirstStep[] {
  const { dealers, administrators, users, legalEntities, servicesLacking, textsLacking, custodian } = facts;
  // Without a legal entity that works there is nothing that could lack.
  const ofEntities = (lacking: readonly Lacking[]) => ({
    state: doneIf(legalEntities > 0 && lacking.length === 0),
    count: legalEntities,
    lacking: [...lacking],
  });
  return [
    { key: 'dealers', state: doneIf(dealers > 0), count: dealers, ageSeconds: facts.dealersAgeSeconds },
    { key: 'administrators', state: doneIf(administrators >= LEAST_ADMINISTRATORS), count: administrators },
    { key: 'users', state: doneIf(users > 0), count: users },
    { key: 'services', ...ofEntities(servicesLacking) },
    { key: 'texts', ...ofEntities(textsLacking) },
    { key: 'custodian', state: custodian === 'inForce' ? 'done' : 'optional', named: custodian !== 'none' },
    { key: 'signature', state: doneIf(facts.signed) },
  ];
}

/** Whether anything is missing that the first signature needs. */
export const isSomethingOpen = (steps: readonly { state: StepState }[]): boolean =>
  steps.some(({ state }) => state === 'open');
