/** The number that is also shown on the other device, large enough to compare from a distance. */
import classes from './match-number.module.css';

export function MatchNumber(props: { caption: string; number: string; hint: string }) {
  return (
    <div className={classes.match}>
      <span className="quiet">{props.caption}</span>
      <strong className={classes.number}>{props.number}</strong>
      <span>{props.hint}</span>
    </div>
  );
}
