/** The child's side of a pool: one task after another. Import no-network.ts first. */
import { receiveFiles, type TaskMessage } from './file-transfer.ts';

/** @param work must answer every task: an error that it throws ends the process, and with it the task. */
export function serve<Question, Answer>(work: (files: Uint8Array[], question: Question) => Promise<Answer>): void {
  process.on('message', async (message: TaskMessage<Question>) => {
    const answer = await work(receiveFiles(message), message.question);
    process.send?.({ answer });
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}
