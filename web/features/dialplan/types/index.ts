import type { NodeOf } from '#shared/model/dialplan/nodes.ts';
import type { MoreType } from '#shared/model/dialplan/types/index.ts';
import type { Named } from '../resources.ts';
import type { Told } from '../words.ts';
import { callback } from './callback.tsx';
import { collect } from './collect.tsx';
import { hours } from './hours.tsx';
import { jump } from './jump.tsx';
import { language } from './language.tsx';
import { lookup } from './lookup.tsx';
import { record } from './record.tsx';
import type { NodeScreen } from './screen.tsx';
import { sms } from './sms.tsx';
import { webhook } from './webhook.tsx';

/** What the builder shows of each type of node beyond the document's nine. */
export const moreNodes: { [K in MoreType]: NodeScreen<K> } = {
  collect,
  record,
  language,
  hours,
  lookup,
  webhook,
  callback,
  sms,
  jump,
};

export const moreForms = {
  collect: collect.Form,
  record: record.Form,
  language: language.Form,
  hours: hours.Form,
  lookup: lookup.Form,
  webhook: webhook.Form,
  callback: callback.Form,
  sms: sms.Form,
  jump: jump.Form,
};

export const moreWords = ({ type, data }: Pick<NodeOf<MoreType>, 'type' | 'data'>, named: Named): Told =>
  (moreNodes[type].words as (data: unknown, named: Named) => Told)(data, named);
