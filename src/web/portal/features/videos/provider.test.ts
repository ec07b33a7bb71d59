/** The player's address: an editor's input stays a single part of it. */
import { describe, expect, test } from 'vitest';
import { playable } from './provider.ts';

const TEMPLATE = 'https://player.example.com/v/{id}?dnt=1';

describe('the player’s URL', () => {
  test('is that of the configured provider, with the video’s identifier', () => {
    expect(playable(TEMPLATE, ' abc123 ')).toEqual({
      url: 'https://player.example.com/v/abc123?dnt=1',
      host: 'player.example.com',
    });
  });
  test.each(['../../evil', 'a?b=c#d', '//evil.example', 'javascript:alert(1)'])('%s does not lead elsewhere', (id) => {
    const found = playable(TEMPLATE, id);
    expect(found?.host).toBe('player.example.com');
    expect(new URL(found?.url ?? '').pathname).toBe(`/v/${encodeURIComponent(id)}`);
  });
  test.each([
    [null, 'abc'],
    [TEMPLATE, '  '],
  ])('is absent without a provider or an identifier', (template, id) => {
    expect(playable(template, id)).toBeNull();
  });
});
