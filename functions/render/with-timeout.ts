import { AppError } from '#functions/kernel/errors.ts';

/** The work's answer, or an error with a sentence when it takes too long. @param what begins the sentence */
export async function withTimeout<T>(work: Promise<T>, ms: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const sentence = `${what} took longer than ${Math.round(ms / 1000)} seconds to draw and was stopped. Try fewer moving elements or a smaller size.`;
    timer = setTimeout(() => reject(new AppError(504, 'too_slow', sentence)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
