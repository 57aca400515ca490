import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

interface MoneyInputProps extends Pick<NumberInputProps, 'label' | 'error' | 'required' | 'description'> {
  /** US cents; null while nothing is typed. */
  cents: number | null;
  onChange: (cents: number | null) => void;
}

const centsOf = (typed: number | string): number | null =>
  typed === '' || !Number.isFinite(Number(typed)) ? null : Math.round(Number(typed) * 100);

/** An amount of dollars, taken with each digit: a field that takes it when it is left moves what is pressed next. */
export function MoneyInput({ cents, onChange, ...input }: MoneyInputProps) {
  const [typed, setTyped] = useState<number | string>('');
  const dollars = cents === null ? '' : (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);
  return (
    <NumberInput
      {...input}
      prefix="$"
      decimalScale={2}
      thousandSeparator=","
      allowNegative={false}
      clampBehavior="none"
      hideControls
      // While it is typed nothing is put right; left, it has whole cents, as in 12.50.
      value={centsOf(typed) === cents ? typed : dollars}
      onBlur={() => setTyped('')}
      onChange={(value) => {
        setTyped(value);
        onChange(centsOf(value));
      }}
    />
  );
}
