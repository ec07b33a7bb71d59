/** The drawing process's requests to its pdf.js thread, and the responses. Files are numbered in opening order. */
import type { PageSize, Picture, PixelBox } from '../page-picture.ts';

export type ThreadQuestion =
  | { readonly kind: 'open'; readonly file: number; readonly bytes: Uint8Array }
  | { readonly kind: 'size'; readonly file: number; readonly page: number }
  | {
      readonly kind: 'draw';
      readonly file: number;
      readonly page: number;
      readonly pixels: PageSize;
      readonly part: PixelBox | undefined;
    }
  | { readonly kind: 'close'; readonly file: number };

export interface ThreadAnswers {
  open: { readonly pages: number };
  size: PageSize;
  draw: Picture;
  close: null;
}

export interface QuestionMessage {
  readonly id: number;
  readonly question: ThreadQuestion;
}

export interface AnswerMessage {
  readonly id: number;
  readonly result: { readonly answer: ThreadAnswers[keyof ThreadAnswers] } | { readonly failed: string };
}
