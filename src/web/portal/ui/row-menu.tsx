/** What else can be done with a row, behind ⋮; what its state refuses stays in the menu with its reason in words (DESIGN.md §4). */
import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './row-menu.module.css';

export interface RowMenuItem {
  text: string;
  icon: ReactNode;
  /** Why it cannot be used now; null or absent when it can. */
  reason?: string | null;
  onClick: () => void;
}

export function RowMenu(props: {
  /** With the row it belongs to. */
  label: string;
  size?: 28 | 36;
  items: readonly RowMenuItem[];
}) {
  const { size = 28 } = props;
  return (
    <Menu position="bottom-end" width={260} offset={4}>
      <Menu.Target>
        <ActionIcon variant={size === 28 ? 'subtle' : 'default'} size={size} aria-label={props.label}>
          <IconDotsVertical size={size === 28 ? 16 : 18} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {props.items.map(({ text, icon, reason = null, onClick }) => (
          <Menu.Item
            key={text}
            leftSection={icon}
            aria-disabled={reason !== null || undefined}
            closeMenuOnClick={reason === null}
            className={reason === null ? undefined : classes.refused}
            onClick={reason === null ? onClick : undefined}
          >
            {text}
            {reason === null ? null : <span className={classes.why}>{reason}</span>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
