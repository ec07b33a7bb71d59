/** Missing steps before an installation's first signature: derived from facts, so that page and server agree. Pure. */

const STEP_KEYS = ['dealers', 'administrators', 'users', 'services', 'texts', 'custodian', 'signature'] as const;
export type StepKey = (typeof STEP_KEYS)[number];

/** `optional`: missing, but affects only one way of signing. */
export const STEP_STATES = ['done', 'open', 'optional'] as const;
export type StepState = (typeof STEP_STATES)[number];

/** Requirements of a legal entity besides its own texts: purchased services, and data for generated papers. */
export const NEEDED_SERVICES = ['OTP', 'DISK_SPACE'] as const;
export type NeededService = (typeof NEEDED_SERVICES)[number];

/** Used in place of a document type for the legal entity's own data. */
export const COMPANY_DATA = 'COMPANY';

/** Every change of texts and of administrators needs a second administrator. */
const MIN_ADMINISTRATORS = 2;

export interface MissingItems<What extends string = string> {
  /** Null: the national company. */
  readonly legalEntity: string | null;
  readonly name: string | null;
  readonly what: What[];
}

export interface InstallationFacts {
  /** Number of dealers in the directory. */
  readonly dealers: number;
  /** Seconds since the directory's last response; null before the first. */
  readonly dealersAgeSeconds: number | null;
  /** Number of active administrators. */
  readonly administrators: number;
  /** Number of active users who may start signatures at a dealer. */
  readonly users: number;
  /** Number of legal entities whose dealers they work for. */
  readonly legalEntities: number;
  readonly servicesLacking: readonly MissingItems<NeededService>[];
  readonly textsLacking: readonly MissingItems[];
  readonly custodian: 'none' | 'waiting' | 'inForce';
  readonly signed: boolean;
}

export type FirstStep =
  | { key: 'dealers'; state: StepState; count: number; ageSeconds: number | null }
  | { key: 'administrators' | 'users'; state: StepState; count: number }
  | { key: 'services' | 'texts'; state: StepState; count: number; lacking: MissingItems[] }
  | { key: 'custodian'; state: StepState; named: boolean }
  | { key: 'signature'; state: StepState };

const stateOf = (done: boolean): StepState => (done ? 'done' : 'open');

/** In the order of execution. */
export function firstSteps(facts: InstallationFacts): FirstStep[] {
  const { dealers, administrators, users, legalEntities, servicesLacking, textsLacking, custodian } = facts;
  // Without an active legal entity nothing can be missing.
  const entityStep = (missing: readonly MissingItems[]) => ({
    state: stateOf(legalEntities > 0 && missing.length === 0),
    count: legalEntities,
    lacking: [...missing],
  });
  return [
    { key: 'dealers', state: stateOf(dealers > 0), count: dealers, ageSeconds: facts.dealersAgeSeconds },
    { key: 'administrators', state: stateOf(administrators >= MIN_ADMINISTRATORS), count: administrators },
    { key: 'users', state: stateOf(users > 0), count: users },
    { key: 'services', ...entityStep(servicesLacking) },
    { key: 'texts', ...entityStep(textsLacking) },
    { key: 'custodian', state: custodian === 'inForce' ? 'done' : 'optional', named: custodian !== 'none' },
    { key: 'signature', state: stateOf(facts.signed) },
  ];
}

/** Whether the first signature still lacks something. */
export const hasOpenStep = (steps: readonly { state: StepState }[]): boolean =>
  steps.some(({ state }) => state === 'open');
