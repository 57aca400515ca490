import { Columns } from '#web/ui/layout/layout.tsx';
import { DayMap } from './DayMap.tsx';
import { MayICall } from './MayICall.tsx';

/** The question that is asked all day, beside the map of the day. */
export function CheckSection() {
  return (
    <Columns template="minmax(340px, 5fr) minmax(0, 7fr)" gap={16}>
      <MayICall />
      <DayMap />
    </Columns>
  );
}
