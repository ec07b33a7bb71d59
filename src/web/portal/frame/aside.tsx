/** The side menu on the left of wide windows; collapsed to icons, it expands over the page on hover or focus. */
import { useMediaQuery } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './aside.module.css';
import { setMenuSize, useMenuSize } from './menu-size.ts';
import { SideMenu } from './side-menu.tsx';

/** How long the pointer must rest on the icons before they expand, and be away before they collapse. */
const HOVER_MS = 500;

export function Aside() {
  const { t } = useTranslation();
  const small = useMenuSize() === 'small';
  const [opened, setOpened] = useState(false);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const setOpenedAfter = (next: boolean, after: number) => {
    clearTimeout(waiting.current);
    if (after === 0) setOpened(next);
    else waiting.current = setTimeout(() => setOpened(next), after);
  };
  useEffect(() => () => clearTimeout(waiting.current), []);
  // A narrow window has the drawer instead: do not render the hidden menu.
  const wide = useMediaQuery('(min-width: 992px)', undefined, { getInitialValueInEffect: false });
  if (!wide) return null;
  const Icon = small ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <div className={classes.aside} data-unprinted data-small={small || undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only opens the menu; its items are links */}
      <div
        className={classes.panel}
        data-opened={(small && opened) || undefined}
        onPointerEnter={() => setOpenedAfter(true, HOVER_MS)}
        onPointerLeave={() => setOpenedAfter(false, HOVER_MS)}
        onFocus={(event) => event.target.matches(':focus-visible') && setOpenedAfter(true, 0)}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpenedAfter(false, 0)}
      >
        <SideMenu />
        <button
          type="button"
          className={classes.size}
          onClick={() => {
            setOpenedAfter(false, 0);
            setMenuSize(small ? 'whole' : 'small');
          }}
        >
          <Icon size={18} stroke={1.8} aria-hidden="true" />
          <span>{t(small ? 'menu.grow' : 'menu.shrink')}</span>
        </button>
      </div>
    </div>
  );
}
