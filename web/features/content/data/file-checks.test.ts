import { describe, expect, it } from 'vitest';
import { droppedFile, fileProblem, libraryProblem, pixelProblem, problemOfKind } from './file-checks.ts';

const megabyte = 1024 * 1024;
const file = (name: string, type: string, size = 1_000) => ({ name, type, size });

describe('a file', () => {
  it.each([
    ['an empty one', file('a.png', 'image/png', 0), '"a.png" is empty.'],
    ['a video of 100 MB', file('a.mp4', 'video/mp4', 100 * megabyte), undefined],
    [
      'a video of 100 MB and a byte',
      file('a.mp4', 'video/mp4', 100 * megabyte + 1),
      'Video file is too large. Maximum size is 100MB.',
    ],
    ['a picture of 50 MB', file('a.png', 'image/png', 50 * megabyte), undefined],
    [
      'a picture of 50 MB and a byte',
      file('a.png', 'image/png', 50 * megabyte + 1),
      '"a.png" is too large. Maximum size is 50MB.',
    ],
  ])('%s', (_, given, problem) => {
    expect(libraryProblem(given)).toBe(problem);
  });

  it('of an element may have 100 MB, whatever its kind', () => {
    const sound = (bytes: number) => fileProblem(file('a.wav', 'audio/wav', bytes));
    expect(sound(100 * megabyte)).toBeUndefined();
    expect(sound(100 * megabyte + 1)).toBe('"a.wav" is too large. Maximum size is 100MB.');
    expect(droppedFile(file('a.wav', 'audio/wav', 99 * megabyte))).toEqual({ kind: 'audio' });
  });

  it('of another kind than the field is told so', () => {
    const text = file('notes.txt', 'text/plain');
    expect(problemOfKind(text, 'image')).toBe('Please select an image file');
    expect(problemOfKind(text, 'video')).toBe('Please select a video file');
    expect(problemOfKind(file('a.mp4', 'video/mp4'), 'image')).toBe('Please select an image file');
    expect(problemOfKind(file('a.mp4', 'video/mp4'), 'video')).toBeUndefined();
  });

  it('with more px than can be drawn is told how many there may be', () => {
    const poster = file('poster.png', 'image/png');
    expect(pixelProblem(poster, { width: 8_000, height: 8_000 })).toBeUndefined();
    expect(pixelProblem(poster, { width: 12_000, height: 12_000 })).toBe(
      '"poster.png" is 12000 × 12000 px. An image may have 10000 px on a side and 64 megapixels at most.',
    );
    expect(pixelProblem(poster, { width: 10_001, height: 10 })).toMatch(/10001 × 10 px/);
    expect(pixelProblem(file('a.svg', 'image/svg+xml'), { width: 20_000, height: 20_000 })).toBeUndefined();
    expect(pixelProblem(poster, undefined)).toBeUndefined();
  });
});

describe('a dropped file', () => {
  it.each([
    ['photo.jpg', 'image/jpeg', { kind: 'image' }],
    ['tour.webm', 'video/webm', { kind: 'video' }],
    ['jingle.mp3', 'audio/mpeg', { kind: 'audio' }],
    ['offer.pdf', 'application/pdf', { problem: 'Asset type "document" is not supported yet' }],
    ['photo.heic', '', { problem: 'Please select an image file' }],
    ['tour.mp4', '', { problem: 'Please drop a valid video file (MP4, WebM, OGV)' }],
    ['setup.exe', 'application/x-msdownload', { problem: 'Please drop a valid video file (MP4, WebM, OGV)' }],
  ])('%s', (name, type, answer) => {
    expect(droppedFile(file(name, type))).toEqual(answer);
  });

  it('that is too large says so', () => {
    expect(droppedFile(file('a.mp4', 'video/mp4', 101 * megabyte)).problem).toBe(
      'Video file is too large. Maximum size is 100MB.',
    );
  });
});
