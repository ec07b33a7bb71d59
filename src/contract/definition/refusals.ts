/** Every refusal an endpoint can return: its own and those of the guard. */
import { type Actor, mayEver, READONLY } from '#domain/access.ts';
import {
  type FieldError,
  type Language,
  REFUSALS,
  type Refusal,
  type RefusalCode,
  refusalText,
  refusedFieldMessage,
} from '#domain/errors.ts';
import { ROLES } from '#domain/identity/roles.ts';
import { fieldLabel } from '#domain/papers/labels/field-label.ts';
import type { Endpoint } from './endpoint.ts';

const TITLES = {
  validation: { it: 'Errore di validazione dei dati.', en: 'Data validation error.' },
  forbidden: { it: 'Errore nei permessi', en: 'Permission error' },
  internal: { it: 'Errore interno del server', en: 'Internal server error' },
} as const;

/** Statuses with title and detail; all others have `message`. */
const TITLE_OF_STATUS: Record<number, keyof typeof TITLES> = {
  400: 'validation',
  403: 'forbidden',
  404: 'validation',
  422: 'validation',
  500: 'internal',
};

/** The body of every refusal; `stack` only on a 500 in demo mode. */
export interface RefusalBody {
  status: number;
  code: string;
  correlationId: string;
  title?: string;
  detail?: string;
  message?: string;
  stack?: string;
  fieldErrors?: FieldError[];
}

/** Limits the response to a body of, say, a hundred thousand unknown fields, which would otherwise be ten times its size. */
const MAX_FIELD_ERRORS = 100;
/** Longer than any name of ours: an unknown field's name is truncated. */
const MAX_FIELD_LENGTH = 255;

export function refusalBody(refusal: Refusal, language: Language, correlationId: string): RefusalBody {
  const { status, code, fieldErrors, extra } = refusal;
  const text = refusalText(refusal, language);
  const title = TITLE_OF_STATUS[status];
  const printedErrors = fieldErrors.slice(0, MAX_FIELD_ERRORS).map((issue) => ({
    objectName: issue.objectName,
    field: issue.field.slice(0, MAX_FIELD_LENGTH),
    code: issue.code,
    message: refusedFieldMessage(issue, language, fieldLabel(issue.field, language)),
  }));
  return {
    status,
    ...(title === undefined ? { message: text } : { title: TITLES[title][language], detail: text }),
    code,
    correlationId,
    ...(printedErrors.length === 0 ? {} : { fieldErrors: printedErrors }),
    ...extra,
  };
}

const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(REFUSALS, code);

/** The refusal for malformed input: the entity's own if it has one. */
export function invalidCode(objectName: string): RefusalCode {
  const entityCode = `${objectName}.invalid`;
  return isRefusalCode(entityCode) ? entityCode : 'request.invalid';
}

/** Refusals caused only by role and read-only permissions, before any data is loaded. */
function roleRefusals({ action }: Endpoint): RefusalCode[] {
  if (action === undefined) return [];
  const codes = ROLES.flatMap((role): RefusalCode[] => {
    const actor: Actor = {
      id: 0,
      login: '',
      authorities: [role],
      hstList: [],
      brands: [{ brand: 'bmw', permissions: [READONLY] }],
    };
    const decision = mayEver(actor, action);
    return decision.ok ? [] : [decision.reason === 'readonly' ? 'access.readonly' : 'access.forbidden'];
  });
  return codes;
}

/** In the guard's order; `origin.refused` occurs only in the demo. */
function guardRefusals(endpoint: Endpoint): RefusalCode[] {
  const writes = endpoint.method !== 'GET';
  return [
    'origin.refused',
    ...(endpoint.access === 'staff' ? (['session.missing', 'session.expired'] as const) : ['request.tooMany' as const]),
    ...(endpoint.access === 'device' ? (['device.unproved'] as const) : []),
    ...roleRefusals(endpoint),
    ...(writes ? (['request.malformed', 'request.tooLarge', 'request.mediaType'] as const) : []),
    // A link's token may be any text: an invalid one has its own refusal.
    ...(endpoint.params === undefined || endpoint.path.includes('{token}') ? [] : (['notFound'] as const)),
    // A malformed Idempotency-Key is not a field of the entity.
    ...(endpoint.idempotent ? (['request.invalid'] as const) : []),
    invalidCode(endpoint.objectName ?? 'request'),
    ...(endpoint.idempotent ? (['idempotency.otherRequest', 'idempotency.rightsChanged'] as const) : []),
    'system.busy',
    'system.unavailable',
    'system.defect',
    ...(writes ? (['system.full'] as const) : []),
  ];
}

/** Sorted by status, without duplicates. */
export function refusalsOf(endpoint: Endpoint): RefusalCode[] {
  const all = [...new Set([...guardRefusals(endpoint), ...endpoint.errors])];
  return all.sort((a, b) => REFUSALS[a].status - REFUSALS[b].status);
}
