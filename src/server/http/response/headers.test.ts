/** The content policy of pages: what they may frame. */
import { describe, expect, it } from 'vitest';
import { pagePolicy } from './headers.ts';

describe('the content security policy of a page', () => {
  it('allows no frames without a video provider', () => {
    const policy = pagePolicy('abc', null);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('frame-src');
  });

  it('allows frames only of the configured video provider', () => {
    const directives = pagePolicy('abc', 'https://player.example.com').split('; ');
    expect(directives).toContain('frame-src https://player.example.com');
    expect(directives).toContain("frame-ancestors 'none'");
    expect(directives.filter((one) => one.includes('player.example.com'))).toHaveLength(1);
  });

  it('that processes visitors’ files allows no outgoing requests', () => {
    const [sending, silent] = [pagePolicy('abc', null), pagePolicy('abc', null, false)].map((one) => one.split('; '));
    expect(silent).toContain("connect-src 'none'");
    expect(silent).toContain("form-action 'none'");
    const only = silent?.filter((directive) => !sending?.includes(directive));
    expect(only).toEqual(["connect-src 'none'", "form-action 'none'"]);
  });
});
