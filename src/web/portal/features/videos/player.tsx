/** The provider's player: nothing is asked of it before somebody presses play, and it is gone with what shows it (P-1). */
import { IconPlayerPlayFilled, IconVideoOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Playable } from './provider.ts';
import classes from './videos.module.css';

/** The provider may know the portal's name, as its own rules on who may embed need, and no page of it. */
export function Player(props: { playable: Playable; title: string }) {
  const { t } = useTranslation();
  return (
    <iframe
      className={classes.screen}
      src={props.playable.url}
      title={t('videos.player', { title: props.title })}
      allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
      sandbox="allow-scripts allow-same-origin allow-presentation"
      referrerPolicy="strict-origin"
    />
  );
}

/** What a provider learns of whoever plays a video; the portal's own player, as in the demo, learns nothing new. */
export function ProviderPrivacy(props: { host: string }) {
  const { t } = useTranslation();
  if (props.host === window.location.host) return null;
  return <p className={classes.caption}>{t('videos.privacy', { host: props.host })}</p>;
}

/** What stands in place of the picture: a way to start it, or the honest word that there is none. */
export function Still(props: {
  label: string;
  /** In the list: drawn large, no two pictures are alike. */
  place: number;
  length: string | null;
  onPlay: (() => void) | null;
}) {
  const { t } = useTranslation();
  const length = props.length === null ? null : <span className={classes.length}>{props.length}</span>;
  if (props.onPlay === null) {
    return (
      <div className={classes.screen} data-off>
        <IconVideoOff size={18} stroke={1.8} aria-hidden="true" />
        <span className={classes.off}>{t('videos.noPreview')}</span>
        {length}
      </div>
    );
  }
  return (
    <button
      type="button"
      className={classes.screen}
      data-place={props.place}
      aria-label={props.label}
      onClick={props.onPlay}
    >
      <span className={classes.play} aria-hidden="true">
        <IconPlayerPlayFilled size={22} />
      </span>
      {length}
    </button>
  );
}
