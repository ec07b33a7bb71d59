/** Computes how full a gauge is, and its colour band. */

/** The total shown until the server answers. */
export const DEFAULT_TOTAL = 1000;
/** Percentages from which a gauge warns and alerts. */
export const WARNING_FROM = 60;
export const ALERT_FROM = 90;

export const GAUGE_BANDS = ['ok', 'warning', 'alert'] as const;
export type GaugeBand = (typeof GAUGE_BANDS)[number];

/** The server's figures; without a total there is no limit. */
export interface Figures {
  readonly used: number;
  readonly total?: number | undefined;
}

export interface Gauge {
  readonly used: number;
  readonly total: number;
  /** Rounded down to an integer, so that the figure never shows a band not yet reached; at most 100. */
  readonly percent: number;
  readonly band: GaugeBand;
  /** False if the server sent no total: `total` is then only the default, not a limit. */
  readonly limited: boolean;
}

export function gaugeBand(share: number): GaugeBand {
  if (share < WARNING_FROM) return 'ok';
  return share < ALERT_FROM ? 'warning' : 'alert';
}

/**
 * @param figures null before the answer: nothing used of the default total.
 * Without a total, the total is used + 1, as the specification requires. As a percentage that would always be close to
 * 100 %, so such a gauge is not filled and never alerts.
 */
export function gaugeOf(figures: Figures | null): Gauge {
  if (figures === null) return { used: 0, total: DEFAULT_TOTAL, percent: 0, band: 'ok', limited: true };
  const { used, total } = figures;
  if (total === undefined) return { used, total: used + 1, percent: 0, band: 'ok', limited: false };
  // All services expired: the total is 0, regardless of usage.
  const share = total > 0 ? Math.min(100, (used / total) * 100) : 100;
  return { used, total, percent: Math.floor(share), band: gaugeBand(share), limited: true };
}
