/** A tile next to a name: initials, or the kind of customer. */
import { IconBuilding, IconUser } from '@tabler/icons-react';
import classes from './tile.module.css';

export function initials(first: string | null | undefined, last: string | null | undefined): string {
  return `${(first ?? '').trim().charAt(0)}${(last ?? '').trim().charAt(0)}`.toUpperCase();
}

/** 40 px next to a title, 32 px and grey in rows. */
export function InitialsTile(props: { letters: string; small?: boolean }) {
  return (
    <span className={classes.tile} data-kind={props.small ? 'small' : 'initials'} aria-hidden="true">
      {props.letters}
    </span>
  );
}

export function CustomerTile(props: { company: boolean }) {
  return (
    <span className={classes.tile} data-kind="icon" aria-hidden="true">
      {props.company ? <IconBuilding size={16} stroke={1.8} /> : <IconUser size={16} stroke={1.8} />}
    </span>
  );
}
