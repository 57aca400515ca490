import type { IvrMenu, IvrOption, PhoneKey } from '../ivr.ts';
import type { MessageTemplate } from '../message-template.ts';
import { type PlanAbilities, planAbilities } from './abilities.ts';
import { namedZone, zoneOf } from './condition.ts';
import { mailboxOf } from './mailbox.ts';
import { type Destination, hangupReasons, type NodeOf, optionPort, type PlanNode } from './nodes.ts';
import { type DialPlanSummary, type PlanConfig, waysOf } from './plan.ts';
import { recordingSound, soundOf } from './sound.ts';
import type { KeyAct, PlanStep, PlanSteps, StepSound, StepTarget } from './steps.ts';
import { type MoreType, moreTypes } from './types/index.ts';

/** What the nodes of a plan name, as the workspace has it now; by id. */
export interface PlanResources {
  menus: ReadonlyMap<
    string,
    Pick<
      IvrMenu,
      | 'promptType'
      | 'prompt'
      | 'recordingId'
      | 'voice'
      | 'options'
      | 'invalidPrompt'
      | 'invalidRecordingId'
      | 'name'
    >
  >;
  /** Those of the drawing and of its menus; `versionId` is null while there is nothing to hear. */
  recordings: ReadonlyMap<string, { name: string; versionId: string | null }>;
  queues: ReadonlyMap<string, { name: string }>;
  /** `voicemail`: whether callers may leave messages there. */
  extensions: ReadonlyMap<string, { number: string; name: string; voicemail: boolean }>;
  /** Templates of messages. */
  templates: ReadonlyMap<string, Pick<MessageTemplate, 'name' | 'channel'>>;
  /** Other systems that the workspace tells things to. */
  endpoints: ReadonlyMap<string, { name: string }>;
  /** Other plans that a call may go on in, and the own one; `goesOnIn`: those that it leads on to at once as it serves. */
  plans: ReadonlyMap<string, Pick<DialPlanSummary, 'name' | 'isActive' | 'goesOnIn'>>;
  /** The plan that is drawn; undefined while it was never saved. */
  planId?: string | undefined;
  /** In E.164. */
  dids: ReadonlyMap<string, string>;
}

/** A node that an exchange cannot run as it is: something is not chosen, or is gone. */
export class Unresolved extends Error {
  readonly nodeId: string;
  constructor(nodeId: string, message: string) {
    super(message);
    this.nodeId = nodeId;
  }
}

type Ways = ReadonlyMap<string, string> | undefined;
export interface Resolving {
  resources: PlanResources;
  abilities: PlanAbilities;
  ways: Ways;
  fail: (text: string) => never;
  need: (ability: keyof PlanAbilities) => void;
}

/** The keys of the menu that a node plays; none while it is not chosen, or gone. */
export const keysOfNode = (node: PlanNode, resources: Pick<PlanResources, 'menus'>): PhoneKey[] =>
  node.type === 'ivr'
    ? (resources.menus.get(node.data.ivrId ?? '')?.options.map(({ digit }) => digit) ?? [])
    : [];

const targetOf = (given: Destination, { resources, fail }: Resolving): StepTarget => {
  if (given.kind === 'number') return { number: given.number };
  const extension = resources.extensions.get(given.extensionId);
  return extension ? { extension: extension.number } : fail('An extension that it rings is gone.');
};

function actOf(option: IvrOption, { resources, fail, ways }: Resolving): KeyAct {
  const next = ways?.get(optionPort(option.digit));
  if (next !== undefined) return { next };
  switch (option.action) {
    case 'repeat':
    case 'hangup':
      return { act: option.action };
    case 'number':
      return { to: { number: option.target } };
    case 'queue':
      return resources.queues.has(option.target)
        ? { to: { queueId: option.target } }
        : fail(`The queue of the menu’s key ${option.digit} is gone.`);
    case 'extension': {
      const extension = resources.extensions.get(option.target);
      return extension
        ? { to: { extension: extension.number } }
        : fail(`The extension of the menu’s key ${option.digit} is gone.`);
    }
    default:
      return option satisfies never;
  }
}

/** What is heard after a key that does nothing: of the same kind as the menu itself. */
function invalidSound(
  menu: Pick<IvrMenu, 'promptType' | 'invalidPrompt' | 'invalidRecordingId'>,
  said: (speech: string) => StepSound,
  at: Resolving,
): StepSound | null {
  if (menu.promptType === 'recording')
    return menu.invalidRecordingId === null ? null : recordingSound(menu.invalidRecordingId, at);
  return menu.invalidPrompt ? said(menu.invalidPrompt) : null;
}

function stepOf(node: PlanNode, at: Resolving): PlanStep {
  const { resources, ways, fail, need } = at;
  const { id, type } = node;
  const way = (port: string) => ways?.get(port) ?? null;
  switch (type) {
    case 'start':
      return { id, type, ways: { next: way('next') } };
    case 'answer':
      return { id, type, ...node.data, ways: { next: way('next') } };
    case 'dial': {
      const { strategy, timeout, callerId, destinations } = node.data;
      if (destinations.length === 0) fail('Please say whom it rings.');
      const number =
        callerId === null ? null : (resources.dids.get(callerId) ?? fail('Its caller ID is gone.'));
      return {
        id,
        type,
        strategy,
        timeout,
        callerId: number,
        to: destinations.map((one) => targetOf(one, at)),
        ways: {
          answered: way('answered'),
          busy: way('busy'),
          noanswer: way('noanswer'),
          failed: way('failed'),
        },
      };
    }
    case 'playback':
      return {
        id,
        type,
        sound: soundOf(node.data, at),
        allowSkip: node.data.allowSkip,
        ways: { next: way('next') },
      };
    case 'ivr': {
      const { ivrId, prompt, maxRetries, timeout } = node.data;
      if (!ivrId) fail('Please choose a menu.');
      const menu = resources.menus.get(ivrId!) ?? fail('Its menu is gone.');
      const said = (speech: string): StepSound => {
        need('recordings');
        return { speech, voice: menu.voice };
      };
      const isRecorded = menu.promptType === 'recording' && prompt === '';
      return {
        id,
        type,
        prompt: isRecorded ? recordingSound(menu.recordingId, at) : said(prompt || menu.prompt),
        invalidPrompt: invalidSound(menu, said, at),
        maxRetries,
        timeout,
        keys: menu.options.map((option) => ({ digit: option.digit, does: actOf(option, at) })),
        ways: { timeout: way('timeout'), invalid: way('invalid') },
      };
    }
    case 'queue': {
      const { queueId, queueName: _, ...settings } = node.data;
      if (!queueId) fail('Please choose a queue.');
      if (!resources.queues.has(queueId!)) fail('Its queue is gone.');
      if (settings.musicOnHold === 'custom') need('ownMusic');
      const leads = { answered: way('answered'), timeout: way('timeout'), full: way('full') };
      return { id, type, queueId: queueId!, ...settings, ways: leads };
    }
    case 'condition': {
      const asked = node.data.condition ?? fail('Please say what it asks.');
      const zone = zoneOf(asked);
      if (zone && !namedZone.test(zone)) fail('The exchange does not know its time zone.');
      if (asked.type === 'leadStatus' || asked.type === 'leadTag') need('leads');
      if (asked.type === 'queueLength' && !resources.queues.has(asked.queueId))
        fail('The queue that it asks for is gone.');
      return { id, type, condition: asked, ways: { true: way('true'), false: way('false') } };
    }
    case 'voicemail': {
      need('voicemail');
      const { mailbox } = node.data;
      if (mailbox === null) return fail('Please choose a mailbox.');
      return { id, type, boxId: mailboxOf(mailbox, at), ways: {} };
    }
    case 'hangup':
      return { id, type, cause: hangupReasons[node.data.reason].cause, ways: {} };
    default:
      return moreStep(node, at, way);
  }
}

/** A node of one of the types that lie in a folder of their own. */
function moreStep(
  { id, type, data }: NodeOf<MoreType>,
  at: Resolving,
  way: (port: string) => string | null,
): PlanStep {
  const { resolve, ports } = moreTypes[type];
  const fields = (resolve as (data: unknown, at: Resolving) => object)(data, at);
  const ways = Object.fromEntries((ports as readonly string[]).map((port) => [port, way(port)]));
  return { id, type, ...fields, ways } as unknown as PlanStep;
}

/**
 * A node as an exchange runs it.
 * @param lacks told of each ability that the node needs and the exchange has not
 * @throws Unresolved
 */
export function resolveNode(
  node: PlanNode,
  ways: Ways,
  resources: PlanResources,
  {
    abilities = planAbilities as PlanAbilities,
    lacks,
  }: { abilities?: PlanAbilities; lacks?: (ability: keyof PlanAbilities) => void } = {},
): PlanStep {
  const fail = (text: string): never => {
    throw new Unresolved(node.id, text);
  };
  const need = (ability: keyof PlanAbilities) => {
    if (!abilities[ability]) lacks?.(ability);
  };
  return stepOf(node, { resources, abilities, ways, fail, need });
}

/**
 * A plan as an exchange runs it: the start first, then the others in the order in which they are drawn.
 * @throws Unresolved for a node that is not finished
 */
export function resolvePlan(config: PlanConfig, resources: PlanResources): PlanSteps {
  const ways = waysOf(config);
  const steps = config.nodes.map((node) => resolveNode(node, ways.get(node.id), resources));
  return steps.sort((one, other) => Number(other.type === 'start') - Number(one.type === 'start'));
}
