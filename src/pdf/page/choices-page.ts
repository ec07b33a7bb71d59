/** Draws the page "Consensi" added to an uploaded privacy form: purposes with their texts, and a Sì/No pair for each channel. */

import type { ChoiceRectangles } from '../choice-fields.ts';
import type { PlannedChoice } from '../signing/signing-plan.ts';
import { Canvas, ink, shorten, wrap } from './canvas.ts';
import { drawPageFooter, paperSize } from './signature-page.ts';

export interface DrawnChoicePage {
  readonly canvas: Canvas;
  readonly choices: readonly { id: string; tooltip: string; place: ChoiceRectangles }[];
}

const words = {
  it: {
    title: 'Consensi',
    lead: 'Ogni consenso è facoltativo e revocabile in ogni momento. Le risposte sono di chi firma e sono coperte dalla firma.',
    yes: 'Sì',
    no: 'No',
    continued: 'segue',
  },
  en: {
    title: 'Consents',
    lead: 'Each consent is optional and can be withdrawn at any time. The answers are the signer’s and are covered by the signature.',
    yes: 'Yes',
    no: 'No',
    continued: 'continued',
  },
} as const;

const margin = 48;
const boxSize = 12;
const rowHeight = 24;
const bottom = 64;
const yesLeft = paperSize[0] - margin - 92;
const noLeft = paperSize[0] - margin - 34;
const textStyle = { size: 8.5, color: ink.secondary } as const;
const maxTextWidth = yesLeft - margin - 24;

interface Group {
  readonly name: string;
  readonly lines: readonly string[];
  readonly choices: readonly PlannedChoice[];
}

function groupsOf(choices: readonly PlannedChoice[]): Group[] {
  const names = [...new Set(choices.map(({ group }) => group))];
  return names.map((name) => {
    const mine = choices.filter(({ group }) => group === name);
    return { name, lines: wrap(mine[0]?.text ?? '', paperSize[0] - 2 * margin, textStyle), choices: mine };
  });
}

const heightOf = ({ lines, choices }: Group): number => 26 + lines.length * 12 + choices.length * rowHeight + 18;

/** Draws as many pages as the choices need; a group is not split. */
export function drawChoicePages(
  plan: { title: string; language: 'it' | 'en'; choices: readonly PlannedChoice[]; choicesNote?: string },
  before: number,
): DrawnChoicePage[] {
  const text = words[plan.language];
  const pages: { canvas: Canvas; choices: DrawnChoicePage['choices'][number][]; y: number }[] = [];
  const openPage = () => {
    const canvas = new Canvas();
    const first = pages.length === 0;
    drawHead(
      canvas,
      first ? text.title : `${text.title} (${text.continued})`,
      first ? [text.lead, plan.choicesNote ?? ''] : [plan.title],
    );
    drawPageFooter(canvas, plan.title, String(before + pages.length + 1));
    const page = { canvas, choices: [], y: paperSize[1] - 128 };
    pages.push(page);
    return page;
  };
  for (const group of groupsOf(plan.choices)) {
    const last = pages.at(-1);
    const page = last && last.y - heightOf(group) >= bottom ? last : openPage();
    drawGroup(page, group, text);
  }
  return pages.map(({ canvas, choices }) => ({ canvas, choices }));
}

function drawHead(canvas: Canvas, heading: string, leads: readonly string[]): void {
  const [width, height] = paperSize;
  canvas.box(0, height - 5, width, 5, { fill: ink.accent });
  canvas.text(heading, margin, height - 66, { size: 20, weight: 'semibold', spacing: -0.3 });
  const style = { size: 8.5, color: ink.caption } as const;
  const lines = leads.flatMap((lead) => wrap(lead, width - 2 * margin, style, 2));
  for (const [i, line] of lines.entries()) canvas.text(line, margin, height - 84 - i * 12, style);
}

type OpenPage = { canvas: Canvas; choices: DrawnChoicePage['choices'][number][]; y: number };

function drawGroup(page: OpenPage, group: Group, text: (typeof words)['it' | 'en']): void {
  const { canvas } = page;
  const [width] = paperSize;
  canvas.text(group.name, margin, page.y - 12, { size: 10.5, weight: 'semibold' });
  for (const line of group.lines) {
    page.y -= 12;
    canvas.text(line, margin, page.y - 15, textStyle);
  }
  page.y -= 26;
  for (const choice of group.choices) {
    canvas.line(margin, page.y, width - margin, page.y, ink.faint);
    const baseline = page.y - rowHeight / 2 - 3;
    const label = shorten(choice.label, maxTextWidth, { size: 9.5 });
    canvas.text(label, margin, baseline, { size: 9.5 });
    const yes = drawBox(canvas, yesLeft, baseline - 2, text.yes);
    const no = drawBox(canvas, noLeft, baseline - 2, text.no);
    page.choices.push({ id: choice.id, tooltip: `${group.name}: ${choice.label}`, place: { yes, no } });
    page.y -= rowHeight;
  }
  canvas.line(margin, page.y, width - margin, page.y, ink.faint);
  page.y -= 18;
}

function drawBox(canvas: Canvas, left: number, y: number, caption: string): [number, number, number, number] {
  canvas.box(left, y, boxSize, boxSize, { radius: 2, stroke: ink.field, lineWidth: 0.75 });
  canvas.text(caption, left + boxSize + 6, y + 2.5, { size: 9 });
  return [left, y, left + boxSize, y + boxSize].map((value) => Math.round(value * 100) / 100) as [
    number,
    number,
    number,
    number,
  ];
}
