/** Determines which check boxes and radio buttons are selected (ISO 32000-2, 12.7.5.2). */
import { PdfDict, PdfName, type PdfObject, PdfStream } from '@libpdf/core';
import { follow } from '../reading/follow-references.ts';
import type { FormField } from './form-field.ts';

const OFF = 'Off';

export interface ButtonState {
  readonly chosen: boolean;
  /** The file's appearance for this state; null if it has none. */
  readonly appearance: PdfStream | null;
  /** Whether the file has appearances for other states of this widget: a missing one then shows nothing. */
  readonly drawn: boolean;
}

/**
 * @param needAppearances whether the file requires readers to redraw its fields.
 * @returns null when state and value contradict each other, or when the value names no state of a widget: readers
 * then show different choices.
 */
export function buttonState(field: FormField, needAppearances: boolean): ButtonState | null {
  const normal = normalOf(field.widget, field);
  // A single appearance for all states does not depend on the value: every reader shows it.
  if (normal instanceof PdfStream && !needAppearances) return { chosen: false, appearance: normal, drawn: true };
  const drawings = drawingsOf(field.widget, field);
  const state = nameAt(field.widget, field, 'AS');
  const byState = state === null ? null : state !== OFF;
  const byValue = chosenByValue(field);
  const drawn = drawings.size > 0;
  if (byState === null && byValue === 'unknown') return null;
  if (byState !== null && byValue !== null && byState !== byValue) {
    // Unless a redraw is requested, every reader shows the state's appearance.
    if (needAppearances || !drawn) return null;
  }
  const chosen = byState ?? byValue === true;
  const name = chosen ? (state ?? namedStates(field.widget, field).find((own) => isNamedBy(field, own))) : OFF;
  return { chosen, appearance: (name === undefined ? null : drawings.get(name)) ?? null, drawn };
}

/** Null without a value. */
function chosenByValue(field: FormField): boolean | 'unknown' | null {
  const [value] = field.chosen;
  if (value === undefined) return null;
  if (value === OFF || value === '') return false;
  const states = namedStates(field.widget, field);
  if (states.some((state) => isNamedBy(field, state))) return true;
  const { siblings } = field;
  // A check box with a single widget is on for any value except Off: producers write Yes for a state with another name.
  if (siblings.length === 1) return true;
  const isKnown = siblings.some((widget) => namedStates(widget, field).some((state) => isNamedBy(field, state)));
  return isKnown ? false : 'unknown';
}

/** Whether the field's value is this state, or its export value in `/Opt`. */
function isNamedBy(field: FormField, state: string): boolean {
  const [value] = field.chosen;
  const option = /^\d+$/.test(state) ? field.options[Number(state)] : undefined;
  return value === state || (option !== undefined && value === option.exported);
}

/** The named states of a widget other than Off. */
function namedStates(widget: PdfDict, field: FormField): string[] {
  const drawnStates = [...drawingsOf(widget, field).keys()].filter((name) => name !== OFF);
  const state = nameAt(widget, field, 'AS');
  return drawnStates.length > 0 || state === null || state === OFF ? drawnStates : [state];
}

function normalOf(widget: PdfDict, field: FormField): PdfObject | undefined {
  const appearances = follow(widget.get('AP'), field.resolve);
  return appearances instanceof PdfDict ? follow(appearances.get('N'), field.resolve) : undefined;
}

function drawingsOf(widget: PdfDict, field: FormField): Map<string, PdfStream> {
  const normal = normalOf(widget, field);
  const drawings = new Map<string, PdfStream>();
  if (!(normal instanceof PdfDict) || normal instanceof PdfStream) return drawings;
  for (const [name, value] of normal) {
    const drawing = follow(value, field.resolve);
    if (drawing instanceof PdfStream) drawings.set(name.value, drawing);
  }
  return drawings;
}

function nameAt(widget: PdfDict, field: FormField, key: string): string | null {
  const value = follow(widget.get(key), field.resolve);
  return value instanceof PdfName ? value.value : null;
}
