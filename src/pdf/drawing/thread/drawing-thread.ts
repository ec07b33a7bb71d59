/** Runs pdf.js in a separate thread, which draws while the caller continues. */
import { Worker } from 'node:worker_threads';
import type { DrawingEngine, OpenDrawing } from '../picture.ts';
import type { Answered, Asked, ThreadAnswers, ThreadQuestion } from './question.ts';

/** Heap limits of the thread; the pool watches the memory of the whole process. */
const HEAP = { maxOldGenerationSizeMb: 675, maxYoungGenerationSizeMb: 48 };

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/** Starts the thread, which lives as long as the process. */
export function startPdfJs(): DrawingEngine {
  const thread = new Worker(new URL('./pdfjs-thread.ts', import.meta.url), { resourceLimits: HEAP });
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let opened = 0;
  thread.on('message', ({ id, result }: Answered) => {
    const caller = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) thread.unref();
    if ('failed' in result) caller?.reject(new Error(result.failed));
    else caller?.resolve(result.answer as never);
  });
  // Heap exhausted: the process aborts as it would for its own heap, and the pool starts another.
  thread.on('error', () => process.abort());
  thread.unref();

  function ask<Question extends ThreadQuestion>(
    question: Question,
    moved: readonly ArrayBuffer[] = [],
  ): Promise<ThreadAnswers[Question['kind']]> {
    const answered = new Promise<ThreadAnswers[Question['kind']]>((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve, reject });
      thread.ref();
      thread.postMessage({ id: asked, question } satisfies Asked, moved);
    });
    // Pages are requested ahead: an error is reported only to a caller that awaits it.
    answered.catch(() => undefined);
    return answered;
  }

  return {
    name: 'pdf.js',
    async open(bytes, given = false): Promise<OpenDrawing> {
      opened += 1;
      const file = opened;
      const isWhole = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer;
      const moved = given && isWhole ? [bytes.buffer as ArrayBuffer] : [];
      const { pages } = await ask({ kind: 'open', file, bytes }, moved);
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
