import type * as z from 'zod';
import { nodeData, optionPort } from '#shared/model/dialplan/nodes.ts';
import { replaced } from '#web/ui/flow/graph/edits.ts';
import { type LiveForm, useLiveForm } from '#web/ui/flow/useLiveForm.ts';
import { usePlan } from '../../draft.ts';
import type { DrawnNode } from '../../graph.ts';
import type { AllLists, Capabilities } from '../../resources.ts';

type Type = DrawnNode['type'];
type Data<T extends Type> = z.output<(typeof nodeData)[T]>;

export interface FormProps<T extends Type> {
  form: {
    config: Data<T>;
    set: (changes: Partial<Data<T>>) => void;
    errors: Readonly<Record<string, string>>;
  };
  capabilities: Capabilities;
  lists: AllLists;
}

/** The settings of a node as a form. Of another menu the ways of keys stay that it has, too. */
export function useNodeForm(node: DrawnNode, { resources }: AllLists): LiveForm {
  const draft = usePlan();
  return useLiveForm(node.data, nodeData[node.type], (data, changed) => {
    const { graph, kind } = draft.get();
    const next = { ...node, data } as unknown as DrawnNode;
    if (next.type === 'ivr' && node.type === 'ivr' && next.data.ivrId !== node.data.ivrId) {
      const keys = resources.menus.get(next.data.ivrId ?? '')?.options.map(({ digit }) => optionPort(digit));
      const ways = Object.entries(next.next).filter(
        ([way]) => !keys || !way.startsWith('option-') || keys.includes(way),
      );
      next.next = Object.fromEntries(ways);
    }
    draft.edit(replaced(kind, graph, next), { tag: `data ${node.id} ${changed}` });
  });
}
