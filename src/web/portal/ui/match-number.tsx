/** The number that another device shows too, large enough to compare from afar. */
import classes from './match-number.module.css';

export function MatchNumber(props: { caption: string; number: string; hint: string }) {
  return (
    <div className={classes.match}>
      <span className={classes.caption}>{props.caption}</span>
      <strong className={classes.number}>{props.number}</strong>
      <span>{props.hint}</span>
    </div>
  );
}
