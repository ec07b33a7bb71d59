/** Criteria for a range of days: both days are included, so the upper bound is the day after. Pure. */
import type { Criterion } from '../../api/queries/search.ts';
import { movedDay } from '../../text/dates.ts';

/** The server reads bare days in Rome time and never adjusts a bound. */
export function dayBounds(from: string | undefined, to: string | undefined): Criterion | undefined {
  const after = to === undefined ? null : movedDay(to, 1);
  if (from === undefined && after === null) return undefined;
  return {
    ...(from === undefined ? {} : { greaterThanOrEqual: from }),
    ...(after === null ? {} : { lessThan: after }),
  };
}
