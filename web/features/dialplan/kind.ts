import {
  IconClipboardText,
  IconDialpad,
  IconGitFork,
  IconPhoneCall,
  IconPhoneCheck,
  IconPhoneOff,
  IconPlayerPlay,
  IconRecordMail,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react';
import { ulid } from 'ulid';
import { type NodeType, nodeData, nodeLabels, planNode } from '#shared/model/dialplan/nodes.ts';
import { dialPlanLimits } from '#shared/model/dialplan/plan.ts';
import type { FlowKind } from '#web/ui/flow/kind.ts';
import { toast } from '#web/ui/toast.ts';
import { type DrawnNode, planWays } from './graph.ts';
import type { AllLists, Capabilities } from './resources.ts';
import { moreNodes } from './types/index.ts';
import { nodeWords } from './words.ts';

type Type = DrawnNode['type'];

const looks: Record<Type, { icon: TablerIcon; about: string }> = {
  answer: { icon: IconPhoneCheck, about: 'Takes the call; until then the caller hears it ring.' },
  dial: { icon: IconPhoneCall, about: 'Rings extensions or numbers, and goes on by what becomes of it.' },
  hangup: { icon: IconPhoneOff, about: 'Ends the call and tells the caller’s network why.' },
  voicemail: { icon: IconRecordMail, about: 'Takes a message for an extension.' },
  playback: { icon: IconPlayerPlay, about: 'Plays a sound, a recording, or a text that is read aloud.' },
  ivr: { icon: IconDialpad, about: 'Plays a menu and goes on by the key that is pressed.' },
  queue: { icon: IconUsersGroup, about: 'Lets the caller wait until an agent is free.' },
  condition: { icon: IconGitFork, about: 'Asks the time, the caller or a queue, and goes on by the answer.' },
  ...moreNodes,
};
const colors: Record<string, string> = { 'Call control': 'amber', 'Media and IVR': 'ink', Routing: 'blue' };

/** A node's card is told by its type where it is a type that this version knows. */
const isKnown = (type: string): type is Type => type in looks;

/** Dial plans as the builder's parts see them. */
export function planKind(
  { resources }: Pick<AllLists, 'resources'>,
  given: Capabilities | undefined,
): FlowKind<DrawnNode> {
  const groups = new Map<string, string[]>();
  for (const { type, group } of given?.nodes ?? [])
    if (group && isKnown(type)) groups.set(group, [...(groups.get(group) ?? []), type]);
  const most = (given?.limits.nodes ?? dialPlanLimits.nodes) - 1;
  return {
    ...planWays((menuId) => resources.menus.get(menuId)?.options),
    words: {
      step: 'node',
      whole: 'dial plan',
      start: 'Start',
      over: 'The call ends',
      full: `A plan has at most ${most + 1} nodes.`,
      loose: 'No way leads to these',
    },
    groups: [...groups].map(([label, types]) => ({ label, types })),
    most,
    clipboard: 'dealbell-dialplan-clipboard',
    openWays: 'over',
    openWords: (node, way) =>
      node.type === 'ivr' && way.startsWith('option-') ? 'As the menu says' : 'The call ends',
    lookOf(type) {
      const known = isKnown(type) ? looks[type] : { icon: IconClipboardText, about: '' };
      const { label, group } = nodeLabels[type as NodeType] ?? { label: type, group: null };
      return { label, ...known, color: colors[group ?? ''] ?? 'gray' };
    },
    nameOf: (node) => nodeWords(node, resources).name || nodeLabels[node.type].label,
    summaryOf: (node) => nodeWords(node, resources).detail,
    newStep: (type, id, position) =>
      ({
        id,
        type: type as Type,
        position,
        data: nodeData[type as Type].parse({}),
        next: {},
      }) as unknown as DrawnNode,
    newId: () => `n_${ulid().toLowerCase()}`,
    read(copied) {
      if (!Array.isArray(copied)) return [];
      return copied.flatMap(({ next, ...node }: { next?: Record<string, string | null> }) => {
        const read = planNode.safeParse(node).data;
        return read && read.type !== 'start' ? [{ ...read, next: next ?? {} } as DrawnNode] : [];
      });
    },
    start: { onRemove: () => toast.error('Cannot delete start node') },
    onRemoved: (count) => toast.success(count === 1 ? 'Node deleted' : `${count} nodes deleted`),
  };
}
