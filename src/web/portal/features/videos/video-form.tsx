/** Form to add or edit a tutorial video, with a preview. */
import '../../../shared/no-eval.ts';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createVideo, updateVideo } from '#contract/calls/videos.ts';
import { ask } from '../../api/client.ts';
import { type VideoRow, videoQuery } from '../../api/queries/videos.ts';
import { EditDialog } from '../../connected/form/edit-dialog.tsx';
import type { EntityForm } from '../../connected/form/entity-form.ts';
import layout from '../../connected/form/form.module.css';
import { settings } from '../../settings.ts';
import { Textarea, TextInput } from '../../ui/inputs/control-styles.ts';
import { SmallButton } from '../../ui/small-button.ts';
import { Player, ProviderPrivacy } from './player.tsx';
import { playable } from './provider.ts';
import { newVideoValues, type VideoValues, valuesOf, videoBody, videoIssues } from './video-values.ts';
import classes from './videos.module.css';

/** @param props.order position of a new video. */
export function VideoForm(props: { video: VideoRow | null; order: number; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { video } = props;
  const creating = video === null;
  const valuesIn = (row: VideoRow | null) => (row ? valuesOf(row) : newVideoValues(props.order));
  return (
    <EditDialog<VideoValues, VideoRow, ReturnType<typeof videoBody>>
      onClose={props.onClose}
      title={t(creating ? 'videos.new' : 'videos.edit')}
      action={creating ? t('videos.form.create') : undefined}
      entity="videos"
      row={video}
      draft={creating ? 'video-new' : `video-${video.id}`}
      valuesOf={valuesIn}
      issues={(values, row) => videoIssues(values, row && valuesOf(row))}
      bodyOf={videoBody}
      send={(body, row, key) =>
        row
          ? ask(updateVideo, { body: { ...body, id: row.id, lastModifiedDate: row.lastModifiedDate } })
          : ask(createVideo, { body, idempotencyKey: key })
      }
      reload={({ id }) => client.fetchQuery({ ...videoQuery(id), staleTime: 0 })}
      call={updateVideo}
      detail={({ title }) => title}
      mergedNote={() => ({ title: t('videos.form.reloaded'), text: t('videos.form.reloadedText') })}
    >
      {(form) => <Fields form={form} />}
    </EditDialog>
  );
}

function Fields({ form }: { form: EntityForm<VideoValues> }) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput label={t('label.field.title')} withAsterisk {...form.getInputProps('title')} />
      <Textarea label={t('label.field.description')} rows={3} {...form.getInputProps('description')} />
      <div className={layout.grid}>
        <TextInput
          label={t('label.field.duration')}
          description={t('videos.form.durationHint')}
          inputMode="text"
          {...form.getInputProps('duration')}
        />
        <TextInput
          label={t('label.field.order')}
          description={t('videos.form.orderHint')}
          withAsterisk
          inputMode="numeric"
          {...form.getInputProps('order')}
        />
      </div>
      <TextInput
        label={t('label.field.externalId')}
        description={t('videos.form.externalIdHint')}
        withAsterisk
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('externalId')}
      />
      <Preview externalId={form.values.externalId} title={form.values.title} />
    </>
  );
}

/** The video of the identifier, loaded only on request; typing another identifier removes it. */
function Preview(props: { externalId: string; title: string }) {
  const { t } = useTranslation();
  const [tried, setTried] = useState<string | null>(null);
  const playableVideo = playable(settings.videoPlayerUrl, props.externalId);
  if (settings.videoPlayerUrl === null) return <p className={classes.caption}>{t('videos.form.noPreview')}</p>;
  return (
    <section aria-label={t('videos.form.preview')} className={classes.preview}>
      {playableVideo && tried === playableVideo.url ? (
        <Player playable={playableVideo} title={props.title} />
      ) : (
        <>
          <SmallButton
            leftSection={<IconPlayerPlay size={16} stroke={1.9} />}
            disabled={playableVideo === null}
            onClick={() => setTried(playableVideo?.url ?? null)}
          >
            {t('videos.form.previewTry')}
          </SmallButton>
          {playableVideo ? (
            <ProviderPrivacy host={playableVideo.host} />
          ) : (
            <p className={classes.caption}>{t('videos.form.previewWait')}</p>
          )}
        </>
      )}
    </section>
  );
}
