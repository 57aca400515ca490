import type { StepType } from '#shared/model/journey/steps/index.ts';
import { call } from './call.ts';
import { branch, end, split, wait } from './flow.ts';
import { assign, status, tag } from './lead.ts';
import { email, sms } from './messages.ts';
import { celebrate, enter, webhook } from './others.ts';
import type { Runner } from './runner.ts';

/** How each kind of step is run. */
const runners: { [T in StepType]: Runner<T> } = {
  call,
  sms,
  email,
  wait,
  branch,
  split,
  end,
  tag,
  status,
  assign,
  webhook,
  celebrate,
  enter,
};

export const runnerOf = (type: StepType): Runner<StepType> => runners[type] as unknown as Runner<StepType>;
