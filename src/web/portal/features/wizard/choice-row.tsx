/** One of several customers or folders, as a radio choice. */
import type { ReactNode } from 'react';
import classes from './wizard.module.css';

/** `group`: the shared name of the radio buttons. */
export function ChoiceRow(props: { group: string; chosen: boolean; onChoose: () => void; children?: ReactNode }) {
  const { group, chosen, onChoose } = props;
  return (
    <label className={classes.choice} data-chosen={chosen || undefined}>
      <input type="radio" name={group} checked={chosen} onChange={onChoose} />
      {props.children}
    </label>
  );
}
