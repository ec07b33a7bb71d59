/** Draws what every page has: letterhead, marks, title on later pages, footer with number, terms version and page x of y. */
import type { Brand } from '#domain/dealers/brands.ts';
import type { Letterhead, Paper, PaperLanguage } from '#domain/papers/paper.ts';
import { ink } from '../page/canvas.ts';
import { page, printableText, type Sheet, styles, width } from './sheet.ts';

/** Brand accents of the design; a brand is a hue and a word, never a logo. */
const accents: Record<Brand, string> = { bmw: '#1a5fc2', bmwi: '#0a7475', mini: '#8a2f6b', moto: '#3d4a5c' };
const brandNames: Record<Brand, string> = { bmw: 'BMW', bmwi: 'BMW i', mini: 'MINI', moto: 'BMW Motorrad' };

const words: Record<
  PaperLanguage,
  { number: string; terms: string; page: (n: number, of: number) => string; seat: string; vat: string; phone: string }
> = {
  it: {
    number: 'N.',
    terms: 'Condizioni',
    page: (n, of) => `pagina ${n} di ${of}`,
    seat: 'Sede legale:',
    vat: 'P.IVA',
    phone: 'Tel.',
  },
  en: {
    number: 'No.',
    terms: 'Conditions',
    page: (n, of) => `page ${n} of ${of}`,
    seat: 'Registered office:',
    vat: 'VAT no.',
    phone: 'Tel.',
  },
  de: {
    number: 'Nr.',
    terms: 'Bedingungen',
    page: (n, of) => `Seite ${n} von ${of}`,
    seat: 'Sitz:',
    vat: 'USt-IdNr.',
    phone: 'Tel.',
  },
};

const right = page.width - page.margin;

/** Draws the top of a new page; only the first one has the full letterhead. */
export function drawTop(sheet: Sheet, paper: Paper): void {
  const first = sheet.pages === 1;
  sheet.artifact(() => sheet.drawing.rect(0, 0, page.width, 5).fill(accents[paper.letterhead.brand]), 'Pagination');
  if (first) {
    sheet.y = drawLetterhead(sheet, paper.letterhead, paper.language);
    return;
  }
  sheet.artifact(() => {
    const title = sheet.wrap(paper.title, width * 0.6, styles.small)[0] ?? '';
    sheet.line(title, 0, 28, styles.small, { right });
    const name =
      sheet.wrap(paper.letterhead.dealerName, width * 0.35, { ...styles.small, weight: 'semibold' })[0] ?? '';
    sheet.line(name, page.margin, 28, { ...styles.small, weight: 'semibold', color: ink.secondary });
    drawRule(sheet, 44);
  }, 'Pagination');
  sheet.y = 58;
}

function drawRule(sheet: Sheet, y: number): void {
  sheet.drawing.moveTo(page.margin, y).lineTo(right, y).lineWidth(0.5).stroke(ink.faint);
}

/** Left: the dealer's name; right: its address and numbers. */
function drawLetterhead(sheet: Sheet, head: Letterhead, language: PaperLanguage): number {
  const name = { size: 14, weight: 'semibold', leading: 18 } as const;
  const half = width / 2 - 12;
  const names = sheet.wrap(head.dealerName, half, name);
  const companies = sheet.wrap(head.company, half, styles.under);
  const text = words[language];
  const numbers = [
    head.vatNumber === '' ? '' : `${text.vat} ${head.vatNumber}`,
    head.rea === null ? '' : `REA ${head.rea}`,
  ].filter(Boolean);
  const contact = [
    head.phone === null ? '' : `${text.phone} ${head.phone}`,
    head.pec === null ? '' : `PEC ${head.pec}`,
  ];
  const seat = head.registeredOffice === undefined ? '' : `${text.seat} ${head.registeredOffice}`;
  const details = [head.address, seat, numbers.join(' · '), ...contact]
    .filter(Boolean)
    .flatMap((line) => sheet.wrap(line, half, styles.small));
  const top = 30;
  const element = sheet.element('P');
  sheet.tagged(element, 'P', () => {
    sheet.lines(names, page.margin, top, name);
    sheet.lines(companies, page.margin, top + names.length * name.leading + 1, styles.under);
    const y = top + names.length * name.leading + companies.length * styles.under.leading + 4;
    const brand = { ...styles.small, weight: 'semibold' as const, color: accents[head.brand] };
    sheet.line(brandNames[head.brand], page.margin, y, brand);
  });
  const address = sheet.element('P');
  sheet.tagged(address, 'P', () => {
    for (const [index, line] of details.entries()) {
      sheet.line(line, 0, top + 3 + index * styles.small.leading, styles.small, { right });
    }
  });
  const leftHeight = names.length * name.leading + companies.length * styles.under.leading + 14;
  const bottom = top + Math.max(leftHeight, details.length * styles.small.leading + 6) + 8;
  sheet.artifact(() => drawRule(sheet, bottom));
  return bottom + 18;
}

/** Title with number, place and date; marks that limit the paper's validity. */
export function drawTitle(sheet: Sheet, paper: Paper, day: string): void {
  const lines = sheet.wrap(paper.title, width, styles.title);
  const title = sheet.element('H1');
  sheet.tagged(title, 'H1', () => sheet.lines(lines, page.margin, sheet.y, styles.title));
  sheet.y += lines.length * styles.title.leading + 2;
  const number = paper.number === null ? '' : `${words[paper.language].number} ${paper.number}`;
  const under = sheet.wrap(
    [number, [paper.place, day].filter(Boolean).join(', ')].filter(Boolean).join(' · '),
    width,
    styles.under,
  );
  sheet.tagged(sheet.element('P'), 'P', () => sheet.lines(under, page.margin, sheet.y, styles.under));
  sheet.y += under.length * styles.under.leading + 16;
}

/** Footers and marks of all pages, once their number is known; the important marks are on every page. */
export function drawFooters(sheet: Sheet, paper: Paper): void {
  const text = words[paper.language];
  const style = styles.small;
  const { demoMark, placeholderMark, letterhead, number, termsVersion } = paper;
  for (let index = 0; index < sheet.pages; index += 1) {
    sheet.drawing.switchToPage(index);
    sheet.artifact(() => {
      const y = page.height - 46;
      drawRule(sheet, y);
      const count = text.page(index + 1, sheet.pages);
      const footerTexts = [
        number === null ? '' : `${text.number} ${number}`,
        `${text.terms}: ${termsVersion}`,
        letterhead.company,
      ];
      const room = width - sheet.widthOf(count, style) - 24;
      for (const [at, line] of sheet.wrap(footerTexts.filter(Boolean).join(' · '), room, style).slice(0, 2).entries()) {
        sheet.line(line, page.margin, y + 8 + at * style.leading, style);
      }
      sheet.line(count, 0, y + 8, style, { right });
      drawMarks(sheet, [demoMark, index === 0 ? placeholderMark : null]);
    }, 'Pagination');
  }
}

function drawMarks(sheet: Sheet, marks: readonly (string | null)[]): void {
  const style = { size: 7, weight: 'semibold', color: ink.warning } as const;
  let at: number = right;
  for (const mark of marks) {
    if (mark === null) continue;
    const text = printableText(mark);
    const wide = sheet.widthOf(text, style) + 12;
    at -= wide;
    sheet.drawing.roundedRect(at, 10, wide, 13, 3).fill(ink.warningSoft);
    sheet.line(text, at + 6, 12.4, style);
    at -= 6;
  }
}
