/** Technical accounts of dealers' management systems: their secrets and allowed networks. */
import { z } from 'zod';
import {
  MAX_SECRET_OVERLAP_HOURS,
  networksSchema,
  SECRET_OVERLAP_HOURS,
  secretOverlapSchema,
} from '#domain/identity/technical-accounts.ts';
import * as calls from '../calls/integrations.ts';
import { staffEndpointsOf } from '../definition/endpoint.ts';
import { idParams } from '../definition/paging.ts';

const technicalAccountEndpoint = staffEndpointsOf('technicalAccount');

const nullableString = z.string().nullable();

export const technicalAccountAnswer = z.object({
  id: z.number().describe('the user’s id'),
  login: z.string(),
  fullname: z.string(),
  activated: z.boolean(),
  dealers: z.array(z.string()),
  networks: z.array(z.string()).nullable().describe('IP addresses and networks it may call from; null: any'),
  hasPassword: z
    .boolean()
    .describe('a password set with a command is also valid; creating a secret with 0 hours ends it'),
  secrets: z
    .array(
      z.object({
        id: z.number(),
        createdBy: z.string(),
        createdDate: z.string(),
        endsDate: nullableString.describe('when the former secret ends; null for the current one'),
        lastUsedDate: nullableString,
        lastUsedAddress: nullableString,
      }),
    )
    .describe('valid secrets, the current one first'),
});
export type TechnicalAccountAnswer = z.output<typeof technicalAccountAnswer>;

export const technicalSecretAnswer = z.object({
  secret: z.string().describe('returned only once: the password for POST /api/auth/login'),
  formerSecretEnds: nullableString,
});

const AT = '2026-11-20T08:12:00.000Z';
const account = {
  id: 21,
  login: 'dms-incadea',
  fullname: 'Incadea DMS',
  activated: true,
  dealers: ['10001'],
  networks: ['192.0.2.0/24'],
  hasPassword: false,
  secrets: [
    { id: 5, createdBy: 'admin', createdDate: AT, endsDate: null, lastUsedDate: AT, lastUsedAddress: '192.0.2.17' },
  ],
};

export const listTechnicalAccounts = technicalAccountEndpoint(calls.listTechnicalAccounts, 'integration.edit', {
  summary: 'Technical accounts of dealer management systems, with their valid secrets and the last use of each',
  output: z.array(technicalAccountAnswer),
  example: { answer: [account] },
});

export const makeTechnicalSecret = technicalAccountEndpoint(calls.makeTechnicalSecret, 'integration.edit', {
  summary: `Create a new secret, returned only in this response; the former one, or a password set with a command, stays valid for \`hours\` (default ${SECRET_OVERLAP_HOURS}, at most ${MAX_SECRET_OVERLAP_HOURS}); 0 ends them and their sessions immediately`,
  params: idParams,
  body: secretOverlapSchema,
  output: technicalSecretAnswer,
  example: {
    params: { id: 21 },
    body: { hours: 24 },
    answer: { secret: 'fts_RVhFTVBMRS1FWEVNUExFLUVYRU1QTEUtRVhFTVBMRS0', formerSecretEnds: AT },
  },
  errors: ['technicalAccount.invalid', 'technicalAccount.notFound'],
});

export const limitTechnicalAccount = technicalAccountEndpoint(calls.limitTechnicalAccount, 'integration.edit', {
  summary: 'Set the IP addresses and networks an account may call from, effective from its next call; null: any',
  params: idParams,
  body: networksSchema,
  output: technicalAccountAnswer,
  example: { params: { id: 21 }, body: { networks: ['192.0.2.0/24'] }, answer: account },
  errors: ['technicalAccount.invalid', 'technicalAccount.notFound'],
});
