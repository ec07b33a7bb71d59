/** Usage in a table: amount, word and percentage above a bar of 5 px; colour is never the only cue. */
import { useTranslation } from 'react-i18next';
import classes from './usage-bar.module.css';

export function UsageBar(props: {
  /** The measured quantity, for screen readers. */
  label: string;
  /** Percentage used, and its band. */
  gauge: { percent: number; band: 'ok' | 'warning' | 'alert' };
  /** "412 di 1.000 OTP" */
  amount: string;
  /** Replaces the band's word. */
  word?: string;
}) {
  const { t } = useTranslation();
  const { percent, band } = props.gauge;
  const word = props.word ?? t(`gauge.${band}`);
  return (
    <span className={classes.usage} data-band={band}>
      <span className={classes.text}>
        {/* A custom word describes what is left, so the percentage used is shown next to the amount. */}
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
      {/* biome-ignore lint/a11y/useSemanticElements: the native meter cannot be styled in every browser */}
      <span
        className="track"
        role="meter"
        aria-label={props.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${props.amount}, ${percent}%, ${word}`}
      >
        <span style={{ width: `${percent}%` }} />
      </span>
    </span>
  );
}
