import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store, stored, storedText, storedTexts, storeText } from './browser-storage.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('what the browser remembers', () => {
  it('is read as it was stored', () => {
    expect(store('list', ['a', 2])).toBe(true);
    expect(stored('list')).toEqual(['a', 2]);
    expect(storedTexts('list')).toEqual(['a']);
    expect(storeText('flag', 'off')).toBe(true);
    expect(storedText('flag')).toBe('off');
  });

  it('is nothing where nothing is stored, or nothing that can be read', () => {
    kept.set('broken', '{');
    store('object', {});
    expect([stored('none'), stored('broken'), storedTexts('object'), storedText('none')]).toEqual([
      undefined,
      undefined,
      undefined,
      null,
    ]);
  });

  it('fails nobody where the browser forbids it', () => {
    const refuse = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
    expect([store('list', []), storeText('flag', 'on'), stored('list'), storedText('flag')]).toEqual([
      false,
      false,
      undefined,
      null,
    ]);
  });
});
