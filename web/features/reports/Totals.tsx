import { Text } from '@mantine/core';
import { changeText, figureText } from '#shared/model/figure-text.ts';
import type { Report } from '#shared/model/report.ts';
import { Definition, FigureList } from '#web/ui/DefinitionList.tsx';

/** The totals of a report, each with its change since the period before where that is asked for. */
export function Totals({ report, before }: { report: Report; before?: Report | undefined }) {
  return (
    <FigureList>
      {report.columns
        .filter(({ kind }) => kind === 'measure')
        .map(({ key, label, unit, formula }) => {
          const now = report.totals[key] ?? null;
          const then = before?.totals[key] ?? null;
          const change = before && unit !== 'share' ? changeText(now, then) : '';
          return (
            <Definition key={key} term={<span title={formula}>{label}</span>} figures>
              {figureText(now, unit)}
              {before && (
                <Text size="xs" c="dimmed" component="div" className="db-figures">
                  {figureText(then, unit)} before{change && `, ${change}`}
                </Text>
              )}
            </Definition>
          );
        })}
    </FigureList>
  );
}
