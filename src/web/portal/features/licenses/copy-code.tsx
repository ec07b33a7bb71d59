/** Copies an activation code to the clipboard and confirms it. */
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toastBad, toastGood } from '../../connected/toasts.tsx';

export function useCopyCode(): (code: string) => void {
  const { t } = useTranslation();
  return (code) =>
    // Without a secure connection `navigator.clipboard` is undefined.
    void (navigator.clipboard?.writeText(code) ?? Promise.reject(new Error('no clipboard'))).then(
      () => toastGood(t('licenses.activation.copied'), code),
      () => toastBad(t('licenses.activation.notCopied'), t('licenses.activation.notCopiedText')),
    );
}

export function CopyCode(props: { code: string; word: string; size: 'compact-sm' | 'compact-xs' }) {
  const copy = useCopyCode();
  return (
    <Button
      size={props.size}
      variant="default"
      leftSection={<IconCopy size={14} stroke={1.8} />}
      onClick={() => copy(props.code)}
    >
      {props.word}
    </Button>
  );
}
