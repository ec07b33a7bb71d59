/** "Primi passi": what an installation lacks before its first signature, for administrators. */
import { z } from 'zod';
import { STEP_STATES } from '#domain/installation/first-steps.ts';
import * as calls from '../calls/installation.ts';
import { staffEndpoint } from '../definition/endpoint.ts';

const state = z.enum(STEP_STATES).describe('optional: missing, but needed only for handwritten signatures');
const count = z.number();

const lacking = z.array(
  z.object({
    legalEntity: z.string().nullable().describe('null for the national company'),
    name: z.string().nullable(),
    what: z.array(z.string()).describe('service types; or document types, with COMPANY for company data'),
  }),
);

export const firstStepsAnswer = z.object({
  steps: z
    .array(
      z.discriminatedUnion('key', [
        z.object({
          key: z.literal('dealers'),
          state,
          count,
          ageSeconds: z.number().nullable().describe('seconds since the directory last answered; null: never'),
        }),
        z.object({ key: z.enum(['administrators', 'users']), state, count: count.describe('number of active users') }),
        z.object({
          key: z.enum(['services', 'texts']),
          state,
          count: count.describe('number of legal entities whose dealers have users'),
          lacking,
        }),
        z.object({
          key: z.literal('custodian'),
          state,
          named: z
            .boolean()
            .describe('true if a setting names the custodian, even before two administrators have confirmed it'),
        }),
        z.object({ key: z.literal('signature'), state }),
      ]),
    )
    .describe('in the order in which to complete them'),
});
export type FirstStepsAnswer = z.output<typeof firstStepsAnswer>;
export type FirstStepAnswer = FirstStepsAnswer['steps'][number];

export const getFirstSteps = staffEndpoint(calls.getFirstSteps, 'installation.read', {
  summary: 'Steps still missing before this installation’s first signature',
  output: firstStepsAnswer,
  example: {
    answer: {
      steps: [
        { key: 'dealers', state: 'done', count: 12, ageSeconds: 240 },
        { key: 'administrators', state: 'open', count: 1 },
        { key: 'users', state: 'done', count: 3 },
        {
          key: 'services',
          state: 'open',
          count: 1,
          lacking: [{ legalEntity: 'LE001', name: 'Autoesempio S.p.A.', what: ['OTP'] }],
        },
        { key: 'texts', state: 'done', count: 1, lacking: [] },
        { key: 'custodian', state: 'optional', named: false },
        { key: 'signature', state: 'open' },
      ],
    },
  },
});
