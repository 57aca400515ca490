import { type DialPlan, dialPlanFields, emptyPlan } from '#shared/model/dialplan/plan.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { session } from '#web/app/session.ts';
import { startPlace } from '#web/ui/flow/canvas/nodes.ts';
import type { FlowKind } from '#web/ui/flow/kind.ts';
import { useFlowActions, useFlowDraft, useFlowState } from '#web/ui/flow/store/context.ts';
import { Draft, type DraftState, type FlowServer } from '#web/ui/flow/store/draft.ts';
import { autoSave } from './auto-save.ts';
import { configOf, type DrawnNode, graphOf, type PlanGraph } from './graph.ts';
import { forgetUnsavedPlan, keepUnsavedPlan, readUnsavedPlan } from './unsaved-plan.ts';

/** A plan as the builder has it; one that is not saved yet has the id 'new'. */
export type PlanDocument = Pick<
  DialPlan,
  'id' | 'version' | 'name' | 'description' | 'goalNodeId' | 'config'
> &
  Partial<DialPlan> & { isActive?: boolean; deployedVersion?: number | null };

export const newId = 'new';

/** A change is saved this long after it, ms (document 001, section 9). */
const saveAfterMs = 2_000;

/** The plan that this user has begun here and that has no name yet; an empty one where there is none. */
export const unsavedPlan = (): PlanDocument => ({
  id: newId,
  version: 0,
  name: '',
  ...(readUnsavedPlan(localStorage, me()) ?? { description: '', goalNodeId: null, config: emptyPlan() }),
});
const me = (): string => session.get()?.user.userId ?? '';
function keepHere(plan: PlanDocument): PlanDocument {
  keepUnsavedPlan(localStorage, me(), plan);
  return plan;
}

const drawingOf = (graph: PlanGraph, kind: FlowKind<DrawnNode>) =>
  configOf(graph, startPlace(kind as FlowKind, graph));

/** The draft of one plan while it is worked on. */
export class PlanDraft extends Draft<DrawnNode, PlanDocument> {
  constructor(kind: FlowKind<DrawnNode>, plan: PlanDocument, readOnly: boolean) {
    const kindNow = { of: kind };
    super(
      kind,
      serverOf(() => kindNow.of),
      plan,
      readOnly,
    );
    this.subscribe(() => {
      kindNow.of = this.get().kind;
    });
  }

  get isNew(): boolean {
    return this.id === newId;
  }

  /** The drawing as it is now. */
  config(): ReturnType<typeof drawingOf> {
    const { graph, kind } = this.get();
    return drawingOf(graph, kind);
  }

  /** Changes what is not drawn. @throws ApiError */
  async update(changes: Partial<Pick<PlanDocument, 'name' | 'description' | 'goalNodeId'>>): Promise<void> {
    await this.change(async (version) =>
      this.isNew
        ? keepHere({ ...this.get().document, ...changes })
        : api.dialplans.update({ ...changes, id: this.id, version }),
    );
  }

  /** Keeps a plan that has no id yet under a name. @throws ApiError */
  async create(name: string): Promise<DialPlan> {
    const { description, goalNodeId } = this.get().document;
    const plan = await api.dialplans.create({ name, description, goalNodeId, config: this.config() });
    forgetUnsavedPlan(localStorage, me());
    this.settle();
    queryClient.setQueryData(query.dialplans.get.queryKey({ input: { id: plan.id } }), plan);
    void queryClient.invalidateQueries({ queryKey: query.dialplans.list.key() });
    return plan;
  }
}

const serverOf = (kind: () => FlowKind<DrawnNode>): FlowServer<DrawnNode, PlanDocument> => ({
  graphOf: ({ config }) => graphOf(config),
  get: (id) => api.dialplans.get({ id }),
  async save(graph, before) {
    const config = drawingOf(graph, kind());
    if (before.id !== newId) return api.dialplans.update({ id: before.id, version: before.version, config });
    return keepHere({ ...before, config });
  },
  keep(plan) {
    if (plan.id === newId) return;
    queryClient.setQueryData(query.dialplans.get.queryKey({ input: { id: plan.id } }), plan as DialPlan);
    void queryClient.invalidateQueries({ queryKey: query.dialplans.list.key() });
  },
  afterMs: saveAfterMs,
  isAutomatic: autoSave.isOn,
});

export const nameRule = dialPlanFields.name;
export const usePlan = (): PlanDraft => useFlowDraft<DrawnNode, PlanDocument>() as PlanDraft;
export const usePlanState = (): DraftState<DrawnNode, PlanDocument> =>
  useFlowState<DrawnNode, PlanDocument>();
export const usePlanActions = useFlowActions;
