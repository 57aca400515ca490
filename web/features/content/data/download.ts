import { toast } from '#web/ui/toast.ts';

/** Downloads what a call answers an address for; the address lives for some minutes only, so it is asked for again. */
export async function downloadFrom(
  ask: () => Promise<{ downloadUrl: string; filename: string }>,
): Promise<void> {
  try {
    const { downloadUrl, filename } = await ask();
    const link = document.createElement('a');
    link.href = downloadUrl;
    link.download = filename;
    link.rel = 'noopener';
    link.click();
    toast.success('Download started');
  } catch (error) {
    toast.error(error);
  }
}
