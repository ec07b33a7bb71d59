/** Toasts remain readable as notices; progress toasts are replaced in place. */
import { describe, expect, it, vi } from 'vitest';
import { makeNotices } from './toast-store.ts';

const titles = (list: readonly { title: string }[]) => list.map(({ title }) => title);

describe('the notices of a visit', () => {
  it('replace a progress notice in place', () => {
    const notices = makeNotices(() => 7);
    const id = notices.show('working', 'Creazione in corso…', null);
    notices.show('good', 'Link copiato', null);
    notices.show('good', 'Documento creato', 'preventivo.pdf', { instead: id });
    expect(titles(notices.read().shown)).toEqual(['Documento creato', 'Link copiato']);
  });

  it('keep finished ones, newest first, and no progress notices', () => {
    const notices = makeNotices(() => 7);
    notices.show('good', 'uno', null);
    notices.show('working', 'due', null);
    notices.show('bad', 'tre', 'perché');
    expect(titles(notices.read().past)).toEqual(['tre', 'uno']);
    expect(notices.read().past[0]).toMatchObject({ tone: 'bad', detail: 'perché', at: 7 });
  });

  it('stay in the history after their toast has closed', () => {
    const notices = makeNotices(() => 7);
    notices.dismiss(notices.show('good', 'uno', null));
    expect(notices.read().shown).toEqual([]);
    expect(titles(notices.read().past)).toEqual(['uno']);
  });

  it('count as unread until they are viewed', () => {
    const notices = makeNotices(() => 7);
    notices.show('good', 'uno', null);
    notices.show('bad', 'due', null);
    expect(notices.read().unread).toBe(2);
    notices.markRead();
    expect(notices.read().unread).toBe(0);
    expect(notices.read().past).toHaveLength(2);
  });

  it('show at most four toasts, and never drop one in progress', () => {
    const notices = makeNotices(() => 7);
    notices.show('working', 'in corso', null);
    for (const title of ['uno', 'due', 'tre', 'quattro']) notices.show('good', title, null);
    expect(titles(notices.read().shown)).toEqual(['in corso', 'due', 'tre', 'quattro']);
    expect(notices.read().past).toHaveLength(4);
  });

  it('keep at most fifty in the history', () => {
    const notices = makeNotices(() => 7);
    for (let turn = 0; turn < 60; turn += 1) notices.show('good', `${turn}`, null);
    expect(notices.read().past).toHaveLength(50);
    expect(notices.read().past[0]?.title).toBe('59');
  });

  it('keep their links, in toasts and in the history', () => {
    const notices = makeNotices(() => 7);
    notices.show('good', 'Anna ha firmato', 'Preventivo', { path: '/app/documents/4' });
    notices.show('good', 'Link copiato', null);
    const { shown, past } = notices.read();
    expect(shown.map(({ path }) => path)).toEqual(['/app/documents/4', null]);
    expect(past.map(({ path }) => path)).toEqual([null, '/app/documents/4']);
  });

  it('can be cleared', () => {
    const notices = makeNotices(() => 7);
    notices.show('good', 'uno', null);
    notices.forgetPast();
    expect(notices.read()).toMatchObject({ past: [], unread: 0 });
  });

  it('notify subscribers until they unsubscribe', () => {
    const notices = makeNotices(() => 7);
    const heard = vi.fn();
    const stop = notices.onChange(heard);
    notices.show('good', 'uno', null);
    stop();
    notices.show('good', 'due', null);
    expect(heard).toHaveBeenCalledTimes(1);
  });
});
