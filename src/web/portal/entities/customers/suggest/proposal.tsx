/** Proposes the probably intended text, applied with one click; disappears when the text changes. */
import { Button } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { correctedEmail } from './corrected-email.ts';
import { ofCustomer, type Suggestion } from './customer-corrections.ts';
import { nameInCase, placeInCase } from './letter-case.ts';
import classes from './proposal.module.css';

const rules = { nameInCase, placeInCase, correctedEmail, ofCustomer };

export type Suggest = (typed: string, known: typeof rules) => Suggestion | Promise<Suggestion>;

export interface ProposalProps {
  suggest: Suggest;
  context: string | undefined;
  value: string;
  /** The field does not have the focus. */
  resting: boolean;
  /** @param text null when the proposal has already applied itself (`take`). */
  onTake: (text: string | null) => void;
}

export function Proposal({ suggest, context, value, resting, onTake }: ProposalProps) {
  const { t } = useTranslation();
  const [suggestion, setSuggestion] = useState<{ of: string; meant: Exclude<Suggestion, null> } | null>(null);
  const requestSuggestion = useEffectEvent(async () => suggest(value, rules));
  // biome-ignore lint/correctness/useExhaustiveDependencies: queried again when the text or its dependencies change
  useEffect(() => {
    if (!resting || value.trim() === '') return;
    let current = true;
    requestSuggestion().then(
      (meant) => {
        if (current) setSuggestion(meant === null ? null : { of: value, meant });
      },
      // Without a look-up result there is no proposal.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [resting, value, context]);
  if (suggestion?.of !== value) return null;
  const { meant } = suggestion;
  const text = typeof meant === 'string' ? meant : meant.text;
  const take = () => {
    if (typeof meant === 'string') return onTake(meant);
    meant.take();
    onTake(null);
  };
  return (
    <p className={classes.note}>
      <IconBulb size={16} stroke={1.8} aria-hidden="true" />
      <span>
        {t('suggest.meant')}{' '}
        <Button
          size="compact-xs"
          variant="default"
          className={classes.take ?? ''}
          aria-label={t('suggest.take', { text })}
          onClick={take}
        >
          {text}
        </Button>
        ?
      </span>
    </p>
  );
}
