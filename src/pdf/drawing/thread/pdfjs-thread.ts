/** Runs pdf.js in a thread of the drawing process, while PDFium draws the same page in the main thread. */
import '../../processes/no-network.ts';
import { parentPort } from 'node:worker_threads';
import { refuseThreads } from '../../processes/no-threads.ts';
import type { OpenDrawing } from '../page-picture.ts';
import type { AnswerMessage, QuestionMessage, ThreadAnswers, ThreadQuestion } from './messages.ts';

refuseThreads();
const port = parentPort;
if (!port) throw new Error('pdfjs-thread.ts runs as a thread');
const files = new Map<number, OpenDrawing>();

function openedFile(file: number): OpenDrawing {
  const drawing = files.get(file);
  if (!drawing) throw new Error('the file is not open');
  return drawing;
}

async function answer(question: ThreadQuestion): Promise<ThreadAnswers[keyof ThreadAnswers]> {
  const { kind, file } = question;
  if (kind === 'open') {
    // Loaded with the first file: an unused thread takes little memory.
    const { pdfJs } = await import('../pdfjs.ts');
    const drawing = await pdfJs.open(question.bytes, true);
    files.set(file, drawing);
    return { pages: drawing.pages };
  }
  if (kind === 'size') return openedFile(file).size(question.page);
  if (kind === 'draw') return openedFile(file).draw(question.page, question.pixels, question.part);
  await files.get(file)?.close();
  files.delete(file);
  return null;
}

async function resultOf(question: ThreadQuestion): Promise<AnswerMessage['result']> {
  try {
    return { answer: await answer(question) };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : 'unknown failure' };
  }
}

// Processed one at a time, in request order.
let previous: Promise<void> = Promise.resolve();
port.on('message', ({ id, question }: QuestionMessage) => {
  previous = previous.then(async () => {
    const result = await resultOf(question);
    const picture = 'answer' in result && result.answer && 'data' in result.answer ? result.answer.data.buffer : null;
    // Transferred instead of copied: the picture of a page takes ten megabytes.
    port.postMessage({ id, result } satisfies AnswerMessage, picture instanceof ArrayBuffer ? [picture] : []);
  });
});
