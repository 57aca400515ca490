import { expect, it } from 'vitest';
import { ApiError } from '#web/app/api-error.ts';
import { problemOf } from './sentences.ts';

it('each failure of a call of photos has the sentence of its status, and the server’s own else', () => {
  const of = (status: number, text = 'The file is empty.') =>
    problemOf(new ApiError(status, 'x', text), 'Upload');
  expect(of(401)).toBe('Your session has expired. Please log in again.');
  expect(of(403)).toBe('Access denied. You do not have permission for this action.');
  expect(of(404)).toBe('Resource not found');
  expect(of(429)).toBe('Too many requests. Please try again later.');
  expect(of(400)).toBe('The file is empty.');
  expect(of(500, '')).toBe('Upload failed');
});
