import { builtInStatuses, type FloorAgent } from '#shared/model/agent-status.ts';
import type { Extension } from '#shared/model/extension.ts';
import type { Queue } from '#shared/model/queue.ts';
import type { TransferGroup } from '#shared/model/transfer-group.ts';
import { phoneText } from '#web/ui/lead-text.ts';

/** Somebody a call can be put through to. */
export interface Target {
  /** Which of them it is, within the list. */
  key: string;
  kind: 'colleague' | 'extension' | 'queue' | 'group' | 'number';
  name: string;
  /** Number and state, below the name. */
  detail: string;
  /** Of a colleague's status. */
  color: string | null;
  /** What the exchange is asked for: an extension, a queue or a number. Of a group, its id. */
  number: string;
  /** Whether the agent can speak with them first: nobody is there to speak with in a queue. */
  mayTalkFirst: boolean;
  /** Why they cannot be had now, in a sentence. */
  refusal: string | null;
}

export const kindNames: Readonly<Record<Target['kind'], string>> = {
  number: 'The number you typed',
  colleague: 'Colleagues',
  extension: 'Other phones',
  queue: 'Queues',
  group: 'Transfer groups',
};
const order = Object.keys(kindNames) as Target['kind'][];

export interface Directory {
  agents: readonly FloorAgent[];
  extensions: readonly Extension[];
  queues: readonly Queue[];
  groups: readonly TransferGroup[];
  /** Who asks: nobody puts a call through to themselves. */
  userId: string;
}

function colleague(agent: FloorAgent): Target {
  const isBusy = agent.status === builtInStatuses.onCall.key || agent.call !== null;
  return {
    key: agent.agentId,
    kind: 'colleague',
    name: agent.name,
    detail: `${agent.extension}, ${agent.label}`,
    color: agent.color,
    number: agent.extension!,
    mayTalkFirst: true,
    refusal: isBusy ? `${agent.name} is on a call.` : null,
  };
}

/** What may stand in a number as people write it. */
const written = /^[+(\d][\d\s().-]{0,38}$/;

/** The number that was typed, where it can be one and is nobody's in the list. */
function typedNumber(text: string, known: readonly Target[]): Target[] {
  const digits = text.replace(/\D/g, '');
  if (!written.test(text) || digits.length < 2 || digits.length > 15) return [];
  if (known.some(({ number }) => number === digits)) return [];
  // Between the longest extension and the shortest number in full there is nothing to dial.
  const isExtension = digits.length <= 8 && !text.startsWith('+');
  if (!isExtension && digits.length < 10) return [];
  return [
    {
      key: 'typed',
      kind: 'number',
      name: isExtension ? digits : phoneText(text.startsWith('+') ? `+${digits}` : usNumber(digits)),
      detail: isExtension ? 'An extension or a queue' : 'A number outside',
      color: null,
      number: isExtension ? digits : text.startsWith('+') ? `+${digits}` : usNumber(digits),
      mayTalkFirst: true,
      refusal: null,
    },
  ];
}

const usNumber = (digits: string) => (digits.length === 10 ? `+1${digits}` : `+${digits}`);

/** Whom a call can be put through to, those that fit the search, by kind and name; who is free comes first. */
export function targetsOf(
  { agents, extensions, queues, groups, userId }: Directory,
  search: string,
): Target[] {
  const nobody = { color: null, refusal: null };
  const known: Target[] = [
    ...agents.filter((one) => one.signedIn && one.extension && one.agentId !== userId).map(colleague),
    ...extensions
      .filter((one) => one.userId === null)
      .map(({ id, name, number }) => ({
        ...nobody,
        key: id,
        kind: 'extension' as const,
        name,
        detail: number,
        number,
        mayTalkFirst: true,
      })),
    ...queues.map(({ id, name, number, members }) => ({
      ...nobody,
      key: id,
      kind: 'queue' as const,
      name,
      detail: `${number}, ${members.length === 1 ? '1 agent' : `${members.length} agents`}`,
      number,
      mayTalkFirst: false,
    })),
    ...groups.map(({ id, name, numbers }) => {
      const active = numbers.filter(({ isActive }) => isActive).length;
      return {
        ...nobody,
        key: id,
        kind: 'group' as const,
        name,
        detail: active === 1 ? '1 number' : `${active} numbers`,
        number: id,
        mayTalkFirst: true,
      };
    }),
  ];
  const text = search.trim().toLowerCase();
  const fits = ({ name, number, kind }: Target) =>
    name.toLowerCase().includes(text) || (kind !== 'group' && number.startsWith(text));
  return [...typedNumber(search.trim(), known), ...known.filter(fits)].sort(
    (one, other) =>
      order.indexOf(one.kind) - order.indexOf(other.kind) ||
      Number(one.refusal !== null) - Number(other.refusal !== null) ||
      one.name.localeCompare(other.name),
  );
}
