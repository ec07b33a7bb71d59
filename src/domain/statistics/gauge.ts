/** How full a gauge is and what that means (specification §4 "Gauge colours", §9 "Statistic totals default", P-14). */

/** The total before the server has answered. */
export const DEFAULT_TOTAL = 1000;
/** Percent from which a gauge warns, and from which it alerts. */
export const WARNING_FROM = 60;
export const ALERT_FROM = 90;

export const GAUGE_BANDS = ['ok', 'warning', 'alert'] as const;
export type GaugeBand = (typeof GAUGE_BANDS)[number];

/** What the server says; without total nothing limits. */
export interface Figures {
  readonly used: number;
  readonly total?: number | undefined;
}

export interface Gauge {
  readonly used: number;
  readonly total: number;
  /** Whole, rounded down so that the figure never shows a band that is not reached yet; at most 100. */
  readonly percent: number;
  readonly band: GaugeBand;
  /** False when the server sent no total: then `total` is only the default and says nothing about a limit. */
  readonly limited: boolean;
}

export function gaugeBand(share: number): GaugeBand {
  if (share < WARNING_FROM) return 'ok';
  return share < ALERT_FROM ? 'warning' : 'alert';
}

/**
 * @param figures null before the answer: nothing used of the default total.
 * Without a total the total is used + 1, as the specification says. Read as a share that would always be close to
 * 100 %, so such a gauge is not filled and never alerts.
 */
export function gaugeOf(figures: Figures | null): Gauge {
  if (figures === null) return { used: 0, total: DEFAULT_TOTAL, percent: 0, band: 'ok', limited: true };
  const { used, total } = figures;
  if (total === undefined) return { used, total: used + 1, percent: 0, band: 'ok', limited: false };
  // All services expired: total 0, whatever was used (P-14).
  const share = total > 0 ? Math.min(100, (used / total) * 100) : 100;
  return { used, total, percent: Math.floor(share), band: gaugeBand(share), limited: true };
}
