import styles from './Compliance.module.css';
import { DayMap } from './DayMap.tsx';
import { MayICall } from './MayICall.tsx';

/** The question that is asked all day, beside the map of the day. */
export function CheckSection() {
  return (
    <div className={styles.two}>
      <MayICall />
      <DayMap />
    </div>
  );
}
