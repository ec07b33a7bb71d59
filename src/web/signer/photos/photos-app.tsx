/** The page of a phone that scanned a form's code: the camera, the photos sent, and how many may follow. */
import { IconCamera, IconCheck, IconLinkOff, IconPhoto } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { Settings } from '../../shared/chrome/page-settings.ts';
import { languageCode, useWordsOf } from '../../shared/chrome/words.ts';
import type { Language } from '../../shared/language.ts';
import { createCaller } from '../api/caller.ts';
import { Closed, FailedPage, LoadingPage } from '../pages/closed-pages.tsx';
import type { Catalogue } from '../text/it.ts';
import { loadCatalogue, TextContext, useText } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { ActionBar, Frame } from '../ui/frame.tsx';
import { Heading } from '../ui/heading.tsx';
import { LiveRegion } from '../ui/live.tsx';
import './photos.css';
import { type SentPhoto, usePhotos } from './use-photos.ts';
import { PHOTO_WORDS } from './words.ts';

const tokenOf = (path: string): string => /^\/photos\/([^/]+)\/?$/.exec(path)?.[1] ?? '';

export const photosApp = (settings: Settings, words: Catalogue): ReactNode => (
  <PhotosApp settings={settings} words={words} token={tokenOf(location.pathname)} />
);

type Words = (typeof PHOTO_WORDS)[Language];
const useWords = (): Words => PHOTO_WORDS[languageCode(useText())];

function PhotosApp({ settings, words, token }: { settings: Settings; words: Catalogue; token: string }) {
  const { words: text, language, switchLanguage } = useWordsOf(words, { load: loadCatalogue });
  const caller = useMemo(() => createCaller(token, (...args) => fetch(...args)), [token]);
  useEffect(() => {
    document.documentElement.dataset.accent = 'bmw';
    caller.speak(language);
  }, [caller, language]);
  const photos = usePhotos(caller);
  // Nothing is signed on this page: it has its own title.
  const titled = { ...text, frame: { ...text.frame, page: PHOTO_WORDS[language].page } };
  return (
    <TextContext value={titled}>
      <LiveRegion>
        <Frame settings={settings} view={null} screen="photos" place={photos.standing.at} onLanguage={switchLanguage}>
          <Content {...photos} />
        </Frame>
      </LiveRegion>
    </TextContext>
  );
}

function Content({ standing, photos, look, add, again }: ReturnType<typeof usePhotos>) {
  const words = useWords();
  switch (standing.at) {
    case 'loading':
      return <LoadingPage />;
    case 'gone':
      return (
        <Closed tone="neutral" close={false} icon={<IconLinkOff aria-hidden="true" />} title={words.goneTitle}>
          <p className="lead">{words.goneText}</p>
          <p className="lead">{words.goneDo}</p>
        </Closed>
      );
    case 'failed':
      return <FailedPage failure={standing.failure} retrying={false} onRetry={look} />;
    case 'open':
      return <TakePhotos left={standing.left} photos={photos} onAdd={add} onAgain={again} />;
  }
}

interface TakeProps {
  left: number;
  photos: readonly SentPhoto[];
  onAdd: (files: readonly File[]) => void;
  onAgain: (photo: SentPhoto) => void;
}

function TakePhotos({ left, photos, onAdd, onAgain }: TakeProps) {
  const words = useWords();
  const sent = photos.filter(({ state }) => state === 'sent').length;
  const busy = photos.some(({ state }) => state === 'sending');
  const full = left === 0 && !busy;
  return (
    <>
      <div className="content">
        <Heading>{full ? words.fullTitle : words.title}</Heading>
        <p className="lead">{full ? words.fullText : words.lead}</p>
        <p role="status" className="photos-state">
          {busy ? words.sending : sent > 0 ? words.sent(sent) : ''}
          {full || busy ? '' : ` ${words.left(left)}`}
        </p>
        {photos.length > 0 ? (
          <ul className="photos-list">
            {photos.map((photo, index) => (
              <PhotoItem key={photo.key} photo={photo} number={index + 1} onAgain={() => onAgain(photo)} />
            ))}
          </ul>
        ) : null}
        <p className="caption">{words.privacy}</p>
      </div>
      {full ? null : (
        <ActionBar>
          <Picker camera words={words.take} onFiles={onAdd} />
          <Picker words={words.choose} onFiles={onAdd} />
        </ActionBar>
      )}
    </>
  );
}

/** The button for the system's camera or photo library. */
function Picker(props: { camera?: boolean; words: string; onFiles: (files: readonly File[]) => void }) {
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

function PhotoItem({ photo, number, onAgain }: { photo: SentPhoto; number: number; onAgain: () => void }) {
  const words = useWords();
  const { state, picture, problem, said } = photo;
  return (
    <li className="card photos-item">
      {picture === null ? (
        <span className="photos-picture">
          <IconPhoto aria-hidden="true" />
        </span>
      ) : (
        <img className="photos-picture" src={picture} alt={words.photo(number)} />
      )}
      <div>
        <strong>{words.photo(number)}</strong>
        <p className="photos-word" data-state={state}>
          {state === 'sending' ? <span className="spinner" aria-hidden="true" /> : null}
          {state === 'sent' ? <IconCheck aria-hidden="true" /> : null}
          {state === 'sending'
            ? words.sending
            : state === 'sent'
              ? words.delivered
              : (said ?? words[problem ?? 'notSent'])}
        </p>
        {state === 'refused' && (problem === 'offline' || problem === 'notSent') ? (
          <Button variant="plain" onPress={onAgain}>
            {words.retry}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
