import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { Link } from 'react-router';
import { useReadOnlyReason } from './use-may.ts';

interface ChangeButtonProps extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  /** An address that it leads to, where something is then changed. */
  to?: string;
}

/**
 * A button of what changes or sends something. While nothing can be changed in the workspace it does nothing and says
 * why; it keeps the focus, so that the reason reaches the keyboard and a screen reader too.
 */
export function ChangeButton({ to, ...props }: ChangeButtonProps) {
  const reason = useReadOnlyReason();
  if (!reason) return to ? <Button component={Link} to={to} {...(props as object)} /> : <Button {...props} />;
  const { ref, onClick: _, loading: __, ...rest } = props;
  return (
    <Tooltip label={reason} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <Button
        {...rest}
        {...(ref ? { ref } : {})}
        type="button"
        data-disabled
        aria-disabled
        aria-description={reason}
      />
    </Tooltip>
  );
}
