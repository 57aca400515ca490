import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

interface NumberFieldProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  value: number;
  onChange: (value: number) => void;
}

/** A whole number. While the field is empty or out of range the last good one counts, and stands there again after it. */
export function NumberField({ value, onChange, min, max, ...rest }: NumberFieldProps) {
  const [typed, setTyped] = useState<number | string | null>(null);
  return (
    <NumberInput
      {...rest}
      min={min}
      max={max}
      allowDecimal={false}
      clampBehavior="blur"
      value={typed ?? value}
      onChange={(next) => {
        setTyped(next);
        const fits =
          typeof next === 'number' && next >= Number(min ?? -Infinity) && next <= Number(max ?? Infinity);
        if (fits) onChange(next);
      }}
      onBlur={(event) => {
        setTyped(null);
        rest.onBlur?.(event);
      }}
    />
  );
}
