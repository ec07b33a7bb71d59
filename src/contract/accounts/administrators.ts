/** Proposals to appoint an administrator: made by one administrator, effective when a second one confirms (record 0066). */
import { z } from 'zod';
import {
  ADMINISTRATOR_EFFECTS,
  MAX_REASON_LENGTH,
  PROPOSAL_DAYS,
  PROPOSAL_KINDS,
  PROPOSAL_STATES,
} from '#domain/identity/administrators.ts';
import { optionalLines } from '#domain/text-schemas.ts';
import * as calls from '../calls/users.ts';
import { staffEndpointsOf } from '../definition/endpoint.ts';
import { idParams } from '../definition/paging.ts';

const administratorEndpoint = staffEndpointsOf('administrator');

const text = z.string().nullable();

export const administratorProposalAnswer = z.object({
  id: z.number(),
  userId: z.number(),
  kind: z.enum(PROPOSAL_KINDS),
  login: z.string(),
  fullname: z.string().describe('the user’s current value'),
  email: z.string().describe('the user’s current value'),
  wanted: z.object({ fullname: z.string(), email: z.string() }).describe('values after the change'),
  effects: z
    .array(z.enum(ADMINISTRATOR_EFFECTS))
    .describe(
      'role: receives the administrator role; access: an account with that role is activated; address: the e-mail address changes',
    ),
  state: z.enum(PROPOSAL_STATES),
  proposedBy: text,
  proposedDate: z.string(),
  expiresDate: z.string(),
  decidedBy: text,
  decidedDate: text,
  reason: text,
  refusal: text.describe('code of the refusal that the caller would get on confirming; null: the caller may confirm'),
  confirmers: z
    .number()
    .describe('number of administrators who may confirm; if 0, the operator confirms with a command'),
});

const WAITING = {
  id: 12,
  userId: 7,
  kind: 'PROPOSAL',
  login: 'd.provini',
  fullname: 'Dario Provini',
  email: 'dario.provini@example.com',
  wanted: { fullname: 'Dario Provini', email: 'dario.provini@example.com' },
  effects: ['role'],
  state: 'WAITING',
  proposedBy: 'admin',
  proposedDate: '2026-11-20T08:12:00.000Z',
  expiresDate: '2026-12-04T08:12:00.000Z',
  decidedBy: null,
  decidedDate: null,
  reason: null,
  refusal: null,
  confirmers: 1,
};
const decidedExample = (state: string, reason: string | null = null) => ({
  ...WAITING,
  ...{ state, decidedBy: 'admin2', decidedDate: '2026-11-20T09:00:00.000Z', reason },
  refusal: 'administrator.notWaiting',
});
const EXAMPLE_PARAMS = { id: 12 };

export const listAdministratorProposals = administratorEndpoint(
  calls.listAdministratorProposals,
  'administrator.confirm',
  {
    summary: `Proposals waiting for a second administrator, oldest first; each expires after ${PROPOSAL_DAYS} days`,
    output: z.array(administratorProposalAnswer),
    example: { answer: [WAITING] },
  },
);

const CLOSED_PROPOSAL = ['administrator.notFound', 'administrator.notWaiting', 'administrator.expired'] as const;

export const confirmAdministratorProposal = administratorEndpoint(
  calls.confirmAdministratorProposal,
  'administrator.confirm',
  {
    summary:
      'Confirm a proposal and apply it. Not allowed for its author, for the user it concerns, or for an administrator if the author or the administrator recently created or changed the other’s account',
    params: idParams,
    body: z.strictObject({}).nullish(),
    output: administratorProposalAnswer,
    example: { params: EXAMPLE_PARAMS, body: {}, answer: decidedExample('CONFIRMED') },
    errors: [
      ...CLOSED_PROPOSAL,
      'administrator.ownProposal',
      'administrator.ownRole',
      'administrator.ownAccount',
      'administrator.lapsed',
      'access.forbidden',
      'conflict.stale',
      'user.invalid',
    ],
  },
);

export const returnAdministratorProposal = administratorEndpoint(
  calls.returnAdministratorProposal,
  'administrator.confirm',
  {
    summary: 'Reject a proposal, with a reason; its author withdraws it without one',
    params: idParams,
    body: z.strictObject({ reason: optionalLines(MAX_REASON_LENGTH) }),
    output: administratorProposalAnswer,
    example: {
      params: EXAMPLE_PARAMS,
      body: { reason: 'Non lavora più con noi' },
      answer: decidedExample('REJECTED', 'Non lavora più con noi'),
    },
    errors: ['administrator.invalid', ...CLOSED_PROPOSAL, 'administrator.reasonMissing'],
  },
);
