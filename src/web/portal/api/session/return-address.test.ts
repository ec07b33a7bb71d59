/** The return address of an expired session is used once, by the same user only, and stays inside the product. */
import { describe, expect, it } from 'vitest';
import { forgetReturn, isReturnNoted, noteReturn, takeReturn } from './return-address.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe('the return address', () => {
  it('leads the same user back, once', () => {
    const store = storage();
    noteReturn('dealer', '/app/folders?page=2', store);
    expect(isReturnNoted(store)).toBe(true);
    expect(takeReturn('dealer', store)).toBe('/app/folders?page=2');
    expect(takeReturn('dealer', store)).toBeNull();
    expect(store.kept.size).toBe(0);
  });

  it('is not used for another user, and is deleted when another one signs in', () => {
    const store = storage();
    noteReturn('dealer', '/app/dossiers/7', store);
    expect(takeReturn('admin', store)).toBeNull();
    expect(takeReturn('dealer', store)).toBeNull();
  });

  it.each(['https://evil.example/', '//evil.example', '/logout', '/error/error-v1', 'javascript:alert(1)', '/'])(
    'never leads to %s',
    (path) => {
      const store = storage();
      noteReturn('dealer', path, store);
      expect(takeReturn('dealer', store)).toBeNull();
    },
  );

  it.each(['', '{', '[]', '{"login":"dealer"}', '{"login":"dealer","path":7}'])('ignores %s', (content) => {
    const store = storage();
    store.kept.set('fascicolo.return.v1', content);
    expect(takeReturn('dealer', store)).toBeNull();
    expect(isReturnNoted(store)).toBe(false);
  });

  it('can be deleted', () => {
    const store = storage();
    noteReturn('dealer', '/dashboard', store);
    forgetReturn(store);
    expect(isReturnNoted(store)).toBe(false);
  });

  it('is omitted when the storage is full', () => {
    const full = {
      ...storage(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    expect(() => noteReturn('dealer', '/dashboard', full)).not.toThrow();
  });
});
