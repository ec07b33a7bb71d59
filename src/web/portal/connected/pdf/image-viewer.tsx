/** Shows a document that is a picture: an identity card photographed at the counter, a scan. */
import { IconArrowAutofitWidth, IconDownload } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clampZoom, ZOOM_STEP } from './layout.ts';
import classes from './pdf-viewer.module.css';
import { Toolbar } from './toolbar.tsx';
import { FileHead, FullScreenTool, Tool, ZoomTools } from './viewer-tools.tsx';

export function ImageViewer(props: {
  file: Blob;
  fileName: string;
  onDownload: () => void;
  /** Shown when the browser cannot display this image format. */
  otherwise: ReactNode;
}) {
  const { t } = useTranslation();
  const frame = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState(1);
  const [failed, setFailed] = useState(false);
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const url = URL.createObjectURL(props.file);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [props.file]);
  if (failed) return props.otherwise;
  return (
    <section className={classes.frame} ref={frame} aria-label={t('viewer.label', { name: props.fileName })}>
      <div className={classes.bar}>
        <FileHead name={props.fileName} size={props.file.size} />
        <Toolbar>
          <ZoomTools
            zoom={zoom}
            onOut={() => setZoom((before) => clampZoom(before / ZOOM_STEP))}
            onIn={() => setZoom((before) => clampZoom(before * ZOOM_STEP))}
          />
          <Tool label={t('viewer.fitWidth')} onClick={() => setZoom(1)}>
            <IconArrowAutofitWidth size={18} stroke={1.8} />
          </Tool>
          <span className={classes.wideOnly}>
            <FullScreenTool frame={frame} />
          </span>
          <Tool label={t('actions.download')} onClick={props.onDownload}>
            <IconDownload size={18} stroke={1.8} />
          </Tool>
        </Toolbar>
      </div>
      <div className={classes.body}>
        <section
          className={classes.scroller}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
          tabIndex={0}
          aria-label={t('viewer.image')}
        >
          {address ? (
            <img
              className={classes.image}
              src={address}
              alt={t('viewer.imageOf', { name: props.fileName })}
              style={{ width: `${zoom * 100}%` }}
              onError={() => setFailed(true)}
            />
          ) : null}
        </section>
      </div>
    </section>
  );
}
