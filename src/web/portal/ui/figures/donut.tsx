/** A ring chart with its total in the middle and a legend in words and figures. */
import { type CSSProperties, Fragment } from 'react';
import { formatCount } from '../../text/numbers.ts';
import classes from './donut.module.css';

export interface Share {
  key: string;
  label: string;
  count: number;
  /** Name of a token, such as `--c-privacy`. */
  colour: string;
}

/** Gap between two shares, in percent of the ring. */
const GAP = 0.9;

export function Donut(props: { title: string; unit: string; shares: readonly Share[]; note?: string }) {
  const { shares } = props;
  const total = shares.reduce((sum, share) => sum + share.count, 0);
  const shown = shares.filter((share) => share.count > 0);
  const gap = shown.length > 1 ? GAP : 0;
  let at = 0;
  return (
    <div className={classes.donut}>
      <svg className={classes.ring} viewBox="0 0 128 128" aria-hidden="true" focusable="false">
        <circle className={classes.track} cx="64" cy="64" r="54" />
        {shown.map((share) => {
          const part = (share.count / total) * 100;
          const from = at;
          at += part;
          return (
            <circle
              key={share.key}
              className={classes.share}
              cx="64"
              cy="64"
              r="54"
              pathLength={100}
              // A share too small to see is drawn as a sliver.
              strokeDasharray={`${Math.max(part - gap, 0.6)} 200`}
              strokeDashoffset={-from}
              style={{ '--share': `var(${share.colour})` } as CSSProperties}
            />
          );
        })}
        <text className={classes.total} x="64" y="66">
          {formatCount(total)}
        </text>
        <text className={classes.unit} x="64" y="83">
          {props.unit}
        </text>
      </svg>
      <div>
        <h2 className={classes.title}>{props.title}</h2>
        <p className="sr-only">
          {formatCount(total)} {props.unit}
        </p>
        <dl className={classes.shares}>
          {shares.map((share) => (
            <Fragment key={share.key}>
              <dt>
                <span className={classes.dot} style={{ '--share': `var(${share.colour})` } as CSSProperties} />
                {share.label}
              </dt>
              <dd>{formatCount(share.count)}</dd>
            </Fragment>
          ))}
        </dl>
        {props.note ? <p className={classes.note}>{props.note}</p> : null}
      </div>
    </div>
  );
}
