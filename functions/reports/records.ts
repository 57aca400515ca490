import type { EnrolmentRecord } from '#functions/journeys/api.ts';
import type { LeadRecord } from '#functions/leads/api.ts';
import type { ListedDelivery } from '#functions/webhooks/api.ts';
import type { Call } from '#shared/model/call.ts';
import type { Message } from '#shared/model/message.ts';

/** What came about with a text at an instant. */
export type TextEvent = 'sent' | 'delivered' | 'failed' | 'received';

/** The record behind a fact, as its noun keeps it. */
export type FactRecord =
  | { kind: 'calls'; call: Call }
  | { kind: 'leads'; lead: LeadRecord }
  | { kind: 'deals'; lead: LeadRecord; amount: number }
  | { kind: 'sms'; text: Message; happened: TextEvent }
  | { kind: 'journeys'; entry: EnrolmentRecord }
  | { kind: 'webhooks'; delivery: ListedDelivery };
