import { variableToken } from '#shared/scene/variables.ts';
import { toast } from '#web/ui/toast.ts';

/** Copies a variable, wrapped in braces, to the clipboard. */
export async function copyVariable(name: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(variableToken(name));
    toast.success('Copied to clipboard');
  } catch {
    toast.error('Failed to copy to clipboard');
  }
}
