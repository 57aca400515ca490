import { useEffect, useEffectEvent, useRef } from 'react';
import { followLevel } from './level.ts';
import styles from './Sound.module.css';

/** Louder than this is no noise of the line: somebody is heard. */
const heardFrom = 0.15;

interface LevelMeterProps {
  label: string;
  stream: MediaStream | null;
  /** Told as often as there is sound in it. */
  onHeard?: () => void;
}

/** How loud a stream is at this moment. It is drawn past React: it moves a dozen times a second. */
export function LevelMeter({ label, stream, onHeard }: LevelMeterProps) {
  const meter = useRef<HTMLMeterElement>(null);
  const heard = useEffectEvent(() => onHeard?.());
  useEffect(() => {
    const draw = (level: number) => {
      if (meter.current) meter.current.value = level;
    };
    if (!stream) return draw(0);
    return followLevel(stream, (level) => {
      draw(level);
      if (level >= heardFrom) heard();
    });
  }, [stream]);
  return <meter ref={meter} aria-label={label} min={0} max={1} value={0} className={styles.meter} />;
}
