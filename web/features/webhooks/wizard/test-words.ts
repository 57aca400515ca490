import type { WebhookTestResult } from '#shared/model/webhook.ts';

const count = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString()} ${n === 1 ? one : many}`;

/** What a test says of stops, calls and screens, after how many leads went well. */
export function testDetails({ stopActions, callActions, announcement }: WebhookTestResult): string {
  const parts: string[] = [];
  if (stopActions)
    parts.push(
      `${count(stopActions.stoppedLeads, 'lead')} stopped, ${count(stopActions.journeysRemoved, 'journey')} removed, ${count(stopActions.executionsCancelled, 'execution')} cancelled.`,
    );
  if (callActions) {
    const dids = callActions.didsUsed.length > 0 ? ` from ${callActions.didsUsed.join(', ')}` : '';
    parts.push(`${count(callActions.callsInitiated.length, 'call')} initiated${dids}.`);
  }
  if (announcement) parts.push(`Announced on ${count(announcement.displays, 'display')}.`);
  return parts.join(' ');
}
