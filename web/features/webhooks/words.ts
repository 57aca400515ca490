import type { DeliveryStatus, RowOutcome, WebhookType } from '#shared/model/webhook.ts';

/** How each type of webhook is told of. */
export const typeWords: Readonly<Record<WebhookType, { label: string; about: string; color: string }>> = {
  go: { label: 'Go', about: 'Create leads and run them through journeys', color: 'green' },
  pause: { label: 'Pause', about: 'Pause leads and their journeys', color: 'amber' },
  stop: { label: 'Stop', about: 'Take leads out of all journeys', color: 'red' },
  call: { label: 'Call', about: 'Call leads as they come in', color: 'blue' },
};

export const statusWords: Readonly<Record<DeliveryStatus, { label: string; color: string }>> = {
  received: { label: 'Being worked', color: 'blue' },
  succeeded: { label: 'Succeeded', color: 'green' },
  partial: { label: 'Partly', color: 'amber' },
  failed: { label: 'Failed', color: 'red' },
  rejected: { label: 'Rejected', color: 'red' },
};

export const outcomeWords: Readonly<Record<RowOutcome, { label: string; color: string }>> = {
  created: { label: 'Created', color: 'green' },
  updated: { label: 'Updated', color: 'blue' },
  skipped: { label: 'Left as it was', color: 'gray' },
  paused: { label: 'Paused', color: 'amber' },
  stopped: { label: 'Stopped', color: 'red' },
  called: { label: 'Called', color: 'blue' },
  failed: { label: 'Failed', color: 'red' },
};

/** A request that a person can paste into a terminal. */
export const curlOf = (url: string, payload: object, token?: string): string =>
  [
    `curl -X POST '${url}'`,
    "  -H 'Content-Type: application/json'",
    ...(token ? [`  -H 'Authorization: Bearer ${token}'`] : []),
    `  -d '${JSON.stringify(payload).replaceAll("'", "'\\''")}'`,
  ].join(' \\\n');

/** `1.2 kB` */
export const sizeWords = (bytes: number): string =>
  bytes < 1_000
    ? `${bytes} B`
    : bytes < 1_000_000
      ? `${(bytes / 1_000).toFixed(1)} kB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`;
