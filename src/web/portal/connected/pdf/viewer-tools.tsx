/** The tools of a viewer: the same buttons over a PDF and over an image. */
import { IconFileText, IconMaximize, IconMinimize, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../text/numbers.ts';
import classes from './pdf-viewer.module.css';

export function Tool(props: {
  label: string;
  onClick: () => void;
  pressed?: boolean;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.pressed}
      aria-disabled={props.disabled || undefined}
      onClick={props.disabled ? undefined : props.onClick}
    >
      {props.children}
    </button>
  );
}

export function FileHead(props: { name: string; size: number | null }) {
  return (
    <span className={classes.file}>
      <IconFileText size={18} stroke={1.8} aria-hidden="true" />
      <span className={classes.name} title={props.name}>
        {props.name}
      </span>
      <span className={classes.size}>{formatSize(props.size)}</span>
    </span>
  );
}

export function ZoomTools(props: { zoom: number; onOut: () => void; onIn: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Tool label={t('viewer.zoomOut')} onClick={props.onOut}>
        <IconZoomOut size={18} stroke={1.8} />
      </Tool>
      <span className={classes.percent}>{Math.round(props.zoom * 100)}%</span>
      <Tool label={t('viewer.zoomIn')} onClick={props.onIn}>
        <IconZoomIn size={18} stroke={1.8} />
      </Tool>
    </>
  );
}

/** Toggles full screen; absent where the browser does not support it (iPhones). */
export function FullScreenTool(props: { frame: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation();
  const [isFullScreen, setFull] = useState(false);
  const { frame } = props;
  useEffect(() => {
    const update = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, [frame]);
  if (!document.fullscreenEnabled) return null;
  const toggle = () => void (isFullScreen ? document.exitFullscreen() : frame.current?.requestFullscreen());
  return (
    <Tool label={isFullScreen ? t('viewer.leaveFullScreen') : t('viewer.fullScreen')} onClick={toggle}>
      {isFullScreen ? <IconMinimize size={18} stroke={1.8} /> : <IconMaximize size={18} stroke={1.8} />}
    </Tool>
  );
}
