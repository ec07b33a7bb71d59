/** The page of a phone that scanned a form's code: the camera, the sent photos, and how many more may be sent. */
import { IconCamera, IconCheck, IconLinkOff, IconPhoto } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { languageCode, useLanguageSwitch } from '../../shared/chrome/language-switch.ts';
import type { Settings } from '../../shared/chrome/page-settings.ts';
import type { Language } from '../../shared/language.ts';
import { createCaller } from '../api/caller.ts';
import { ClosedPage, FailedPage, LoadingPage } from '../pages/closed-pages.tsx';
import type { Catalogue } from '../text/it.ts';
import { loadCatalogue, TextContext, useText } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { ActionBar, Frame } from '../ui/frame.tsx';
import { Heading } from '../ui/heading.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import './photos.css';
import { PHOTO_TEXTS } from './photo-texts.ts';
import { Thumbnail } from './thumbnail.tsx';
import { type PhotoState, usePhotos } from './use-photos.ts';

const tokenOf = (path: string): string => /^\/photos\/([^/]+)\/?$/.exec(path)?.[1] ?? '';

export const createPhotosApp = (settings: Settings, texts: Catalogue): ReactNode => (
  <PhotosApp settings={settings} words={texts} token={tokenOf(location.pathname)} />
);

type PhotoTexts = (typeof PHOTO_TEXTS)[Language];
const usePhotoTexts = (): PhotoTexts => PHOTO_TEXTS[languageCode(useText())];

function PhotosApp({ settings, words, token }: { settings: Settings; words: Catalogue; token: string }) {
  const { words: text, language, switchLanguage } = useLanguageSwitch(words, { load: loadCatalogue });
  const caller = useMemo(() => createCaller(token, (...args) => fetch(...args)), [token]);
  useEffect(() => {
    document.documentElement.dataset.accent = 'bmw';
    caller.setLanguage(language);
  }, [caller, language]);
  const photos = usePhotos(caller);
  // Nothing is signed on this page, so it has its own title.
  const texts = { ...text, frame: { ...text.frame, page: PHOTO_TEXTS[language].page } };
  return (
    <TextContext value={texts}>
      <LiveRegion page={photos.standing.status}>
        <Frame
          settings={settings}
          view={null}
          screen="photos"
          pageKey={photos.standing.status}
          onLanguage={switchLanguage}
        >
          <Content {...photos} />
        </Frame>
      </LiveRegion>
    </TextContext>
  );
}

function Content({ standing, photos, reload, add, retry }: ReturnType<typeof usePhotos>) {
  const texts = usePhotoTexts();
  switch (standing.status) {
    case 'loading':
      return <LoadingPage />;
    case 'gone':
      return (
        <ClosedPage tone="neutral" close={false} icon={<IconLinkOff aria-hidden="true" />} title={texts.goneTitle}>
          <p className="lead">{texts.goneText}</p>
          <p className="lead">{texts.goneDo}</p>
        </ClosedPage>
      );
    case 'failed':
      return <FailedPage failure={standing.failure} retrying={false} onRetry={reload} />;
    case 'open':
      return <TakePhotos left={standing.left} photos={photos} onAdd={add} onAgain={retry} />;
  }
}

interface TakeProps {
  left: number;
  photos: readonly PhotoState[];
  onAdd: (files: readonly File[]) => void;
  onAgain: (photo: PhotoState) => void;
}

function TakePhotos({ left, photos, onAdd, onAgain }: TakeProps) {
  const texts = usePhotoTexts();
  const sentCount = photos.filter(({ state }) => state === 'sent').length;
  const isBusy = photos.some(({ state }) => state === 'sending');
  const isFull = left === 0 && !isBusy;
  return (
    <>
      <div className="content">
        <Heading>{isFull ? texts.fullTitle : texts.title}</Heading>
        <p className="lead">{isFull ? texts.fullText : texts.lead}</p>
        <p role="status" className="photos-state">
          {isBusy ? texts.sending : sentCount > 0 ? texts.sent(sentCount) : ''}
          {isFull || isBusy ? '' : ` ${texts.left(left)}`}
        </p>
        {photos.length > 0 ? (
          <ul className="photos-list">
            {photos.map((photo, index) => (
              <PhotoItem key={photo.key} photo={photo} number={index + 1} onAgain={() => onAgain(photo)} />
            ))}
          </ul>
        ) : null}
        <p className="caption">{texts.privacy}</p>
      </div>
      {isFull ? null : (
        <ActionBar>
          <PhotoPicker camera words={texts.take} onFiles={onAdd} />
          <PhotoPicker words={texts.choose} onFiles={onAdd} />
        </ActionBar>
      )}
    </>
  );
}

/** The button for the system's camera or photo library. */
function PhotoPicker(props: { camera?: boolean; words: string; onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const { camera = false } = props;
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        data-source={camera ? 'camera' : 'photos'}
        {...(camera ? { capture: 'environment' as const } : { multiple: true })}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Lets the user choose the same photo again.
          currentTarget.value = '';
          if (files.length > 0) props.onFiles(files);
        }}
      />
      <Button
        variant={camera ? 'primary' : 'outline'}
        icon={camera ? <IconCamera aria-hidden="true" /> : <IconPhoto aria-hidden="true" />}
        onPress={() => input.current?.click()}
      >
        {props.words}
      </Button>
    </>
  );
}

function PhotoItem({ photo, number, onAgain }: { photo: PhotoState; number: number; onAgain: () => void }) {
  const texts = usePhotoTexts();
  const { state, picture, problem, serverMessage } = photo;
  return (
    <li className="card photos-item">
      {picture === null ? (
        <span className="photos-picture">
          <IconPhoto aria-hidden="true" />
        </span>
      ) : (
        <Thumbnail picture={picture} label={texts.photo(number)} />
      )}
      <div>
        <strong>{texts.photo(number)}</strong>
        <p className="photos-word" data-state={state}>
          {state === 'sending' ? <span className="spinner" aria-hidden="true" /> : null}
          {state === 'sent' ? <IconCheck aria-hidden="true" /> : null}
          {state === 'sending'
            ? texts.sending
            : state === 'sent'
              ? texts.delivered
              : (serverMessage ?? texts[problem ?? 'notSent'])}
        </p>
        {state === 'refused' && (problem === 'offline' || problem === 'notSent') ? (
          <Button variant="plain" onPress={onAgain}>
            {texts.retry}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
