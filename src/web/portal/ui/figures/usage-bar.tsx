/** How much is used up, in a table: amount, word and percent above a bar of 5 px; colour never alone (DESIGN.md §4 "Gauges"). */
import { useTranslation } from 'react-i18next';
import classes from './usage-bar.module.css';

export function UsageBar(props: {
  /** What is measured, for screen readers. */
  label: string;
  /** Percent of what there is, and how far it is used up. */
  gauge: { percent: number; band: 'ok' | 'warning' | 'alert' };
  /** "412 di 1.000 OTP" */
  amount: string;
  /** Instead of the word of the band. */
  word?: string;
}) {
  const { t } = useTranslation();
  const { percent, band } = props.gauge;
  const word = props.word ?? t(`gauge.${band}`);
  return (
    <span className={classes.usage} data-band={band}>
      <span className={classes.text}>
        {/* A word of its own tells what is left: the percentage, of what is used, stands by the amount. */}
        <span className={classes.amount}>
          {props.amount}
          {props.word === undefined ? null : (
            <>
              {' · '}
              <strong>{percent}%</strong>
            </>
          )}
        </span>
        <span className={classes.state}>
          {word}
          {props.word === undefined ? (
            <>
              {' '}
              <strong>{percent}%</strong>
            </>
          ) : null}
        </span>
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: the browser's own meter cannot be given our colours in every browser */}
      <span
        className={classes.track}
        role="meter"
        aria-label={props.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${props.amount}, ${percent}%, ${word}`}
      >
        <span className={classes.value} style={{ width: `${percent}%` }} />
      </span>
    </span>
  );
}
