/** Numbered instructions for another device. */
import classes from './numbered-steps.module.css';

export function NumberedSteps(props: { label: string; steps: readonly string[] }) {
  return (
    <ol className={classes.steps} aria-label={props.label}>
      {props.steps.map((step, index) => (
        <li key={step} className={classes.step}>
          <span className={classes.number} aria-hidden="true">
            {index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}
