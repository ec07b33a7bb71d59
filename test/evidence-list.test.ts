/** The required audit events (D-50): each is recorded by the server, or named in the record with the reason why it cannot be. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventName } from '../src/domain/signing/trail/event-names.ts';

const root = join(import.meta.dirname, '..');

/** The list in its order and words, with the product's own names where they differ; no name means the event is not recorded. */
const WANTED: readonly (readonly [string, ...string[]])[] = [
  ['document.created', 'document.created'],
  ['document.updated', 'document.edited'],
  ['document.fileReplaced', 'document.generated'],
  ['content.gate.passed', 'content.gate.passed'],
  ['sign.started', 'sign.started'],
  ['link.sent', 'link.sent'],
  ['link.opened', 'link.opened'],
  ['identity.confirmed', 'identity.confirmed'],
  ['terms.accepted', 'terms.accepted'],
  ['document.shown', 'document.shown'],
  ['point.confirmed', 'point.confirmed'],
  ['consent.choice', 'consent.choice'],
  ['otp.requested', 'otp.requested'],
  ['otp.sent', 'otp.sent'],
  ['otp.delivered', 'otp.delivered', 'otp.undelivered'],
  ['otp.failed', 'otp.failed'],
  ['otp.verified', 'otp.verified'],
  ['otp.wrong', 'otp.wrong'],
  ['otp.expired', 'otp.expired'],
  ['otp.locked', 'otp.locked'],
  ['bio.captured', 'bio.captured'],
  ['signature.applied', 'signature.applied'],
  ['timestamp.applied', 'timestamp.applied'],
  ['sealed', 'sealed'],
  ['delivered'],
  ['downloaded', 'downloaded'],
  ['declined', 'declined'],
  ['cancelled', 'cancelled'],
  ['expired', 'expired'],
  ['archived', 'archived'],
  ['revoked', 'fea.revoked'],
];

function sourcesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(test|suite)\.ts$/.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'));
}
const server = sourcesOf('src/server').join('\n');
const record = readFileSync(join(root, 'docs/decisions/0033-keys-and-authorities.md'), 'utf8');

/** The form in which the server writes the type of an event. */
const isRecorded = (type: string): boolean =>
  server.includes(`type: '${type}'`) || new RegExp(`\\? '${type}'|: '${type}'`).test(server);

describe('the list of audit events', () => {
  it.each(WANTED.filter(([, ...names]) => names.length > 0))('contains %s, recorded and with a text', (_, ...names) => {
    for (const name of names) {
      expect(isRecorded(name), name).toBe(true);
      for (const language of ['it', 'en'] as const) expect(eventName(name, language)).not.toBe(name);
    }
  });

  it('lacks exactly the events that the record explains', () => {
    const lacking = WANTED.filter(([, ...names]) => names.length === 0).map(([wanted]) => wanted);
    expect(lacking.filter(isRecorded)).toEqual([]);
    const [, reasons = ''] = record.split('**Audit events**');
    expect([...reasons.matchAll(/^- `([\w.]+)`: .{20,}/gm)].map(([, name]) => name)).toEqual(lacking);
  });

  it('reports an event that is never recorded', () => {
    expect(isRecorded('document.forgotten')).toBe(false);
  });
});
