import { NumberInput, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { figureText } from '#shared/model/figure-text.ts';
import {
  calendarSpans,
  canFilterBy,
  type GoalCondition,
  goalMeasures,
  goalSpans,
  goalWords,
  isDealMeasure,
  isOfWholeSpans,
  isRatio,
  isRolling,
  recoversAt,
} from '#shared/model/goal.ts';
import {
  customMeasures,
  customSources,
  dimensionsOf,
  reportCatalogue,
} from '#shared/model/report-catalogue.ts';
import { measures } from '#shared/model/report-measures.ts';
import { daysOfPeriod } from '#shared/model/template-period.ts';
import { query } from '#web/app/api.ts';
import { useSeesAllLeads } from '#web/app/use-may.ts';
import { AutoGrid } from '#web/ui/layout/layout.tsx';
import { NameField } from '#web/ui/resource/NameField.tsx';
import { FilterPills } from '../FilterPills.tsx';
import { useTenantDay } from '../useTenantDay.ts';
import type { GoalDraft } from './GoalPanel.tsx';
import { spanLabels } from './words.ts';

interface MeasureFieldsProps {
  draft: GoalDraft;
  set: (change: Partial<GoalDraft>) => void;
  nameLength: number;
}

const unitSuffix = { count: '', seconds: ' s', usd: '', share: ' %' } as const;

/** What is counted, and what of it is looked for. */
export function MeasureFields({ draft, set, nameLength }: MeasureFieldsProps) {
  const seesAll = useSeesAllLeads();
  const { source, measure, span, condition, target } = draft;
  const { unit, formula } = measures[measure];
  const factor = unit === 'share' ? 100 : 1;
  const spans = condition === 'reach' || isDealMeasure(measure) ? calendarSpans : goalSpans;
  const change = (next: Partial<GoalDraft>) => {
    const after = { ...draft, ...next };
    // What the choice before allowed may not suit this one.
    if ((after.condition === 'reach' || isDealMeasure(after.measure)) && isRolling(after.span))
      next.span = 'day';
    if (isDealMeasure(after.measure))
      next.filter = after.filter.filter(({ field }) => canFilterBy(after.measure, field));
    if (measures[after.measure].unit !== unit)
      next.target = measures[after.measure].unit === 'share' ? 0.2 : 100;
    set(next);
  };
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="Kind"
        value={condition === 'reach' ? 'goal' : 'alert'}
        onChange={(kind) => change({ condition: kind === 'goal' ? 'reach' : 'below' })}
        data={[
          { value: 'goal', label: 'Goal: to be reached' },
          { value: 'alert', label: 'Alert: to be told of' },
        ]}
      />
      <NameField values={draft} readOnly={false} set={set} maxLength={nameLength} />
      <AutoGrid min={200}>
        <Select
          label="Count"
          allowDeselect={false}
          data={customSources
            .filter((value) => seesAll || !reportCatalogue[value].adminOnly)
            .map((value) => ({ value, label: reportCatalogue[value].label }))}
          value={source}
          onChange={(value) => {
            const next = value as GoalDraft['source'];
            change({ source: next, measure: goalMeasures[next][0]!, filter: [] });
          }}
        />
        <Select
          label="Figure"
          description={formula}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDeselect={false}
          data={goalMeasures[source].map((value) => ({ value, label: measures[value].label }))}
          value={measure}
          onChange={(value) => change({ measure: value as GoalDraft['measure'] })}
        />
      </AutoGrid>
      <Filters draft={draft} set={set} />
      <AutoGrid min={150}>
        {condition !== 'reach' && (
          <Select
            label="Tell when it is"
            allowDeselect={false}
            data={[
              { value: 'below', label: 'below' },
              { value: 'above', label: 'above' },
            ]}
            value={condition}
            onChange={(value) => change({ condition: value as GoalCondition })}
          />
        )}
        <NumberInput
          label={condition === 'reach' ? 'Goal' : 'Number'}
          min={0}
          decimalScale={unit === 'count' || unit === 'seconds' ? 0 : 2}
          prefix={unit === 'usd' ? '$' : ''}
          suffix={unitSuffix[unit]}
          thousandSeparator=","
          value={Math.round(target * factor * 100) / 100}
          onChange={(value) => typeof value === 'number' && set({ target: value / factor })}
        />
        <Select
          label="In"
          allowDeselect={false}
          data={spans.map((value) => ({ value, label: spanLabels[value] }))}
          value={span}
          onChange={(value) => change({ span: value as GoalDraft['span'] })}
        />
        {isRatio(measure) && (
          <NumberInput
            label="Smallest number of records"
            description="With fewer, nobody is told"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            min={1}
            max={1000}
            allowDecimal={false}
            value={draft.least}
            onChange={(value) => typeof value === 'number' && set({ least: value })}
          />
        )}
      </AutoGrid>
      <Text size="sm" c="dimmed" role="status">
        {goalWords(draft)}. {noteOf(draft)}
      </Text>
    </Stack>
  );
}

function noteOf(draft: GoalDraft): string {
  const { condition, measure, span } = draft;
  if (condition === 'reach')
    return isRatio(measure) ? `It is judged when the ${span} is over.` : `It is told of once in its ${span}.`;
  const again = `It is told of once, and again after it was ${condition === 'below' ? 'back at' : 'down at'} ${figureText(recoversAt(draft), measures[measure].unit)}.`;
  return isOfWholeSpans(draft) ? `It is judged when the ${span} is over. ${again}` : again;
}

/** Filters, with what the last thirty days had suggested. */
function Filters({ draft, set }: Pick<MeasureFieldsProps, 'draft' | 'set'>) {
  const { source, measure, filter } = draft;
  const today = useTenantDay()?.today;
  const suggested = ['agent', 'source'].filter((name) => name in dimensionsOf[source]);
  const made = useQuery(
    query.reports.custom.queryOptions({
      input: {
        source,
        fields: [customMeasures[source][0]!],
        groupBy: suggested,
        ...(today ? daysOfPeriod('last30Days', today) : {}),
      },
      enabled: today !== undefined,
      staleTime: 5 * 60_000,
      // Without it, values are typed.
      retry: false,
    }),
  );
  return (
    <FilterPills
      key={source}
      source={source}
      filter={filter}
      onChange={(next) => set({ filter: next })}
      made={made.data}
      most={5}
      isOffered={(name) => canFilterBy(measure, name)}
    />
  );
}
