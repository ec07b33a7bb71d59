/** Runs pdf.js in a separate thread, which draws while the caller continues. */
import { Worker } from 'node:worker_threads';
import type { DrawingEngine, OpenDrawing } from '../page-picture.ts';
import type { AnswerMessage, QuestionMessage, ThreadAnswers, ThreadQuestion } from './messages.ts';

/** Heap limits of the thread; the pool watches the memory of the whole process. */
const HEAP = { maxOldGenerationSizeMb: 675, maxYoungGenerationSizeMb: 48 };

interface PendingCall {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/** Starts the thread, which lives as long as the process. */
export function startPdfJs(): DrawingEngine {
  const thread = new Worker(new URL('./pdfjs-thread.ts', import.meta.url), { resourceLimits: HEAP });
  const pendingCalls = new Map<number, PendingCall>();
  let lastId = 0;
  let lastFile = 0;
  thread.on('message', ({ id, result }: AnswerMessage) => {
    const caller = pendingCalls.get(id);
    pendingCalls.delete(id);
    if (pendingCalls.size === 0) thread.unref();
    if ('failed' in result) caller?.reject(new Error(result.failed));
    else caller?.resolve(result.answer as never);
  });
  // Heap exhausted: the process aborts as it would for its own heap, and the pool starts another.
  thread.on('error', () => process.abort());
  thread.unref();

  function ask<Question extends ThreadQuestion>(
    question: Question,
    transferList: readonly ArrayBuffer[] = [],
  ): Promise<ThreadAnswers[Question['kind']]> {
    const answer = new Promise<ThreadAnswers[Question['kind']]>((resolve, reject) => {
      lastId += 1;
      pendingCalls.set(lastId, { resolve, reject });
      thread.ref();
      thread.postMessage({ id: lastId, question } satisfies QuestionMessage, transferList);
    });
    // Pages are requested ahead: an error is reported only to a caller that awaits it.
    answer.catch(() => undefined);
    return answer;
  }

  return {
    name: 'pdf.js',
    async open(bytes, transfer = false): Promise<OpenDrawing> {
      lastFile += 1;
      const file = lastFile;
      const isWhole = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer;
      const transferList = transfer && isWhole ? [bytes.buffer as ArrayBuffer] : [];
      const { pages } = await ask({ kind: 'open', file, bytes }, transferList);
      return {
        pages,
        size: (page) => ask({ kind: 'size', file, page }),
        draw: (page, pixels, part) => ask({ kind: 'draw', file, page, pixels, part }),
        async close() {
          await ask({ kind: 'close', file });
        },
      };
    },
  };
}
