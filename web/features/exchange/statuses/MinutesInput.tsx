import { NumberInput, type NumberInputProps } from '@mantine/core';
import { agentStatusLimits } from '#shared/model/agent-status.ts';

interface MinutesInputProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  /** Null is without end. */
  value: number | null;
  onChange: (minutes: number | null) => void;
}

/** A number of minutes, or none: then a status may last as long as it does. */
export const MinutesInput = ({ value, onChange, ...rest }: MinutesInputProps) => (
  <NumberInput
    min={1}
    max={agentStatusLimits.maxMinutes}
    allowDecimal={false}
    hideControls
    placeholder="No end"
    value={value ?? ''}
    onChange={(given) => onChange(typeof given === 'number' ? given : null)}
    {...rest}
  />
);
