import { expect, it } from 'vitest';
import { type ChecksumAlgorithm, combineChecksums, runningHash } from './checksums.ts';

const of = (algorithm: ChecksumAlgorithm, ...chunks: string[]) => {
  const hash = runningHash(algorithm);
  for (const chunk of chunks) hash.update(Buffer.from(chunk));
  return hash.digest().toString('base64');
};

it.each(['CRC32', 'CRC32C', 'CRC64NVME'] as const)(
  'joins %s of parts into that of the whole',
  (algorithm) => {
    const parts = ['first part, ', '', 'second part, longer than the first', '!'];
    const sums = parts.map((part) => ({ value: of(algorithm, part), size: part.length }));
    const whole = combineChecksums(algorithm, 'FULL_OBJECT', sums);
    expect(whole?.value).toBe(of(algorithm, parts.join('')));
    expect(whole?.value).toBe(of(algorithm, ...parts));
  },
);

it('composes what cannot be joined', () => {
  const sums = ['a', 'b'].map((part) => ({ value: of('SHA256', part), size: 1 }));
  expect(combineChecksums('SHA256', 'FULL_OBJECT', sums)).toBeNull();
  expect(combineChecksums('SHA256', 'COMPOSITE', sums)?.value).toBe(
    '5aAf7hTg7VxIcU8iGA8lrYNltT+XefedxKPX6Tlj+Uo=-2',
  );
});
