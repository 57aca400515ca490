import { ulid } from 'ulid';
import type { Graph } from '#shared/model/journey/graph.ts';
import { journeyLimits } from '#shared/model/journey/journey.ts';
import {
  nameOf,
  newStep,
  outputsOf,
  type Step,
  type StepType,
  step,
  summaryOf,
} from '#shared/model/journey/steps/index.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import type { FlowKind } from '#web/ui/flow/kind.ts';
import type { FlowActions } from '#web/ui/flow/store/actions.ts';
import { useFlowActions, useFlowDraft, useFlowState } from '#web/ui/flow/store/context.ts';
import { Draft, type DraftState, type FlowServer } from '#web/ui/flow/store/draft.ts';
import { lookOf, stepGroups, typesOfGroup } from '../shared/step-look.ts';
import type { JourneyDetail, JourneyUpdate } from '../shared/types.ts';

/** Journeys as the builder's parts see them. */
export const journeyKind: FlowKind<Step> = {
  words: {
    step: 'step',
    whole: 'journey',
    start: 'Leads come in',
    over: 'The journey is over',
    full: `A journey has at most ${journeyLimits.steps} steps.`,
    loose: 'No way leads to these',
  },
  groups: stepGroups.map(({ key, label }) => ({ label, types: typesOfGroup(key) })),
  most: journeyLimits.steps,
  clipboard: 'dealbell-journey-clipboard',
  openWays: 'first',
  lookOf: (type) => lookOf(type as StepType),
  nameOf,
  outputsOf,
  summaryOf,
  newStep: (type, id, position) => newStep(type as StepType, id, position),
  newId: () => `stp_${ulid()}`,
  read: (copied) => step.array().safeParse(copied).data ?? [],
};

const server: FlowServer<Step, JourneyDetail> = {
  graphOf: ({ steps, entry }) => ({ steps, entry }),
  get: (id) => api.journeys.get({ id }),
  save: ({ steps, entry }, { id, version }) => api.journeys.update({ id, version, steps: [...steps], entry }),
  keep(journey) {
    queryClient.setQueryData(query.journeys.get.queryKey({ input: { id: journey.id } }), journey);
    void queryClient.invalidateQueries({ queryKey: query.journeys.list.key() });
  },
};

/** The draft of one journey while it is worked on. */
export class JourneyDraft extends Draft<Step, JourneyDetail> {
  constructor(journey: JourneyDetail, readOnly: boolean) {
    super(journeyKind, server, journey, readOnly);
  }

  /** Changes anything but the graph. @throws ApiError */
  async update(changes: Omit<JourneyUpdate, 'id' | 'version' | 'steps' | 'entry'>): Promise<void> {
    await this.change((version) => api.journeys.update({ ...changes, id: this.id, version }));
  }
}

export const useDraft = (): JourneyDraft => useFlowDraft<Step, JourneyDetail>() as JourneyDraft;
export const useDraftState = (): DraftState<Step, JourneyDetail> & { graph: Graph } =>
  useFlowState<Step, JourneyDetail>();
export const useBuilderActions: () => FlowActions = useFlowActions;
