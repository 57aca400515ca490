import { NumberInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { marketLimits } from '#shared/model/market.ts';

interface PriceFieldProps {
  label: string;
  /** US dollars as text, as the address has them; '' for none. */
  value: string;
  onChange: (dollars: string) => void;
}

/** A bound of the price of a lead; it waits until somebody has finished typing. */
export function PriceField({ label, value, onChange }: PriceFieldProps) {
  const [typed, setTyped] = useState<number | string>(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((dollars: number | string) => {
    sent.current = String(dollars);
    onChange(sent.current);
  }, 300);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  return (
    <NumberInput
      label={label}
      placeholder="Any"
      prefix="$"
      decimalScale={2}
      min={0}
      max={marketLimits.maxPrice / 100}
      hideControls
      value={typed}
      onChange={(dollars) => {
        setTyped(dollars);
        send(dollars);
      }}
    />
  );
}
