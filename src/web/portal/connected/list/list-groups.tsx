/** Tabs for the groups of a list, each with its row count; one group is shown. */
import { formatCount } from '../../text/numbers.ts';
import classes from './list-groups.module.css';

interface Group<K extends string> {
  key: K;
  label: string;
  /** Undefined while unknown. */
  count: number | undefined;
  /** Some of its rows need action. */
  alarming?: boolean;
}

export function ListGroups<K extends string>(props: {
  label: string;
  groups: readonly Group<K>[];
  chosen: K;
  onChoose: (key: K) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that narrow a list, not a set of fields
    <div role="group" aria-label={props.label} className={classes.groups}>
      {props.groups.map(({ key, label, count, alarming }) => (
        <button
          key={key}
          type="button"
          className={classes.group}
          data-alarming={(alarming && (count ?? 0) > 0) || undefined}
          aria-pressed={props.chosen === key}
          onClick={() => props.onChoose(key)}
        >
          {label}
          <span className={classes.number}>{count === undefined ? '' : formatCount(count)}</span>
        </button>
      ))}
    </div>
  );
}
