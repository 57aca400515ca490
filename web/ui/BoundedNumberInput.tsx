import { NumberInput, type NumberInputProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';

interface BoundedNumberInputProps
  extends Omit<
    NumberInputProps,
    'value' | 'defaultValue' | 'onChange' | 'onValueChange' | 'onBlur' | 'min' | 'max' | 'clampBehavior'
  > {
  /** Undefined shows the placeholder. */
  value: number | undefined;
  min: number;
  max: number;
  /** Called with a number within the range, when the field is left, by Enter, and by each step of the arrows. */
  onChange(value: number): void;
}

/**
 * A number that takes effect once it is typed to its end, not with each digit. One out of range becomes the nearest
 * that is allowed, and the field says the range; what is no number leaves the value as it was.
 */
export function BoundedNumberInput({
  value,
  min,
  max,
  onChange,
  description,
  onKeyDown,
  ...input
}: BoundedNumberInputProps) {
  const [typed, setTyped] = useState<number | string>();
  const [wasOutside, setWasOutside] = useState(false);
  const take = (wanted: number) => {
    const allowed = Math.min(max, Math.max(min, wanted));
    setTyped(undefined);
    setWasOutside(allowed !== wanted);
    if (allowed !== value) onChange(allowed);
  };
  const takeTyped = () => {
    if (typed === undefined) return;
    if (typed !== '' && Number.isFinite(Number(typed))) take(Number(typed));
    else setTyped(undefined);
  };
  const range = `From ${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}`;
  return (
    <NumberInput
      {...input}
      min={min}
      max={max}
      clampBehavior="none"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={wasOutside ? range : description}
      value={typed ?? value ?? ''}
      onChange={setTyped}
      onValueChange={({ floatValue }, { source }) => {
        const stepped = String(source) === 'increment' || String(source) === 'decrement';
        if (stepped && floatValue !== undefined) take(floatValue);
      }}
      onBlur={takeTyped}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        // At once and not by the next render: the input notes the caret behind this, and a caret beyond the end of a
        // number that was bounded would make it drop the text that a program sets next.
        if (event.key === 'Enter' || event.key === 'Tab') flushSync(takeTyped);
        onKeyDown?.(event);
      }}
    />
  );
}
