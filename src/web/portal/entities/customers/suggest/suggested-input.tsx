/** A line of text that, once it is left, may propose what was meant; nothing typed is changed without a press, and nothing is refused. */
import type { TextInputProps } from '@mantine/core';
import { type ComponentType, useRef, useState } from 'react';
import { holdPiece } from '../../../text/language.ts';
import { TextInput } from '../../../ui/inputs/styles.ts';
import type { ProposalProps, Suggest } from './proposal.tsx';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'onFocus'> {
  suggest: Suggest;
  /** What the proposal depends on besides the text: it is renewed when this changes. */
  around?: string;
  value?: string;
  onChange?: (typed: string) => void;
  onBlur?: () => void;
  onFocus?: () => void;
}

export function SuggestedInput(props: Props) {
  const { suggest, around, className, value = '', onChange, onBlur, onFocus, ...rest } = props;
  const input = useRef<HTMLInputElement>(null);
  const [resting, setResting] = useState(false);
  /** Fetched when the field is left for the first time; one that does not come is no proposal. */
  const [Proposal, setProposal] = useState<ComponentType<ProposalProps>>();
  const leave = () => {
    setResting(true);
    Promise.all([import('./proposal.tsx'), holdPiece('suggest')]).then(
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
            {...{ suggest, around, value, resting }}
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
