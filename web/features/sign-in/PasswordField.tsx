import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';

/** A password input that can be shown and that says when caps lock is on. */
export function PasswordField({ description, ...props }: PasswordInputProps) {
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <PasswordInput
      {...props}
      description={
        capsLock ? (
          <span role="status" style={{ color: 'var(--mantine-color-amber-text)' }}>
            Caps lock is on.
          </span>
        ) : (
          description
        )
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onKeyDown={watch}
      onKeyUp={watch}
      onBlur={(event) => {
        setCapsLock(false);
        props.onBlur?.(event);
      }}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
    />
  );
}
