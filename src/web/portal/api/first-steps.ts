/** What is missing before the first signature of this installation, for administrators. */
import { queryOptions } from '@tanstack/react-query';
import type { FirstStepsAnswer } from '#contract/installation/first-steps.ts';
import { isSomethingOpen } from '#domain/installation/first-steps.ts';
import { call } from './client.ts';

/** Once nothing is open the answer holds until the page is loaded anew: an installation at work is not asked again. */
export const firstStepsQuery = queryOptions({
  queryKey: ['installation', 'first-steps'],
  queryFn: ({ signal }) => call<FirstStepsAnswer>('/api/installation/first-steps', { signal }),
  select: ({ steps }) => steps,
  staleTime: ({ state }) =>
    state.data !== undefined && !isSomethingOpen(state.data.steps) ? Number.POSITIVE_INFINITY : 10_000,
});
