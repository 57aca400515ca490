import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import type { RunMarks } from '#web/ui/flow/canvas/nodes.ts';
import type { JourneyPlan, PlannedStep } from '../../shared/types.ts';
import { useDraft } from '../draft.ts';
import { Player } from './Player.ts';

type Asked = Omit<Parameters<typeof api.journeys.dryRun>[0], 'id'>;

export interface DryRun {
  opened: boolean;
  open: () => void;
  close: () => void;
  /** Asks for a plan and plays it. */
  run: (asked: Asked) => Promise<void>;
  busy: boolean;
  error: string | null;
  plan: JourneyPlan | null;
  player: Player;
  /** The step that it is at; null before the first plan and at the end. */
  current: PlannedStep | null;
  marks: RunMarks | null;
  /** The clock where the lead is, an IANA zone. */
  zone: string;
}

const nothing = new Player({ times: [], still: true });
const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** The sample lead lives there. */
const sampleZone = 'America/New_York';

/** A dry run of the draft: its plan, and how far the clock has come. */
export function useDryRun(): DryRun {
  const draft = useDraft();
  const [opened, setOpened] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [played, setPlayed] = useState<{ plan: JourneyPlan; player: Player } | null>(null);
  const player = played?.player ?? nothing;
  const plan = played?.plan ?? null;
  const stage = useSyncExternalStore(player.subscribe, player.stage);
  useEffect(() => () => player.pause(), [player]);

  const isReal = plan?.leadId.startsWith('led_') ?? false;
  const lead = useQuery({
    ...query.leads.get.queryOptions({ input: { id: plan?.leadId ?? '' } }),
    enabled: isReal,
  });
  const zone = isReal ? (lead.data?.timeZones[0] ?? browserZone) : sampleZone;

  const current = plan?.steps[stage] ?? null;
  const marks = useMemo<RunMarks | null>(() => {
    if (!plan || !opened) return null;
    const done = plan.steps.slice(0, stage);
    return {
      now: plan.steps[stage]?.stepId ?? null,
      past: new Set(done.map(({ stepId }) => stepId)),
      ways: new Set(done.map(({ stepId, output }) => `${stepId} ${output}`)),
    };
  }, [plan, stage, opened]);

  return {
    opened,
    open() {
      draft.select([]);
      setOpened(true);
    },
    close() {
      player.pause();
      setPlayed(null);
      setError(null);
      setOpened(false);
    },
    async run(asked) {
      setBusy(true);
      setError(null);
      player.pause();
      try {
        if (!draft.readOnly) await draft.flush();
        const next = await api.journeys.dryRun({ ...asked, id: draft.id });
        const times = [...next.steps.map(({ at }) => Date.parse(at)), Date.parse(next.endsAt)];
        const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
        const fresh = new Player({ times, still });
        setPlayed({ plan: next, player: fresh });
        fresh.play();
      } catch (reason) {
        setError(messageOf(reason));
      } finally {
        setBusy(false);
      }
    },
    busy,
    error,
    plan,
    player,
    current,
    marks,
    zone,
  };
}
