import { onTestFinished, vi } from 'vitest';

/** What the product counts of itself (`functions/kernel/metrics.ts`) from now to the end of the test, as it is written. */
export function counted(name: string): () => Record<string, unknown>[] {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  return () =>
    write.mock.calls
      .map(([line]) => String(line))
      .filter((line) => line.startsWith('{"_aws"') && line.includes(`"${name}"`))
      .map((line) => JSON.parse(line));
}
