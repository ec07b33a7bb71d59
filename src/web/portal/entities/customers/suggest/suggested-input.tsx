/** A text input that may propose a correction on blur; never changes input without a click, and never refuses it. */
import type { TextInputProps } from '@mantine/core';
import { type ComponentType, useRef, useState } from 'react';
import { loadTexts } from '../../../text/language.ts';
import { TextInput } from '../../../ui/inputs/control-styles.ts';
import type { ProposalProps, Suggest } from './proposal.tsx';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'onFocus'> {
  suggest: Suggest;
  /** What the proposal depends on besides the text: a change renews it. */
  context?: string;
  value?: string;
  onChange?: (typed: string) => void;
  onBlur?: () => void;
  onFocus?: () => void;
}

export function SuggestedInput(props: Props) {
  const { suggest, context, className, value = '', onChange, onBlur, onFocus, ...rest } = props;
  const input = useRef<HTMLInputElement>(null);
  const [resting, setResting] = useState(false);
  /** Loaded when the field is first left; without it there is no proposal. */
  const [Proposal, setProposal] = useState<ComponentType<ProposalProps>>();
  const leave = () => {
    setResting(true);
    Promise.all([import('./proposal.tsx'), loadTexts('suggest')]).then(
      ([module]) => setProposal(() => module.Proposal),
      () => undefined,
    );
    onBlur?.();
  };
  return (
    <div className={className}>
      <TextInput
        {...rest}
        ref={input}
        value={value}
        onChange={(event) => onChange?.(event.currentTarget.value)}
        onFocus={() => {
          setResting(false);
          onFocus?.();
        }}
        onBlur={leave}
      />
      <div aria-live="polite">
        {Proposal ? (
          <Proposal
            {...{ suggest, context, value, resting }}
            onTake={(text) => {
              if (text !== null) onChange?.(text);
              input.current?.focus();
            }}
          />
        ) : null}
      </div>
    </div>
  );
}
