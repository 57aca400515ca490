/**
 * Asks at once and then again and again, each time so long after the answer to the time before.
 * @param ask answers after how many ms it is asked again, and never throws. What it is given tells whether it was stopped
 *   while an answer was on its way, which then comes to nothing.
 * @returns how to stop
 */
export function keepAsking(ask: (isOver: () => boolean) => Promise<number>): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let isStopped = false;
  const next = async () => {
    const afterMs = await ask(() => isStopped);
    if (!isStopped) timer = setTimeout(() => void next(), afterMs);
  };
  void next();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
