/** Further row actions in the ⋮ menu; actions refused by the row's state stay in the menu with the reason. */
import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import classes from './row-menu.module.css';

export type RowMenuItem = {
  text: string;
  icon: ReactNode;
} & (
  | {
      /** Why it cannot be used now; null or absent when it can. */
      reason?: string | null;
      busy?: boolean;
      onClick: () => void;
    }
  | { to: string }
);

export function RowMenu(props: {
  /** Includes the name of its row. */
  label: string;
  size?: 28 | 36;
  width?: number;
  items: readonly RowMenuItem[];
  onOpen?: (isOpen: boolean) => void;
  /** Ref to its button. */
  ref?: Ref<HTMLButtonElement>;
}) {
  const { size = 28, width = 260, onOpen } = props;
  return (
    <Menu position="bottom-end" width={width} offset={4} {...(onOpen && { onChange: onOpen })}>
      <Menu.Target>
        <ActionIcon ref={props.ref} variant={size === 28 ? 'subtle' : 'default'} size={size} aria-label={props.label}>
          <IconDotsVertical size={size === 28 ? 16 : 18} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      {/* React propagates clicks in the menu to the row, which would open it. */}
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {props.items.map((item) => (
          <MenuEntry key={item.text} item={item} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export function MenuEntry({ item }: { item: RowMenuItem }) {
  if ('to' in item) {
    return (
      <Menu.Item component={Link} to={item.to} leftSection={item.icon}>
        {item.text}
      </Menu.Item>
    );
  }
  const { reason = null, busy = false } = item;
  const idle = reason === null && !busy;
  return (
    <Menu.Item
      leftSection={item.icon}
      aria-disabled={!idle || undefined}
      closeMenuOnClick={idle}
      className={idle ? undefined : classes.refused}
      onClick={idle ? item.onClick : undefined}
    >
      {item.text}
      {reason === null ? null : <span className={classes.why}>{reason}</span>}
    </Menu.Item>
  );
}
