import { Box } from '@mantine/core';
import { IconCheck, IconExclamationMark } from '@tabler/icons-react';
import type { Ref } from 'react';
import styles from './Steps.module.css';

interface StepsProps {
  /** Their names, in order. */
  names: readonly string[];
  /** The one that is shown, from 0. */
  at: number;
  /** Those in which something is missing. */
  missing: ReadonlySet<number>;
  onGo: (to: number) => void;
  /** The heading of the step, which takes the focus when another is shown. */
  heading: Ref<HTMLHeadingElement>;
}

/** The steps of something that is set up in order, each to be gone to, and the heading of the one that is shown. */
export function Steps({ names, at, missing, onGo, heading }: StepsProps) {
  return (
    <>
      <Box
        component="ol"
        className="db-rows db-list"
        m="0 0 20px"
        style={{ gridTemplateColumns: `repeat(${names.length}, minmax(0, 1fr))` }}
        aria-label="Steps"
      >
        {names.map((name, place) => (
          <li key={name}>
            <button
              type="button"
              className={`${styles.step} db-focus`}
              aria-current={place === at ? 'step' : undefined}
              data-done={(place < at && !missing.has(place)) || undefined}
              data-missing={missing.has(place) || undefined}
              onClick={() => onGo(place)}
            >
              <span className={styles.number} aria-hidden="true">
                <Sign place={place} isDone={place < at} isMissing={missing.has(place)} />
              </span>
              <span>
                {name}
                {missing.has(place) && <span className="db-visually-hidden">, something is missing</span>}
              </span>
            </button>
          </li>
        ))}
      </Box>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        <span className={styles.count}>{`Step ${at + 1} of ${names.length}`}</span>
        {names[at]}
      </h2>
    </>
  );
}

function Sign({ place, isDone, isMissing }: { place: number; isDone: boolean; isMissing: boolean }) {
  if (isMissing) return <IconExclamationMark size={15} stroke={2.4} />;
  return isDone ? <IconCheck size={15} stroke={2.4} /> : place + 1;
}
