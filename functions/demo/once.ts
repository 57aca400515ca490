import { AppError } from '#functions/kernel/errors.ts';

/** Runs `work`, and takes a conflict for a sign that it has been done before. */
export async function once(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error) => {
    if (!(error instanceof AppError && error.status === 409)) throw error;
  });
}
