/**
 * Actions that start a signature, now or when a tablet opens it: when the dealer's signers are unknown, asks for them
 * and repeats the same action with the answer.
 */
import type { AnswerOf, BodyOf, StartCall } from '#contract/definition/call-types.ts';
import type { ChosenSigners } from '#domain/signing/staff-signers.ts';
import { startWith } from '../../../api/client.ts';
import { type Act, type ActTexts, useAct } from '../../../connected/act/use-act.ts';
import { missingRoles, missingSigners } from './missing-signers.ts';

/** Sends a starting call, with the dealer's signers added to its body. */
type Start = <C extends StartCall>(
  call: C,
  documentId: number,
  body: Omit<NonNullable<BodyOf<C>>, 'signers'>,
) => Promise<AnswerOf<C>>;

interface StartAct<Input, Answer>
  extends Pick<Act<Input, Answer>, 'key' | 'call' | 'path' | 'waits' | 'detail' | 'onDone'> {
  words: (input: Input) => ActTexts<Answer>;
  /** Label of the dialog's button, where the action does more than start the signature. */
  action?: (input: Input) => string;
  /** @param again the same act continues, with the chosen staff signers. */
  send: (input: Input, start: Start, again: boolean) => Promise<Answer>;
}

/** Ends a start that opened the dialog. */
class SignersRequested extends Error {}

/** @returns null from the mutation when the user must first choose who signs for the dealer. */
export function useStart<Input, Answer>(options: StartAct<Input, Answer>) {
  const { words, detail, send, onDone, path, action, ...act } = options;
  interface Run {
    input: Input;
    signers?: ChosenSigners;
  }
  const work = useAct<Run, Answer | null>({
    ...act,
    ...(path && { path: ({ input }) => path(input) }),
    ...(detail && { detail: (answer, { input }) => (answer === null ? undefined : detail(answer, input)) }),
    words: ({ input }) => {
      const { done, ...rest } = words(input);
      const doneText = (answer: Answer) => (typeof done === 'function' ? done(answer) : done);
      return { ...rest, done: (answer) => (answer === null ? null : doneText(answer)) };
    },
    send: async ({ input, signers }) => {
      const start: Start = async (call, documentId, body) => {
        try {
          return await startWith(call, documentId, signers ? { ...body, signers } : body);
        } catch (failure) {
          const roles = missingRoles(failure);
          if (roles.length === 0) throw failure;
          missingSigners.set({
            ...{ documentId, roles, ...(action && { action: action(input) }) },
            begin: (chosenSigners) => work.mutateAsync({ input, signers: chosenSigners }),
          });
          throw new SignersRequested();
        }
      };
      try {
        return await send(input, start, signers !== undefined);
      } catch (error) {
        if (error instanceof SignersRequested) return null;
        throw error;
      }
    },
    onDone: (answer, { input }) => {
      if (answer !== null) onDone?.(answer, input);
    },
  });
  return {
    ...work,
    variables: work.variables?.input,
    mutate: (input: Input, on?: { onSuccess: (answer: Answer | null) => void }) => work.mutate({ input }, on),
    mutateAsync: (input: Input) => work.mutateAsync({ input }),
  };
}
