import { ColorInput, type ColorInputProps } from '@mantine/core';
import { useState } from 'react';
import { isTypedColor } from './typed-color.ts';

interface ColorFieldProps extends Omit<ColorInputProps, 'value' | 'onChange' | 'onBlur' | 'fixOnBlur'> {
  value: string;
  onChange: (color: string) => void;
  /** What it means that the field was left empty; an empty one goes back to its colour otherwise. */
  empty?: string;
}

/**
 * A colour to choose or to type. What is typed stands in the field until it is a whole colour, which alone is passed
 * on; what is left unfinished goes back to the colour there was.
 */
export function ColorField({ value, onChange, empty, ...props }: ColorFieldProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <ColorInput
      eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
      {...props}
      // Its own mending on blur knows the colour of the last drawing, and would undo what was typed just now.
      fixOnBlur={false}
      value={typed ?? value}
      onChange={(next) => {
        if (!isTypedColor(next)) return setTyped(next);
        setTyped(undefined);
        onChange(next);
      }}
      onBlur={() => {
        if (typed === '' && empty !== undefined) onChange(empty);
        setTyped(undefined);
      }}
    />
  );
}
