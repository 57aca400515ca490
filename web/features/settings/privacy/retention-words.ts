import {
  type RetentionPreview,
  type RetentionResult,
  type RetentionRun,
  spareReasons,
} from '#shared/model/retention.ts';

/** Colours of where a run stands. */
export const runColors: Readonly<Record<RetentionRun['status'], string>> = {
  running: 'blue',
  completed: 'green',
  stopped: 'gray',
  failed: 'red',
};

const plain = (count: number): string => count.toLocaleString('en-US');

/** A moment by the workspace's clock: 'Dec 1, 3:10 AM'. */
export const nightOf = (at: string, timeZone: string): string =>
  new Date(at).toLocaleString(undefined, {
    timeZone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

/** 'more than 10,000', '312', 'nothing' */
export const countWords = ({ count, isMore }: Pick<RetentionPreview, 'count' | 'isMore'>): string =>
  isMore ? `more than ${plain(count)}` : count === 0 ? 'nothing' : plain(count);

/** '3 on legal hold, 1 in a journey' */
export const spareWords = (spared: RetentionResult['spared']): string =>
  spared.map(({ reason, count }) => `${plain(count)} ${spareReasons[reason]}`).join(', ');

export const sumOf = (counts: readonly { count: number }[]): number =>
  counts.reduce((all, { count }) => all + count, 0);

const totalOf = (results: readonly RetentionResult[], of: 'erased' | 'failed'): number =>
  results.reduce((all, result) => all + result[of], 0);

/** What a run came to: '3 erased, 1 passed over' */
export function totalWords({ results }: RetentionRun): string {
  const failed = totalOf(results, 'failed');
  return [
    `${plain(totalOf(results, 'erased'))} erased`,
    `${plain(sumOf(results.flatMap(({ spared }) => spared)))} passed over`,
    ...(failed > 0 ? [`${plain(failed)} failed`] : []),
  ].join(', ');
}
