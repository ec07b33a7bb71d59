/**
 * Decides for each widget which appearance becomes part of the page: the file's own if it is right, otherwise one drawn
 * here from the field's value.
 */
import { PdfBool, PdfDict, PdfStream } from '@libpdf/core';
import type { Resolve } from '#formats/verify/syntax.ts';
import { Refused } from '../gate-result.ts';
import { follow } from '../reading/follow-references.ts';
import { markOf, markOperators } from './button-marks.ts';
import { buttonState } from './button-state.ts';
import { drawCaption, drawList, drawText, listWindow, UndrawableValue } from './draw-text.ts';
import { FLAGS, FormField, numbersAt, type Option } from './form-field.ts';
import { type Drawing, emptyDrawing, type FormFonts } from './form-fonts.ts';
import { lettersOf, showsSelection, showsText } from './judge-appearance.ts';
import { type AppearanceContent, readAppearance } from './shown-text.ts';
import { frameOperators, insetOf } from './widget-frame.ts';
import { type Style, styleOf } from './widget-style.ts';

export class FormDrawings {
  readonly #form: PdfDict | null;
  readonly #resolve: Resolve;
  readonly #fonts: FormFonts;
  /** `/NeedAppearances`: the file requests readers to redraw its fields. */
  readonly #isRedrawn: boolean;

  /** @param form the file's AcroForm. */
  constructor(form: PdfDict | null, resolve: Resolve, fonts: FormFonts) {
    this.#form = form;
    this.#resolve = resolve;
    this.#fonts = fonts;
    const needAppearances = form ? follow(form.get('NeedAppearances'), resolve) : undefined;
    this.#isRedrawn = needAppearances instanceof PdfBool && needAppearances.value;
  }

  /**
   * The appearance of a widget; null if it shows nothing.
   * @throws Refused pdf.field if its value cannot be drawn, or readers show different ones.
   */
  appearanceOf(widget: PdfDict): PdfStream | null {
    const field = new FormField(widget, this.#form, this.#resolve);
    const existing = existingDrawing(widget, this.#resolve);
    try {
      if (field.type === 'Tx') return this.#text(field, existing);
      if (field.type === 'Ch') return this.#choice(field, existing);
      if (field.type === 'Btn') return this.#button(field, existing);
      return existing;
    } catch (error) {
      if (error instanceof UndrawableValue) throw new Refused('pdf.field', error.message, { field: field.name });
      throw error;
    }
  }

  #text(field: FormField, existing: PdfStream | null): PdfStream | null {
    const style = styleOf(field);
    const { text } = field;
    if (field.has(FLAGS.password)) {
      // Reveals neither the typed password nor what a file draws in its place.
      const asterisks = '*'.repeat([...text].length);
      return this.#drawn(style, () => drawCaption(asterisks, field.quadding, style));
    }
    if (existing && this.#isKept(existing, text, (shown) => showsText(shown, existing, text, this.#resolve))) {
      return existing;
    }
    return this.#drawn(style, () => drawText(field, text, style));
  }

  #choice(field: FormField, existing: PdfStream | null): PdfStream | null {
    const style = styleOf(field);
    const { chosen, options } = field;
    const optionOf = (value: string): Option | undefined =>
      options.find(({ exported }) => exported === value) ?? options.find(({ display }) => display === value);
    const selected = chosen.map((value) => optionOf(value) ?? { exported: value, display: value });
    if (field.has(FLAGS.combo)) {
      const text = selected[0]?.display ?? '';
      const isCurrent =
        existing && this.#isKept(existing, text, (shown) => showsText(shown, existing, text, this.#resolve));
      return isCurrent ? existing : this.#drawn(style, () => drawText(field, text, style));
    }
    return this.#list(field, existing, options, selected, style);
  }

  #list(
    field: FormField,
    existing: PdfStream | null,
    options: readonly Option[],
    selected: readonly Option[],
    style: Style,
  ): PdfStream | null {
    const all = [...options, ...selected.filter((option) => !options.includes(option))];
    const chosen = new Set(selected);
    const window = listWindow(all, chosen, Math.max(0, Math.floor(field.number('TI') ?? 0)), style);
    const displays = (list: readonly Option[]): string[] => list.map(({ display }) => display);
    const selection = { options: displays(all), visible: displays(window.visible), selected: displays(selected) };
    const text = selection.selected.join('');
    const isCurrent =
      existing && this.#isKept(existing, text, (shown) => showsSelection(shown, existing, selection, this.#resolve));
    return isCurrent ? existing : this.#drawn(style, () => drawList(window, chosen, style));
  }

  #button(field: FormField, existing: PdfStream | null): PdfStream | null {
    const style = styleOf(field);
    if (field.has(FLAGS.pushButton)) {
      return existing ?? this.#drawn(style, () => drawCaption(style.caption, 1, style));
    }
    const state = buttonState(field, this.#isRedrawn);
    if (!state) throw new UndrawableValue('its value and the state of its widgets disagree');
    if (state.appearance && !this.#isBrokenMark(state.appearance, state.chosen)) return state.appearance;
    if (!state.chosen && state.drawn) return null;
    const mark = markOf(style.caption, field.has(FLAGS.radio) ? 'radio' : 'tick');
    const round = field.has(FLAGS.radio) && mark === 'l';
    return this.#drawn(style, () => ({
      ...emptyDrawing(frameOperators(style, round)),
      mark: state.chosen ? tick(mark, style) : '',
    }));
  }

  /**
   * Unless a redraw is requested, all readers show the file's appearance, regardless of the value; they differ only if
   * its fonts are missing.
   */
  #isKept(existing: PdfStream, text: string, matchesValue: (shown: AppearanceContent) => boolean): boolean {
    const shown = readAppearance(existing, this.#resolve);
    if (this.#isRedrawn) return matchesValue(shown);
    return !shown.fontMissing || lettersOf(text) === '';
  }

  /** A selected state whose appearance shows nothing, or uses a missing font. */
  #isBrokenMark(appearance: PdfStream, chosen: boolean): boolean {
    if (!chosen) return false;
    const shown = readAppearance(appearance, this.#resolve);
    return shown.fontMissing || (this.#isRedrawn && shown.readable && !shown.paints);
  }

  #drawn(style: Style, draw: () => Drawing): PdfStream | null {
    return style.width > 0 && style.height > 0 ? this.#fonts.appearance(style, draw()) : null;
  }
}

function tick(mark: string, style: Style): string {
  const maxSize = Math.min(style.width, style.height) - insetOf(style) * 2;
  const size = Math.max(0, style.size > 0 ? Math.min(style.size, maxSize) : maxSize);
  return markOperators(mark, style.width, style.height, size, style.color);
}

/** The widget's own appearance; null if there is none that readers can place. */
export function existingDrawing(widget: PdfDict, resolve: Resolve): PdfStream | null {
  const appearances = follow(widget.get('AP'), resolve);
  const normal = appearances instanceof PdfDict ? follow(appearances.get('N'), resolve) : undefined;
  const state = widget.getName('AS', resolve);
  const drawing =
    normal instanceof PdfDict && !(normal instanceof PdfStream) && state ? follow(normal.get(state), resolve) : normal;
  if (!(drawing instanceof PdfStream)) return null;
  const box = numbersAt(drawing, 'BBox', 4, resolve);
  return box && box[0] !== box[2] && box[1] !== box[3] ? drawing : null;
}
