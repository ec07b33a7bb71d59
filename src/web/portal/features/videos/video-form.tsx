/** A tutorial video to add or edit, with its preview (specification §3 Video, §5, §8). */
import { createVideo, updateVideo } from '#contract/calls/videos.ts';
import '../../../shared/no-eval.ts';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../../api/client.ts';
import { type VideoRow, videoQuery } from '../../api/videos.ts';
import { settings } from '../../settings.ts';
import { Note } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useEntityWork } from '../../ui/entity-work.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useEntityForm } from '../../ui/form/entity-form.ts';
import layout from '../../ui/form/form.module.css';
import { KeptNote } from '../../ui/form/kept-note.tsx';
import { useKeptOver } from '../../ui/form/kept-over.ts';
import { isStale, StaleNote } from '../../ui/form/stale-note.tsx';
import { mergeTyped, standsThere } from '../../ui/form/three-way.ts';
import { RequiredHint } from '../../ui/form/wording.tsx';
import { Textarea, TextInput } from '../../ui/forms.ts';
import { Player, ProviderPrivacy } from './player.tsx';
import { playable } from './provider.ts';
import { newVideoValues, type VideoValues, valuesOf, videoBody, videoIssues } from './video-values.ts';
import classes from './videos.module.css';

/** @param order of a new video. */
export function VideoForm(props: { video: VideoRow | null; order: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { video } = props;
  const formId = useId();
  const creating = video === null;
  const client = useQueryClient();
  const [base, setBase] = useState(() => ({
    values: video ? valuesOf(video) : newVideoValues(props.order),
    lastModifiedDate: video?.lastModifiedDate ?? '',
  }));
  const [failure, setFailure] = useState<unknown>(null);
  const [reloaded, setReloaded] = useState(false);
  const kept = useKeptOver<VideoValues>(creating ? 'video-new' : `video-${video.id}`);
  const form = useEntityForm<VideoValues>({
    initialValues: base.values,
    issues: (values) => videoIssues(values, creating ? null : base.values),
    onValuesChange: (typed) => kept.keep({ base: base.values, typed }),
  });
  const current = () => client.fetchQuery({ ...videoQuery(video?.id ?? 0), staleTime: 0 });
  const work = useEntityWork<VideoValues, VideoRow>({
    entity: 'videos',
    kind: creating ? 'create' : 'update',
    send: (values, key) =>
      creating
        ? ask(createVideo, { body: videoBody(values), idempotencyKey: key })
        : ask(updateVideo, { body: { ...videoBody(values), id: video.id, lastModifiedDate: base.lastModifiedDate } }),
    alreadyThere: async (values) => {
      if (creating) return null;
      const stored = await current();
      return standsThere(videoBody(base.values), videoBody(values), videoBody(valuesOf(stored))) ? stored : null;
    },
    detail: ({ title }) => title,
    onDone: () => {
      kept.forget();
      props.onClose();
    },
    onFailed: (refusal) => setFailure(form.refuse(refusal) ? null : refusal),
  });
  const reload = useMutation({
    mutationFn: current,
    onSuccess: (stored) => {
      const theirs = valuesOf(stored);
      const { values } = mergeTyped(base.values, form.getValues(), theirs);
      form.setValues(values);
      kept.keep({ base: theirs, typed: values });
      setBase({ values: theirs, lastModifiedDate: stored.lastModifiedDate });
      setFailure(null);
      setReloaded(true);
    },
    onError: setFailure,
  });
  const resume = () => {
    const { values, both } = kept.resume(base.values);
    form.setValues(values);
    if (both.length > 0) setReloaded(true);
  };
  const save = (values: VideoValues) => {
    if (work.isPending) return;
    setFailure(null);
    setReloaded(false);
    work.mutate(values);
  };
  const stale = isStale(failure);
  return (
    <Dialog
      opened
      title={t(creating ? 'videos.new' : 'videos.edit')}
      width={620}
      busy={work.isPending}
      onClose={props.onClose}
      foot={
        <>
          <Button
            variant="default"
            disabled={work.isPending}
            onClick={() => {
              kept.forget();
              props.onClose();
            }}
          >
            {t('form.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={work.isPending}>
            {t(creating ? 'videos.form.create' : 'form.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={layout.stack} noValidate onSubmit={form.submit(save)}>
        {kept.offered ? <KeptNote at={kept.offered.at} onResume={resume} onDiscard={kept.discard} /> : null}
        {stale ? <StaleNote loading={reload.isPending} onReload={() => reload.mutate()} /> : null}
        {failure !== null && !stale ? <FailureNote failure={failure} /> : null}
        {reloaded ? (
          <Note tone="info" title={t('videos.form.reloaded')}>
            {t('videos.form.reloadedText')}
          </Note>
        ) : null}
        <RequiredHint />
        <TextInput label={t('label.field.title')} withAsterisk autoComplete="off" {...form.getInputProps('title')} />
        <Textarea
          label={t('label.field.description')}
          rows={3}
          autoComplete="off"
          {...form.getInputProps('description')}
        />
        <div className={layout.grid}>
          <TextInput
            label={t('label.field.duration')}
            description={t('videos.form.durationHint')}
            inputMode="text"
            autoComplete="off"
            {...form.getInputProps('duration')}
          />
          <TextInput
            label={t('label.field.order')}
            description={t('videos.form.orderHint')}
            withAsterisk
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps('order')}
          />
        </div>
        <TextInput
          label={t('label.field.externalId')}
          description={t('videos.form.externalIdHint')}
          withAsterisk
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('externalId')}
        />
        <Preview externalId={form.values.externalId} title={form.values.title} />
      </form>
    </Dialog>
  );
}

/** The video that the identifier names, only when it is asked for; typing another one takes it away. */
function Preview(props: { externalId: string; title: string }) {
  const { t } = useTranslation();
  const [tried, setTried] = useState<string | null>(null);
  const found = playable(settings.videoPlayerUrl, props.externalId);
  if (settings.videoPlayerUrl === null) return <p className={classes.caption}>{t('videos.form.noPreview')}</p>;
  return (
    <section aria-label={t('videos.form.preview')} className={classes.preview}>
      {found && tried === found.url ? (
        <Player playable={found} title={props.title} />
      ) : (
        <>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlayerPlay size={16} stroke={1.9} />}
            disabled={found === null}
            onClick={() => setTried(found?.url ?? null)}
          >
            {t('videos.form.previewTry')}
          </Button>
          {found ? (
            <ProviderPrivacy host={found.host} />
          ) : (
            <p className={classes.caption}>{t('videos.form.previewWait')}</p>
          )}
        </>
      )}
    </section>
  );
}
