/** What this installation still lacks for its first signature, for administrators. */
import { getFirstSteps } from '#contract/calls/installation.ts';
import { hasOpenStep } from '#domain/installation/first-steps.ts';
import { queryOf } from '../query-options.ts';

/** Once nothing is missing, the answer is kept until the page is reloaded: a working installation is not queried again. */
export const firstStepsQuery = queryOf(
  getFirstSteps,
  {},
  {
    select: ({ steps }) => steps,
    staleTime: ({ state }) =>
      state.data !== undefined && !hasOpenStep(state.data.steps) ? Number.POSITIVE_INFINITY : 10_000,
  },
);
