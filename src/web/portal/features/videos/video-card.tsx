/** A tutorial video in the list: picture, title, length, description and, for editors, its position and actions. */
import { Tooltip } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '#domain/videos/duration.ts';
import type { VideoRow } from '../../api/queries/videos.ts';
import { settings } from '../../settings.ts';
import { VideoPlaceholder } from './player.tsx';
import { playable } from './provider.ts';
import classes from './videos.module.css';

export interface VideoActions {
  onMove: (by: -1 | 1) => void;
  onEdit: () => void;
  onDelete: () => void;
}

export function VideoCard(props: {
  video: VideoRow;
  place: number;
  total: number;
  onWatch: () => void;
  /** Null for users who may only view. */
  actions: VideoActions | null;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { video, place, total, actions } = props;
  const { title } = video;
  return (
    <li className={classes.card} aria-labelledby={id}>
      <VideoPlaceholder
        label={t('videos.watch', { title })}
        place={place}
        length={video.duration === null ? null : formatDuration(video.duration)}
        onPlay={playable(settings.videoPlayerUrl, video.externalId) ? props.onWatch : null}
      />
      <div className={classes.text}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {video.duration === null ? null : (
          <p className="sr-only">{t('videos.length', { duration: formatDuration(video.duration) })}</p>
        )}
        {video.description ? <p className={classes.description}>{video.description}</p> : null}
      </div>
      {actions ? (
        <div className={classes.actions}>
          <Action
            label={t('videos.moveUp', { title })}
            refused={place === 1 ? t('videos.first') : null}
            name={`up-${video.id}`}
            onClick={() => actions.onMove(-1)}
          >
            <IconArrowLeft size={16} stroke={1.9} />
          </Action>
          <span className={classes.place}>{t('videos.place', { place, total })}</span>
          <Action
            label={t('videos.moveDown', { title })}
            refused={place === total ? t('videos.last') : null}
            name={`down-${video.id}`}
            onClick={() => actions.onMove(1)}
          >
            <IconArrowRight size={16} stroke={1.9} />
          </Action>
          <span className={classes.gap} />
          <Action label={t('videos.openEdit', { title })} name={`edit-${video.id}`} onClick={actions.onEdit}>
            <IconPencil size={16} stroke={1.9} />
          </Action>
          <Action label={t('videos.openDelete', { title })} name={`delete-${video.id}`} onClick={actions.onDelete}>
            <IconTrash size={16} stroke={1.9} />
          </Action>
        </div>
      ) : null}
    </li>
  );
}

/** A labelled icon button; a disabled one stays focusable and shows why. */
function Action(props: {
  label: string;
  refused?: string | null;
  /** Finds it again after the list was reordered. */
  name: string;
  onClick: () => void;
  children: ReactNode;
}) {
  const { label, refused = null } = props;
  return (
    <Tooltip label={refused ?? label}>
      <button
        type="button"
        className={classes.action}
        aria-label={refused === null ? label : `${label}. ${refused}`}
        aria-disabled={refused !== null || undefined}
        data-action={props.name}
        onClick={refused === null ? props.onClick : undefined}
      >
        {props.children}
      </button>
    </Tooltip>
  );
}
