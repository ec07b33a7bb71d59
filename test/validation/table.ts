/**
 * The specification's validation rules as data: each with accepted and refused examples, judged alike by the browser's
 * rules and by the server.
 */
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { RefusedField } from '../../src/domain/errors.ts';
import { fieldIssues } from '../../src/domain/validation.ts';
import { type Portal, refusedFields } from '../portal.ts';

/** What an example changes in a complete body; `undefined` omits the field. */
export type Change = Readonly<Record<string, unknown>>;

export interface ValidationRule {
  /** In the words of the specification. */
  rule: string;
  /** The field named in a refusal. */
  field: string;
  accepted: readonly Change[];
  /** With the code of the refusal of `field`, which must be the only refusal. */
  refused: readonly (readonly [change: Change, code: string])[];
}

export interface ValidationTable {
  /** The subject of the rules and their circumstances. */
  name: string;
  objectName: string;
  /** Prerequisites: another configuration, a customer. */
  prepare?(portal: Portal): Promise<void>;
  /** A complete body, new each time. */
  body(portal: Portal): Promise<Record<string, unknown>> | Record<string, unknown>;
  /** The errors that the browser's form finds in it. */
  browser(body: Record<string, unknown>): RefusedField[];
  send(portal: Portal, body: Record<string, unknown>): Promise<LightMyRequestResponse>;
  rules: readonly ValidationRule[];
}

export const issuesOf = (objectName: string, schema: z.ZodType, body: unknown): RefusedField[] => {
  const parsed = schema.safeParse(body, { reportInput: true });
  return parsed.success ? [] : fieldIssues(objectName, parsed.error);
};

const issueCodes = (issues: readonly RefusedField[]): string[] =>
  issues.map((issue) => `${issue.objectName}.${issue.field} ${issue.code}`).sort();

/** As the browser sends it: undefined values are omitted. */
async function changed(table: ValidationTable, portal: Portal, change: Change): Promise<Record<string, unknown>> {
  const body = { ...(await table.body(portal)), ...change };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

/** @param sent false: only the browser's rules are asked. */
export async function expectAccepted(
  table: ValidationTable,
  portal: Portal,
  change: Change,
  sent = true,
): Promise<void> {
  const body = await changed(table, portal, change);
  expect(issueCodes(table.browser(body)), 'in the browser').toEqual([]);
  if (!sent) return;
  const answer = await table.send(portal, body);
  expect([200, 201], answer.body).toContain(answer.statusCode);
}

/** @param sent false: only the browser's rules are asked. */
export async function expectRefused(
  table: ValidationTable,
  portal: Portal,
  refusal: { change: Change; field: string; code: string },
  sent = true,
): Promise<void> {
  const body = await changed(table, portal, refusal.change);
  const expected = [`${table.objectName}.${refusal.field} ${refusal.code}`];
  expect([...new Set(issueCodes(table.browser(body)))], 'in the browser').toEqual(expected);
  if (!sent) return;
  const answer = await table.send(portal, body);
  expect([400, 413, 422], answer.body).toContain(answer.statusCode);
  expect([...new Set(refusedFields(answer))], 'on the server').toEqual(expected);
  for (const error of answer.json<{ fieldErrors: { message: string }[] }>().fieldErrors) {
    expect(error.message).not.toBe('');
  }
}
