import { ActionIcon, UnstyledButton } from '@mantine/core';
import type { ComponentProps } from 'react';
import styles from './PlainButton.module.css';

/** The class of `theme.focusClassName` with those of Mantine's own buttons. */
const plain = `db-focus ${UnstyledButton.classes.root}`;
const icon = `${plain} mantine-active ${ActionIcon.classes.root} mantine-ActionIcon-root ${styles.icon}`;

/**
 * Looks as Mantine's `UnstyledButton` and is one element. Mantine works out the style properties of each of its
 * buttons, some 0.1 ms each: in a palette of sixty entries or a bar of twenty icons that is what opening it takes.
 */
export function PlainButton({ className, ...props }: ComponentProps<'button'>) {
  return <button type="button" {...props} className={className ? `${plain} ${className}` : plain} />;
}

interface PlainIconButtonProps extends ComponentProps<'button'> {
  /** As Mantine's: subtle and transparent in gray, light in ink for what is switched on. */
  variant?: 'subtle' | 'transparent' | 'light';
  /** px; those of Mantine's medium size otherwise. */
  size?: 22 | 32;
}

/** Looks as Mantine's `ActionIcon`. */
export function PlainIconButton(props: PlainIconButtonProps) {
  const { className, variant = 'subtle', size, children, ...others } = props;
  return (
    <button
      type="button"
      {...others}
      className={className ? `${icon} ${className}` : icon}
      data-size={size}
      data-variant={variant}
    >
      <span className={ActionIcon.classes.icon}>{children}</span>
    </button>
  );
}
