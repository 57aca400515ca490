import {
  IconArrowsSplit2,
  IconClockHour4,
  IconConfetti,
  IconFlag,
  IconGitFork,
  IconMail,
  IconMessage2,
  IconPhone,
  IconProgressCheck,
  IconRoute,
  IconTag,
  IconUserShare,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import { definitionOf, type StepType, stepTypes } from '#shared/model/journey/steps/index.ts';
import type { StepLook } from '#web/ui/flow/kind.ts';

export const stepIcons: Record<StepType, TablerIcon> = {
  call: IconPhone,
  sms: IconMessage2,
  email: IconMail,
  wait: IconClockHour4,
  branch: IconGitFork,
  split: IconArrowsSplit2,
  end: IconFlag,
  tag: IconTag,
  status: IconProgressCheck,
  assign: IconUserShare,
  webhook: IconWebhook,
  celebrate: IconConfetti,
  enter: IconRoute,
};

/** The groups of the palette, in the order in which people think of them. */
export const stepGroups = [
  { key: 'contact', label: 'Contact' },
  { key: 'flow', label: 'Flow' },
  { key: 'lead', label: 'Lead' },
  { key: 'others', label: 'Others' },
] as const;
export type StepGroup = (typeof stepGroups)[number]['key'];

/** The colour of the theme that a group's steps are drawn in. */
const groupColors: Record<StepGroup, string> = {
  contact: 'amber',
  flow: 'ink',
  lead: 'green',
  others: 'blue',
};

const groupOfStep = (type: StepType): StepGroup => definitionOf(type).group;
export const colorOfStep = (type: StepType): string => groupColors[groupOfStep(type)];
export const typesOfGroup = (group: StepGroup): StepType[] =>
  stepTypes.filter((type) => groupOfStep(type) === group);

export function lookOf(type: StepType): StepLook {
  const { label, about } = definitionOf(type);
  return { label, about, icon: stepIcons[type], color: colorOfStep(type) };
}
