import * as z from 'zod';
import { promptVoices } from '../ivr.ts';
import { planAbilities, planAbilityNames } from './abilities.ts';
import { callVariables, conditionTypes, variableTests } from './condition.ts';
import { callLanguages } from './languages.ts';
import {
  dialStrategies,
  everyOptionPort,
  exchangeSounds,
  hangupReasons,
  musicChoices,
  nodeLabels,
  nodeLimits,
  nodeTypes,
  playbackTypes,
  portsOf,
} from './nodes.ts';
import { dialPlanLimits } from './plan.ts';
import { collectLimits } from './types/collect.ts';
import { recordSeconds } from './types/record.ts';
import { webhookSeconds } from './types/webhook.ts';

const choice = z.object({ value: z.string(), label: z.string() });
const range = z.object({ min: z.number(), max: z.number(), default: z.number() });

/** What dial plans can be made of. The builder takes it from here and from nowhere else. */
export const dialplanCapabilities = z.object({
  nodes: z.array(
    z.object({
      type: z.string(),
      label: z.string(),
      group: z.string().nullable().describe('of the palette; null of the start, which each plan has'),
      ports: z.array(z.string()).describe('its ways out; a menu has those of its keys besides'),
    }),
  ),
  keyPorts: z.array(z.string()).describe('the ways out that keys of a menu may have'),
  ranges: z.object({
    answerDelay: range,
    ringTimeout: range,
    ivrRetries: range,
    ivrTimeout: range,
    queueWait: range,
    webhookTimeout: range,
    collectDigits: range,
    collectTimeout: range,
    collectTries: range,
    recordSeconds: range,
  }),
  limits: z.object({
    nodes: z.number(),
    connections: z.number(),
    bytes: z.number(),
    plans: z.number(),
    destinations: z.number(),
    text: z.number(),
  }),
  dialStrategies: z.array(choice),
  playbackTypes: z.array(choice),
  musicOnHold: z.array(choice),
  sounds: z.array(choice).describe('files that the exchange brings'),
  hangupReasons: z.array(choice),
  conditionTypes: z.array(choice),
  callVariables: z.array(choice),
  variableTests: z.array(choice),
  voices: z.array(z.string()),
  languages: z.array(choice).describe('of calls'),
  exchange: z
    .record(z.enum(planAbilityNames), z.boolean())
    .describe('what exchanges can do for a plan; validate refuses nodes that need what is false'),
});

const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const { answerDelay, ringTimeout, ivrRetries, ivrTimeout, queueWait, destinations, text } = nodeLimits;
const { nodes, edges, bytes, plans } = dialPlanLimits;

export const capabilities: z.output<typeof dialplanCapabilities> = {
  nodes: nodeTypes.map((type) => ({ type, ...nodeLabels[type], ports: [...portsOf(type)] })),
  keyPorts: [...everyOptionPort],
  ranges: {
    answerDelay,
    ringTimeout,
    ivrRetries,
    ivrTimeout,
    queueWait,
    webhookTimeout: webhookSeconds,
    collectDigits: collectLimits.digits,
    collectTimeout: collectLimits.timeout,
    collectTries: collectLimits.tries,
    recordSeconds,
  },
  limits: { nodes, connections: edges, bytes, plans, destinations, text },
  dialStrategies: choicesOf(dialStrategies),
  playbackTypes: choicesOf(playbackTypes),
  musicOnHold: choicesOf(musicChoices),
  sounds: choicesOf(exchangeSounds),
  hangupReasons: Object.entries(hangupReasons).map(([value, { label }]) => ({ value, label })),
  conditionTypes: choicesOf(conditionTypes),
  callVariables: choicesOf(callVariables),
  variableTests: choicesOf(variableTests),
  voices: [...promptVoices],
  languages: Object.entries(callLanguages).map(([value, { label }]) => ({ value, label })),
  exchange: planAbilities,
};
