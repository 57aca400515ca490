import { Box, Text, UnstyledButton } from '@mantine/core';
import { ivrActions, type PhoneKey, phoneKeys } from '#shared/model/ivr.ts';
import type { KeyValues } from './form.ts';
import styles from './Ivr.module.css';

interface KeypadProps {
  keys: readonly KeyValues[];
  chosen: PhoneKey;
  onChoose: (digit: PhoneKey) => void;
}

/** A phone's keys as callers have them, each with what it does; the one that is edited is pressed. */
export function Keypad({ keys, chosen, onChoose }: KeypadProps) {
  return (
    <fieldset className={styles.keys} aria-label="Keys of the phone">
      {phoneKeys.map((digit) => {
        const key = keys.find((one) => one.digit === digit);
        const does = key && (key.label || ivrActions[key.action]);
        return (
          <UnstyledButton
            key={digit}
            className={styles.key}
            data-used={key !== undefined || undefined}
            aria-pressed={digit === chosen}
            onClick={() => onChoose(digit)}
          >
            <span className="db-visually-hidden">Key </span>
            <Box component="span" fz={20} fw={600} lh={1.2}>
              {digit}
            </Box>{' '}
            <Text component="span" size="xs" truncate c={key ? undefined : 'dimmed'}>
              {does ?? (
                <>
                  <span aria-hidden="true">–</span>
                  <span className="db-visually-hidden">does nothing</span>
                </>
              )}
            </Text>
          </UnstyledButton>
        );
      })}
    </fieldset>
  );
}
