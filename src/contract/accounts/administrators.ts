/** Proposals to appoint an administrator: made by one administrator, effective when a second one confirms (record 0066). */
import { z } from 'zod';
import {
  ADMINISTRATOR_EFFECTS,
  MOST_REASON,
  PROPOSAL_DAYS,
  PROPOSAL_KINDS,
  PROPOSAL_STATES,
} from '#domain/identity/administrators.ts';
import { optionalLines } from '#domain/text.ts';
import * as calls from '../calls/users.ts';
import { endpoint } from '../definition/endpoint.ts';
import { idParams } from '../definition/paging.ts';

const text = z.string().nullable();

export const administratorProposalAnswer = z.object({
  id: z.number(),
  userId: z.number(),
  kind: z.enum(PROPOSAL_KINDS),
  login: z.string(),
  fullname: z.string().describe('of the user as it is now'),
  email: z.string().describe('of the user as it is now'),
  wanted: z.object({ fullname: z.string(), email: z.string() }).describe('after the change'),
  effects: z
    .array(z.enum(ADMINISTRATOR_EFFECTS))
    .describe(
      'role: gets the role of administrator; access: is activated with it; address: gets another e-mail address',
    ),
  state: z.enum(PROPOSAL_STATES),
  proposedBy: text,
  proposedDate: z.string(),
  expiresDate: z.string(),
  decidedBy: text,
  decidedDate: text,
  reason: text,
  refusal: text.describe('code of the refusal that the caller would meet who confirms it; null: the caller may'),
  confirmers: z.number().describe('administrators who may confirm it; without any, the operator does by command'),
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
const decided = (state: string, reason: string | null = null) => ({
  ...WAITING,
  ...{ state, decidedBy: 'admin2', decidedDate: '2026-11-20T09:00:00.000Z', reason },
  refusal: 'administrator.notWaiting',
});
const ONE = { id: 12 };

export const listAdministratorProposals = endpoint(calls.listAdministratorProposals, {
  summary: `Proposals that wait for a second administrator, the oldest first; each waits for ${PROPOSAL_DAYS} days`,
  access: 'staff',
  action: 'administrator.confirm',
  output: z.array(administratorProposalAnswer),
  status: 200,
  objectName: 'administrator',
  example: { answer: [WAITING] },
  errors: [],
});

export const confirmAdministratorProposal = endpoint(calls.confirmAdministratorProposal, {
  summary:
    'Put a proposal in force: neither by its author, nor by whom it concerns, nor by an administrator who or whose author recently made or changed the account of the other',
  access: 'staff',
  action: 'administrator.confirm',
  params: idParams,
  body: z.strictObject({}).nullish(),
  output: administratorProposalAnswer,
  status: 200,
  objectName: 'administrator',
  example: { params: ONE, body: {}, answer: decided('CONFIRMED') },
  errors: [
    'administrator.notFound',
    'administrator.notWaiting',
    'administrator.expired',
    'administrator.ownProposal',
    'administrator.ownRole',
    'administrator.ownAccount',
    'administrator.lapsed',
    'access.forbidden',
    'conflict.stale',
    'user.invalid',
  ],
});

export const returnAdministratorProposal = endpoint(calls.returnAdministratorProposal, {
  summary: 'Reject a proposal with the reason; its author withdraws it without one',
  access: 'staff',
  action: 'administrator.confirm',
  params: idParams,
  body: z.strictObject({ reason: optionalLines(MOST_REASON) }),
  output: administratorProposalAnswer,
  status: 200,
  objectName: 'administrator',
  example: {
    params: ONE,
    body: { reason: 'Non lavora più con noi' },
    answer: decided('REJECTED', 'Non lavora più con noi'),
  },
  errors: [
    'administrator.invalid',
    'administrator.notFound',
    'administrator.notWaiting',
    'administrator.expired',
    'administrator.reasonMissing',
  ],
});
