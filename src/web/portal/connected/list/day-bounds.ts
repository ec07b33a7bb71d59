/** Days that a list is narrowed to, as criteria: both days belong to it, so the upper bound is the day after. Pure. */
import type { Criterion } from '../../api/queries/search.ts';
import { movedDay } from '../../text/dates.ts';

/** Bare days are read as Rome time by the server, which never moves a bound itself. */
export function dayBounds(from: string | undefined, to: string | undefined): Criterion | undefined {
  const after = to === undefined ? null : movedDay(to, 1);
  if (from === undefined && after === null) return undefined;
  return {
    ...(from === undefined ? {} : { greaterThanOrEqual: from }),
    ...(after === null ? {} : { lessThan: after }),
  };
}
