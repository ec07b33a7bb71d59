/** What is missing before the first signature of this installation, for administrators. */
import { getFirstSteps } from '#contract/calls/installation.ts';
import { isSomethingOpen } from '#domain/installation/first-steps.ts';
import { queryOf } from '../query-of.ts';

/** Once nothing is open the answer holds until the page is loaded anew: an installation at work is not asked again. */
export const firstStepsQuery = queryOf(
  getFirstSteps,
  {},
  {
    select: ({ steps }) => steps,
    staleTime: ({ state }) =>
      state.data !== undefined && !isSomethingOpen(state.data.steps) ? Number.POSITIVE_INFINITY : 10_000,
  },
);
