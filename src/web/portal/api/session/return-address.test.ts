/** The return address of an expired session is used once, by the same user only, and stays inside the product. */
import { describe, expect, it } from 'vitest';
import { clearReturnAddress, hasReturnAddress, storeReturnAddress, takeReturnAddress } from './return-address.ts';

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
    storeReturnAddress('dealer', '/app/folders?page=2', store);
    expect(hasReturnAddress(store)).toBe(true);
    expect(takeReturnAddress('dealer', store)).toBe('/app/folders?page=2');
    expect(takeReturnAddress('dealer', store)).toBeNull();
    expect(store.kept.size).toBe(0);
  });

  it('is not used for another user, and is deleted when another one signs in', () => {
    const store = storage();
    storeReturnAddress('dealer', '/app/dossiers/7', store);
    expect(takeReturnAddress('admin', store)).toBeNull();
    expect(takeReturnAddress('dealer', store)).toBeNull();
  });

  it.each(['https://evil.example/', '//evil.example', '/logout', '/error/error-v1', 'javascript:alert(1)', '/'])(
    'never leads to %s',
    (path) => {
      const store = storage();
      storeReturnAddress('dealer', path, store);
      expect(takeReturnAddress('dealer', store)).toBeNull();
    },
  );

  it.each(['', '{', '[]', '{"login":"dealer"}', '{"login":"dealer","path":7}'])('ignores %s', (content) => {
    const store = storage();
    store.kept.set('fascicolo.return.v1', content);
    expect(takeReturnAddress('dealer', store)).toBeNull();
    expect(hasReturnAddress(store)).toBe(false);
  });

  it('can be deleted', () => {
    const store = storage();
    storeReturnAddress('dealer', '/dashboard', store);
    clearReturnAddress(store);
    expect(hasReturnAddress(store)).toBe(false);
  });

  it('is omitted when the storage is full', () => {
    const full = {
      ...storage(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    expect(() => storeReturnAddress('dealer', '/dashboard', full)).not.toThrow();
  });
});
