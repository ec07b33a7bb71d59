/** Toasts: 3 s, while work is under way until replaced; bottom right, top on phones (specification §9, DESIGN.md §4). */
import { Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Notifications, notifications } from '@mantine/notifications';
import { IconCheck, IconX } from '@tabler/icons-react';
import i18next from 'i18next';
import type { FailureText } from '../api/failure.ts';
import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { wantToasts } from './toast-wanted.ts';
import classes from './toasts.module.css';

wantToasts();

const CLOSE_MS = 3_000;
const IN_PROGRESS_MS = 500_000;

export function Toasts() {
  const phone = useMediaQuery('(max-width: 543px)', undefined, { getInitialValueInEffect: false });
  return (
    <Notifications
      position={phone ? 'top-center' : 'bottom-right'}
      autoClose={CLOSE_MS}
      containerWidth={360}
      pauseResetOnHover="all"
      limit={4}
    />
  );
}

/** Made for each toast: the name of the close button is in the language spoken then. */
const look = () => ({
  closeButtonProps: { 'aria-label': i18next.t('actions.close') },
  classNames: { root: classes.toast ?? '', title: classes.title ?? '', description: classes.detail ?? '' },
});
const dot = (tone: 'good' | 'bad' | 'working') => (
  <span className={classes.dot} data-tone={tone}>
    {tone === 'good' ? (
      <IconCheck size={16} />
    ) : tone === 'bad' ? (
      <IconX size={16} />
    ) : (
      <Loader size={16} color="var(--c-info)" />
    )}
  </span>
);

/** Shows "… in corso"; the returned functions replace it in place. */
export function toastProgress(title: string): {
  done: (title: string, detail?: string) => void;
  failed: (title: string, text: FailureText) => void;
} {
  const id = notifications.show({
    title,
    message: null,
    autoClose: IN_PROGRESS_MS,
    withCloseButton: false,
    icon: dot('working'),
    ...look(),
  });
  const replace = (tone: 'good' | 'bad', heading: string, message: string | null) =>
    notifications.update({
      id,
      title: heading,
      message,
      autoClose: CLOSE_MS,
      withCloseButton: true,
      icon: dot(tone),
      role: tone === 'bad' ? 'alert' : 'status',
      ...look(),
    });
  return {
    done: (heading, detail) => replace('good', heading, detail ?? null),
    failed: (heading, text) => replace('bad', heading, [text.title, ...text.lines].join(' ')),
  };
}

export function toastBad(title: string, detail?: string): void {
  notifications.show({ title, message: detail ?? null, icon: dot('bad'), role: 'alert', ...look() });
}

export function toastGood(title: string, detail?: string): void {
  notifications.show({ title, message: detail ?? null, icon: dot('good'), role: 'status', ...look() });
}
