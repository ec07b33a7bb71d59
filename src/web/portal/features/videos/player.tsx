/** The provider's player: makes no request to the provider before the user presses play, and is removed with its container. */
import { IconPlayerPlayFilled, IconVideoOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Playable } from './provider.ts';
import classes from './videos.module.css';

/** The provider receives the portal's origin, which its embedding rules need, but no page address. */
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

/** What a provider learns about a viewer; the portal's own player, as in the demo, learns nothing new. */
export function ProviderPrivacy(props: { host: string }) {
  const { t } = useTranslation();
  if (props.host === window.location.host) return null;
  return <p className={classes.caption}>{t('videos.privacy', { host: props.host })}</p>;
}

/** Shown in place of the picture: a play button, or a note that there is no video. */
export function VideoPlaceholder(props: {
  label: string;
  /** Position in the list, drawn large so that no two pictures look alike. */
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
        <span className="fine">{t('videos.noPreview')}</span>
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
