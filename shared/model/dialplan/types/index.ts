import { callbackType } from './callback.ts';
import { collectType } from './collect.ts';
import { hoursType } from './hours.ts';
import { jumpType } from './jump.ts';
import { languageType } from './language.ts';
import { lookupType } from './lookup.ts';
import { recordType } from './record.ts';
import { smsType } from './sms.ts';
import { webhookType } from './webhook.ts';

/** Every type of node beyond the document's nine (docs/adding-a-plan-node.md), in the order of the palette. */
export const moreTypes = {
  collect: collectType,
  record: recordType,
  language: languageType,
  hours: hoursType,
  lookup: lookupType,
  webhook: webhookType,
  callback: callbackType,
  sms: smsType,
  jump: jumpType,
} as const;
export type MoreType = keyof typeof moreTypes;

export const isMore = (type: string): type is MoreType => Object.hasOwn(moreTypes, type);
