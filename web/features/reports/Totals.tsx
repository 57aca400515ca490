import { Text } from '@mantine/core';
import { changeText, figureText } from '#shared/model/figure-text.ts';
import type { Report } from '#shared/model/report.ts';
import type { Marked } from '#shared/model/report-chart.ts';
import { Definition, FigureList } from '#web/ui/DefinitionList.tsx';
import { Figure } from './Figure.tsx';

interface TotalsProps {
  report: Report;
  before?: Report | undefined;
  /** Lists what is behind a figure. */
  onPick: (figure: Marked) => void;
}

/** The totals of a report, each with its change since the period before where that is asked for. */
export function Totals({ report, before, onPick }: TotalsProps) {
  return (
    <FigureList wide>
      {report.columns
        .filter(({ kind }) => kind === 'measure')
        .map(({ key, label, unit, formula }) => {
          const now = report.totals[key] ?? null;
          const then = before?.totals[key] ?? null;
          const change = before && unit !== 'share' ? changeText(now, then) : '';
          return (
            <Definition key={key} term={<span title={formula}>{label}</span>} figures>
              <Figure
                text={figureText(now, unit)}
                label={label}
                onPick={now ? () => onPick({ measure: key, groups: [] }) : undefined}
              />
              {before && (
                <Text size="xs" c="dimmed" component="div" className="db-figures">
                  <Figure
                    text={figureText(then, unit)}
                    label={`${label}, the period before`}
                    onPick={then ? () => onPick({ measure: key, groups: [], isBefore: true }) : undefined}
                  />{' '}
                  before{change && `, ${change}`}
                </Text>
              )}
            </Definition>
          );
        })}
    </FigureList>
  );
}
