import { describe, expect, it } from 'vitest';
import { sniff, sniffBytes } from './kinds.ts';

const head = (text: string) => Buffer.from(text).subarray(0, sniffBytes);

describe('what a file is', () => {
  it('is an SVG behind a declaration, comments and a document type', async () => {
    const text = `\uFEFF<?xml version="1.0"?><!-- a -->\n<!DOCTYPE svg><!-- b --><svg xmlns="http://www.w3.org/2000/svg">`;
    expect(await sniff(head(text))).toEqual({ mimeType: 'image/svg+xml', kind: 'image' });
  });

  it('is not known when a comment hides the first element, which the sentence says', async () => {
    const text = `<!--${'x'.repeat(sniffBytes)}--><svg xmlns="http://www.w3.org/2000/svg"/>`;
    await expect(sniff(head(text))).rejects.toThrow(
      'No drawing begins in the first 4100 bytes of this file. If it is an SVG, shorten the comment before it.',
    );
  });

  it('is refused for a page and for nothing but comments, in no time', async () => {
    await expect(sniff(head('<html><svg></svg></html>'))).rejects.toThrow(/is not an image/);
    // 841 bytes that a regular expression took 29 s for.
    await expect(sniff(head(`${'<!---->'.repeat(120)}x`))).rejects.toThrow(/is not an image/);
  });
});
