/** One of several customers or folders, to be chosen. */
import type { ReactNode } from 'react';
import classes from './wizard.module.css';

/** `group`: the name of the radio buttons that belong together. */
export function ChoiceRow(props: { group: string; chosen: boolean; onChoose: () => void; children?: ReactNode }) {
  const { group, chosen, onChoose } = props;
  return (
    <label className={classes.choice} data-chosen={chosen || undefined}>
      <input type="radio" name={group} className={classes.radio} checked={chosen} onChange={onChoose} />
      {props.children}
    </label>
  );
}
