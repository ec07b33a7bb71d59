/** A 240° gauge with notches at the start of each band; percentage, words and colour all show the same information. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ALERT_FROM, type Gauge, WARNING_FROM } from '#domain/statistics/gauge.ts';
import classes from './gauge.module.css';

/** Degrees, clockwise from three o'clock. */
const START = 150;
const SWEEP = 240;
const RADIUS = 54;
const CENTRE = 64;

function point(percent: number, radius: number): string {
  const angle = ((START + (SWEEP * percent) / 100) * Math.PI) / 180;
  return `${(CENTRE + radius * Math.cos(angle)).toFixed(2)} ${(CENTRE + radius * Math.sin(angle)).toFixed(2)}`;
}

const ARC = `M${point(0, RADIUS)}A${RADIUS} ${RADIUS} 0 1 1 ${point(100, RADIUS)}`;
const NOTCHES = [WARNING_FROM, ALERT_FROM].map((at) => `M${point(at, RADIUS - 6)}L${point(at, RADIUS + 6)}`).join('');

/** Only the dial; `gauge` is null while the figures load. */
export function GaugeDial(props: { label: string; gauge: Gauge | null }) {
  const { label, gauge } = props;
  const measured = gauge?.limited ?? false;
  const percent = measured ? (gauge?.percent ?? 0) : 0;
  return (
    <div
      className={classes.dial}
      data-band={gauge?.band}
      {...(measured ? { role: 'meter', 'aria-label': label, 'aria-valuenow': percent } : { 'aria-hidden': true })}
      {...(measured ? { 'aria-valuetext': `${percent}%` } : {})}
    >
      <svg viewBox="0 0 128 104" aria-hidden="true" focusable="false">
        <path className={classes.track} d={ARC} />
        {percent > 0 ? (
          <path className={classes.value} d={ARC} pathLength={100} strokeDasharray={`${percent} 200`} />
        ) : null}
        <path className={classes.notches} d={NOTCHES} />
        <text className={classes.percent} x={CENTRE} y={72}>
          {gauge === null ? '–' : measured ? `${percent}%` : '∞'}
        </text>
      </svg>
    </div>
  );
}

/** Name, dial, used and total amounts, and the band's label with an optional detail. */
export function GaugeFigure(props: {
  label: string;
  gauge: Gauge | null;
  /** "412 di 1.000" */
  amount: ReactNode;
  /** Shown after the band's label, such as an expiry. */
  detail?: string | null;
}) {
  const { t } = useTranslation();
  const { label, gauge, detail } = props;
  return (
    <div className={classes.figure} aria-busy={gauge === null}>
      <h2 className={classes.label}>{label}</h2>
      <GaugeDial label={label} gauge={gauge} />
      <p className={classes.amount} data-waiting={gauge === null || undefined}>
        {props.amount}
      </p>
      <p className={classes.state}>
        {gauge === null ? (
          t('loading')
        ) : (
          <>
            <span className={classes.word} data-band={gauge.band}>
              {gauge.limited ? t(`gauge.${gauge.band}`) : t('gauge.unlimited')}
            </span>
            {detail ? (
              <>
                <span className={classes.dot}> · </span>
                <span>{detail}</span>
              </>
            ) : null}
          </>
        )}
      </p>
    </div>
  );
}
