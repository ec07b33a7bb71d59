/** A quiet tile beside a name: initials, or what kind of customer it is. */
import { IconBuilding, IconUser } from '@tabler/icons-react';
import classes from './tile.module.css';

/** Two letters of a name. */
export function initials(first: string | null | undefined, last: string | null | undefined): string {
  return `${(first ?? '').trim().charAt(0)}${(last ?? '').trim().charAt(0)}`.toUpperCase();
}

/** 40 px beside a title, 32 px and grey in rows. */
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
