/** Tutorial videos in order: all users can watch, administrators and the national organisation can edit. */
import { Button } from '@mantine/core';
import { IconPlus, IconVideo } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteVideo } from '#contract/calls/videos.ts';
import { type VideoRow, videoQuery, videosQuery } from '../../api/queries/videos.ts';
import { useSession } from '../../api/session.tsx';
import { DeleteDialog } from '../../connected/act/delete-dialog.tsx';
import { QueryFailure } from '../../connected/failure-note.tsx';
import { lazyPart } from '../../connected/lazy-part.tsx';
import { RecordDialog } from '../../connected/list/record-dialog.tsx';
import { settings } from '../../settings.ts';
import { Card, Empty, Note, SkeletonRows } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Player, ProviderPrivacy } from './player.tsx';
import { playable } from './provider.ts';
import { useMove } from './use-video-move.ts';
import { VideoCard } from './video-card.tsx';
import { nextOrder } from './video-order.ts';
import classes from './videos.module.css';

const VideoForm = lazyPart(async () => (await import('./video-form.tsx')).VideoForm);

/** The open dialog over the list. */
type Open = { kind: 'new' } | { kind: 'edit' | 'watch' | 'delete'; video: VideoRow } | null;

export function VideosPage() {
  const { t } = useTranslation();
  const { may } = useSession();
  const editable = may('video.edit').ok;
  const list = useQuery(videosQuery);
  const videos = list.data?.rows ?? [];
  const { move, said: announced } = useMove(videos);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <>
      <PageHead
        crumbs={[{ label: t('menu.tools') }, { label: t('menu.videos') }]}
        title={t('menu.videos')}
        actions={
          editable ? (
            <Button leftSection={<IconPlus size={18} stroke={1.9} />} onClick={() => setOpen({ kind: 'new' })}>
              {t('videos.new')}
            </Button>
          ) : undefined
        }
      />
      <div className="stack">
        <QueryFailure query={list} />
        {list.isPending ? (
          <Card flush>
            <SkeletonRows rows={6} height={52} />
          </Card>
        ) : null}
        {list.data && videos.length === 0 ? (
          <Card>
            <Empty
              icon={IconVideo}
              title={t('videos.none')}
              text={editable ? t('videos.noneText') : t('videos.noneTextViewing')}
            />
          </Card>
        ) : null}
        {videos.length > 0 ? (
          <>
            <ProviderNote />
            <ol className={classes.list} aria-label={t('videos.list')}>
              {videos.map((video, index) => (
                <VideoCard
                  key={video.id}
                  video={video}
                  place={index + 1}
                  total={videos.length}
                  onWatch={() => setOpen({ kind: 'watch', video })}
                  actions={
                    editable
                      ? {
                          onMove: (by) => move(video, by),
                          onEdit: () => setOpen({ kind: 'edit', video }),
                          onDelete: () => setOpen({ kind: 'delete', video }),
                        }
                      : null
                  }
                />
              ))}
            </ol>
          </>
        ) : null}
      </div>
      <p className="sr-only" aria-live="polite">
        {announced}
      </p>
      {open?.kind === 'new' ? <VideoForm video={null} order={nextOrder(videos)} onClose={close} /> : null}
      {open?.kind === 'edit' ? (
        <RecordDialog query={videoQuery(open.video.id)} title={t('videos.edit')} onClose={close}>
          {(video) => <VideoForm video={video} order={video.order} onClose={close} />}
        </RecordDialog>
      ) : null}
      {open?.kind === 'watch' ? <Watch video={open.video} onClose={close} /> : null}
      {open?.kind === 'delete' ? <DeleteQuestion video={open.video} onClose={close} /> : null}
    </>
  );
}

/** Names the provider and what it learns before any request is made to it, or states that there is none. */
function ProviderNote() {
  const { t } = useTranslation();
  const host = playable(settings.videoPlayerUrl, 'x')?.host;
  if (host === undefined) {
    return (
      <Note tone="info" title={t('videos.noProvider')}>
        {t('videos.noProviderText')}
      </Note>
    );
  }
  return <ProviderPrivacy host={host} />;
}

function Watch(props: { video: VideoRow; onClose: () => void }) {
  const { title, description, externalId } = props.video;
  const playableVideo = playable(settings.videoPlayerUrl, externalId);
  if (!playableVideo) return null;
  return (
    <Dialog opened title={title} width={760} onClose={props.onClose}>
      <Player playable={playableVideo} title={title} />
      {description ? <p className={classes.watched}>{description}</p> : null}
    </Dialog>
  );
}

function DeleteQuestion(props: { video: VideoRow; onClose: () => void }) {
  const { t } = useTranslation();
  const { title } = props.video;
  return (
    <DeleteDialog
      entity="videos"
      row={props.video}
      call={deleteVideo}
      title={t('videos.deleteTitle', { title })}
      text={t('videos.deleteText')}
      action={t('videos.deleteAction')}
      detail={title}
      onClose={props.onClose}
    />
  );
}
